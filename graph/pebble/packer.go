package pebble

import (
	"encoding/binary"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

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
