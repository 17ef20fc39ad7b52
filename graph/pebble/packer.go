package pebble

import (
	"encoding/binary"

	"github.com/bridgehop/bridgehop/graph"
)

// packer writes the links that lie sorted in a sorter, page by page.
type packer struct {
	gen  uint32
	t    *tables
	next *ahead
	rec  []byte // the first that is not written

	chunk chunker
	title []byte
}

func (f *finishing) packer(name string, s *sorter) (*packer, error) {
	sorted, err := s.sorted()
	if err != nil {
		return nil, err
	}
	p := &packer{gen: f.gen, t: f.tables(name), next: newAhead(sorted)}
	if p.rec, err = p.next.next(); err != nil {
		p.next.stop()
		return nil, err
	}
	return p, nil
}

// chunks writes the links that leave the next page, which lie in chunks, and tells how many there are.
func (p *packer) chunks(id graph.PageID) (count int, err error) {
	for p.rec != nil && linkPage(p.rec) == id {
		number, chunk := binary.BigEndian.Uint32(p.rec[8:]), p.rec[12:]
		n, _ := binary.Uvarint(chunk[1:]) // behind the flag
		count += int(n)
		if err = p.t.set(chunkKey(keyOut, p.gen, id, number), chunk); err != nil {
			return 0, err
		}
		if p.rec, err = p.next.next(); err != nil {
			return 0, err
		}
	}
	return count, nil
}

// links writes the links that arrive at the next page, and tells how many there are.
func (p *packer) links(id graph.PageID, title string) (int, error) {
	c := &p.chunk
	c.begin()
	p.title = append(p.title[:0], title...)
	for p.rec != nil && linkPage(p.rec) == id {
		if c.full() {
			if err := p.write(id, true); err != nil {
				return 0, err
			}
		}
		l := parseArriving(p.rec)
		if l.anchor == nil {
			l.anchor = p.title
		}
		c.add(l.from, l.el, l.inferred, l.anchor)
		var err error
		if p.rec, err = p.next.next(); err != nil {
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
	key := chunkKey(keyIn, p.gen, id, p.chunk.chunk)
	return p.t.set(key, p.chunk.take(make([]byte, 0, 1+binary.MaxVarintLen64+len(p.chunk.e.b)), more))
}
