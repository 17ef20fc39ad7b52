package pebble

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"unsafe"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

// chunkBytes is the approximate size of the chunks of a page's links. Most pages have one; the first links of a hub are
// read without the rest.
const chunkBytes = 16 << 10

// Flags of a link in a chunk, with the kind of its element in the bits between.
const (
	linkInferred  = 1 << 0
	linkSameOther = 1 << 1 // the other page is the same as in the link before
	linkKindShift = 2
	linkKindMask  = 0x1f
	linkSameWords = 1 << 7 // the anchor is the same as in the link before
)

// link is a link as it stands with its page.
type link struct {
	other    graph.PageID // at the other end
	element  graph.Element
	inferred bool
	anchor   string
}

// linkCoder codes the sorted links of a page. What is as in the link before is left out.
type linkCoder struct {
	coder
	n     int          // links of the chunk so far
	other graph.PageID // of the link before
	words string       // its anchor
}

// readLinks yields the links of a chunk until yield wants no more, and reports whether another chunk is to be read.
func readLinks(chunk string, yield func(*link) bool) (more bool, err error) {
	c := &linkCoder{coder: coder{reading: true, s: chunk}}
	c.flag(&more)
	var l link
	for range c.len(0) {
		if c.link(&l); c.bad {
			return false, errRecord
		}
		if !yield(&l) {
			return false, nil
		}
	}
	if c.bad {
		return false, errRecord
	}
	return more, nil
}

func (c *linkCoder) link(l *link) {
	flags := byte(l.element.Kind) << linkKindShift
	if l.inferred {
		flags |= linkInferred
	}
	if c.n > 0 && l.other == c.other {
		flags |= linkSameOther
	}
	if c.n > 0 && l.anchor == c.words {
		flags |= linkSameWords
	}
	if c.byte(&flags); c.reading {
		l.element = graph.Element{Kind: graph.Kind(flags >> linkKindShift & linkKindMask)}
		l.inferred, l.other, l.anchor = flags&linkInferred != 0, c.other, c.words
	}
	if flags&linkSameOther == 0 {
		c.fixed((*uint64)(&l.other))
	}
	c.numbers(&l.element)
	if flags&linkSameWords == 0 {
		c.str(&l.anchor)
	}
	c.other, c.words = l.other, l.anchor
	c.n++
}

func chunkKey(kind byte, gen uint32, id graph.PageID, chunk uint32) []byte {
	return binary.BigEndian.AppendUint32(genIDKey(kind, gen, id), chunk)
}

// packer writes sorted links in chunks, page by page.
type packer struct {
	kind byte
	gen  uint32
	t    *tables
	next func() ([]byte, error, bool)
	stop func()
	rec  []byte // the first record that is not written, nil after the last

	links linkCoder // of the chunk that is not written
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

// page writes the links of the next page, and returns their number.
func (p *packer) page(id graph.PageID) (links int, err error) {
	chunk := uint32(0)
	for p.rec != nil && graph.PageID(binary.BigEndian.Uint64(p.rec)) == id {
		if len(p.links.b) >= chunkBytes {
			if err := p.write(id, chunk, true); err != nil {
				return 0, err
			}
			chunk++
		}
		l := parseLink(p.rec)
		p.links.link(&l)
		links++
		if err := p.advance(); err != nil {
			return 0, err
		}
	}
	if links == 0 {
		return 0, nil
	}
	return links, p.write(id, chunk, false)
}

// write ends a chunk and writes it. More says that another chunk follows.
func (p *packer) write(id graph.PageID, chunk uint32, more bool) error {
	c := &coder{b: make([]byte, 0, 1+binary.MaxVarintLen64+len(p.links.b))}
	c.flag(&more)
	c.len(p.links.n)
	c.b = append(c.b, p.links.b...)
	p.links = linkCoder{coder: coder{b: p.links.b[:0]}}
	return p.t.set(chunkKey(p.kind, p.gen, id, chunk), c.b)
}

// Neighbors returns the links of pages.
func (s *Store) Neighbors(
	ctx context.Context, from []graph.PageID, dir graph.Direction, limit int,
) ([]graph.Link, error) {
	var out []graph.Link
	last, n := -1, 0 // a page of from, and the number of its links so far
	err := s.eachLink(ctx, from, dir, true, func(i int, l *link) bool {
		if i != last {
			last, n = i, 0
		}
		found := graph.Link{From: from[i], To: l.other, Element: l.element, Anchor: l.anchor, Inferred: l.inferred}
		if dir == graph.In {
			found.From, found.To = l.other, from[i]
		}
		out, n = append(out, found), n+1
		return n != limit
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Ends returns the pages at the other ends of the links that leave pages (Out) or arrive at them (In): what Neighbors
// gives, without the links, each end once for each page. The pages for from[i] are counts[i] of ends, ordered by id,
// behind the pages for from[i-1].
func (s *Store) Ends(
	ctx context.Context, from []graph.PageID, dir graph.Direction,
) (ends []graph.PageID, counts []int, err error) {
	counts = make([]int, len(from))
	err = s.eachLink(ctx, from, dir, false, func(i int, l *link) bool {
		if counts[i] == 0 || ends[len(ends)-1] != l.other {
			ends = append(ends, l.other)
			counts[i]++
		}
		return true
	})
	if err != nil {
		return nil, nil, err
	}
	return ends, counts, nil
}

// eachLink yields the links of pages, with the index of the page in from, until yield wants no more of a page. Without
// anchors, those that are yielded are valid until yield returns, which saves copies.
func (s *Store) eachLink(ctx context.Context, from []graph.PageID, dir graph.Direction, anchors bool,
	yield func(int, *link) bool) error {
	kind := byte(keyOut)
	if dir == graph.In {
		kind = keyIn
	}
	return s.read(ctx, func(v *view) error {
		for i, id := range from {
			more, chunk := true, uint32(0)
			for ; more; chunk++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				known, err := use(v.snap, chunkKey(kind, v.gen, id, chunk), func(b []byte) (err error) {
					links := unsafe.String(unsafe.SliceData(b), len(b))
					if anchors {
						links = string(b)
					}
					more, err = readLinks(links, func(l *link) bool { return yield(i, l) })
					return err
				})
				if err != nil {
					return fmt.Errorf("links of page %v: %w", id, err)
				}
				more = more && known
			}
		}
		return nil
	})
}
