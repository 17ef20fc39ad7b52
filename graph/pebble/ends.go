package pebble

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2"
)

// manyPages is the number of pages from which stepping through the store is faster than looking each page up.
const manyPages = 8

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
// gives, without the links, each end once for each page. Those of from[i] are counts[i] of ends, after those of the
// pages before it, ordered by id.
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
	return s.read(ctx, func(v *view) (err error) {
		chunks, err := v.chunks(dir, len(from))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, chunks.close()) }() // also if pebble panics
		for i, id := range from {
			err := chunks.each(ctx, id, func(b []byte) (bool, error) {
				chunk := unsafe.String(unsafe.SliceData(b), len(b))
				if anchors {
					chunk = string(b)
				}
				return readLinks(chunk, func(l *link) bool { return yield(i, l) })
			})
			if err != nil {
				return fmt.Errorf("links of page %v: %w", id, err)
			}
		}
		return nil
	})
}

// chunks reads the chunks of pages in one direction: by keys for a few pages, by stepping through the store for many.
type chunks struct {
	v    *view
	kind byte
	it   *pebble.Iterator // nil for a few pages
}

func (v *view) chunks(dir graph.Direction, pages int) (*chunks, error) {
	c := &chunks{v: v, kind: keyOut}
	if dir == graph.In {
		c.kind = keyIn
	}
	if pages < manyPages {
		return c, nil
	}
	it, err := v.snap.NewIter(&pebble.IterOptions{LowerBound: genKey(c.kind, v.gen),
		UpperBound: genKey(c.kind, v.gen+1)})
	if err != nil {
		return nil, fmt.Errorf("read store: %w", err)
	}
	c.it = it
	return c, nil
}

// each gives the page's chunks to do, in order, until it wants no more.
func (c *chunks) each(ctx context.Context, id graph.PageID, do func([]byte) (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	key := chunkKey(c.kind, c.v.gen, id, 0)
	for chunk := uint32(0); ; chunk++ {
		binary.BigEndian.PutUint32(key[len(key)-4:], chunk)
		more := false
		var err error
		if c.it == nil {
			_, err = use(c.v.snap, key, func(b []byte) (err error) { more, err = do(b); return err })
		} else {
			more, err = c.step(key, do)
		}
		if err != nil || !more {
			return err
		}
	}
}

func (c *chunks) step(key []byte, do func([]byte) (bool, error)) (bool, error) {
	if !c.it.SeekGE(key) || !bytes.Equal(c.it.Key(), key) {
		return false, c.it.Error()
	}
	b, err := c.it.ValueAndErr()
	if err != nil {
		return false, fmt.Errorf("read store: %w", err)
	}
	return do(b)
}

func (c *chunks) close() error {
	if c.it == nil {
		return nil
	}
	return c.it.Close()
}
