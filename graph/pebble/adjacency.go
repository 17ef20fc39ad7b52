package pebble

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

// chunkBytes is the approximate size of the chunks of a page's links. Most pages have one; the first links of a hub are read without the
// rest.
const chunkBytes = 16 << 10

// Flags of a link in a chunk, with the kind of its element in the bits between.
const (
	linkInferred  = 1 << 0
	linkSameOther = 1 << 1 // the other page is the same as in the link before
	linkKindShift = 2
	linkKindMask  = 0x1f
	linkSameWords = 1 << 7 // the anchor is the same as in the link before
)

func linkKind(flags byte) graph.Kind { return graph.Kind(flags >> linkKindShift & linkKindMask) }

// chunker encodes the sorted links of a page.
type chunker struct {
	e     encoder
	n     int
	other graph.PageID // of the last link
	words []byte       // its anchor
	chunk uint32
	count int // links of the page so far
}

// add appends a link to the chunk.
func (c *chunker) add(other graph.PageID, el graph.Element, inferred bool, anchor []byte) {
	flags := byte(el.Kind) << linkKindShift
	if inferred {
		flags |= linkInferred
	}
	if c.n > 0 && other == c.other {
		flags |= linkSameOther
	}
	if c.n > 0 && bytes.Equal(anchor, c.words) {
		flags |= linkSameWords
	}
	c.e.byte(flags)
	if flags&linkSameOther == 0 {
		c.e.fixed(uint64(other))
	}
	for _, n := range []int{el.A, el.B, el.C}[:numbers(el)] {
		c.e.int(n)
	}
	if flags&linkSameWords == 0 {
		c.e.len(len(anchor))
		c.e.raw(anchor)
	}
	c.other, c.words = other, append(c.words[:0], anchor...)
	c.n++
	c.count++
}

func (c *chunker) full() bool { return len(c.e.b) >= chunkBytes }

// begin resets the chunker for another page and keeps its memory.
func (c *chunker) begin() { *c = chunker{e: encoder{c.e.b[:0]}, words: c.words[:0]} }

// take ends the chunk and appends its record to b. More says that another chunk follows.
func (c *chunker) take(b []byte, more bool) []byte {
	e := encoder{b}
	e.flag(more)
	e.len(c.n)
	e.raw(c.e.b)
	c.e.b, c.n = c.e.b[:0], 0
	c.chunk++
	return e.b
}

func chunkKey(kind byte, gen uint32, id graph.PageID, chunk uint32) []byte {
	return binary.BigEndian.AppendUint32(genIDKey(kind, gen, id), chunk)
}

// readChunk appends the links of a chunk, at most limit if limit is positive, and reports whether another chunk follows.
func readChunk(out []graph.Link, b []byte, page graph.PageID, dir graph.Direction, limit int) ([]graph.Link, bool, error) {
	d := newDecoder(b)
	more := d.flag()
	n := d.len()
	if limit > 0 && n > limit {
		n = limit
	}
	out = slices.Grow(out, n)
	var other graph.PageID
	var words string
	for range n {
		flags := d.byte()
		if flags&linkSameOther == 0 {
			other = graph.PageID(d.fixed())
		}
		l := graph.Link{From: page, To: other, Inferred: flags&linkInferred != 0}
		if dir == graph.In {
			l.From, l.To = other, page
		}
		l.Element.Kind = linkKind(flags)
		for _, p := range []*int{&l.Element.A, &l.Element.B, &l.Element.C}[:numbers(l.Element)] {
			*p = d.int()
		}
		if flags&linkSameWords == 0 {
			words = d.str()
		}
		l.Anchor = words
		out = append(out, l)
	}
	if err := d.err(); err != nil {
		return nil, false, fmt.Errorf("links of page %v: %w", page, err)
	}
	return out, more, nil
}

// packer writes sorted links in chunks, page by page.
type packer struct {
	kind byte
	gen  uint32
	t    *tables
	next func() ([]byte, error, bool)
	stop func()
	rec  []byte // the first record that is not written, nil after the last

	chunk chunker
}

func (f *finishing) packer(name string, kind byte, s *extsort.Sorter) (*packer, error) {
	p := &packer{kind: kind, gen: f.gen, t: f.tables(name)}
	p.next, p.stop = iter.Pull2(s.All())
	return p, p.advance()
}

func (p *packer) advance() (err error) {
	p.rec, err, _ = p.next()
	return err
}

// links writes the links of the next page, and returns their number.
func (p *packer) links(id graph.PageID) (int, error) {
	c := &p.chunk
	c.begin()
	for p.rec != nil && graph.PageID(binary.BigEndian.Uint64(p.rec)) == id {
		if c.full() {
			if err := p.write(id, true); err != nil {
				return 0, err
			}
		}
		c.add(parseLink(p.rec))
		if err := p.advance(); err != nil {
			return 0, err
		}
	}
	if c.n == 0 {
		return 0, nil
	}
	return c.count, p.write(id, false)
}

// write ends a chunk and writes it.
func (p *packer) write(id graph.PageID, more bool) error {
	key := chunkKey(p.kind, p.gen, id, p.chunk.chunk)
	return p.t.set(key, p.chunk.take(make([]byte, 0, 1+binary.MaxVarintLen64+len(p.chunk.e.b)), more))
}
