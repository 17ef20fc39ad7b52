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

// Ends returns the pages at the other ends of the links that leave pages (Out) or arrive at them (In): what Neighbors
// gives, without the links, each end once for each page. Those of from[i] are counts[i] of ends, after those of the
// pages before it, ordered by id.
func (s *Store) Ends(ctx context.Context, from []graph.PageID, dir graph.Direction) (ends []graph.PageID, counts []int, err error) {
	counts = make([]int, len(from))
	err = s.read(ctx, func(v *view) error {
		chunks, err := v.chunks(dir, len(from))
		if err != nil {
			return err
		}
		for i, id := range from {
			before := len(ends)
			err = chunks.each(ctx, id, func(b []byte) (more bool, err error) {
				ends, more, err = appendEnds(ends, before, b)
				return more, err
			})
			if err != nil {
				return errors.Join(fmt.Errorf("links of page %v: %w", id, err), chunks.close())
			}
			counts[i] = len(ends) - before
		}
		return chunks.close()
	})
	if err != nil {
		return nil, nil, err
	}
	return ends, counts, nil
}

// appendEnds appends the pages of a chunk's links, none that is the last one already, and reports whether another chunk
// follows. The page's ends begin at first.
func appendEnds(out []graph.PageID, first int, b []byte) ([]graph.PageID, bool, error) {
	c, n, more := readLinks(unsafe.String(unsafe.SliceData(b), len(b))) // not copied: nothing of it is kept
	var l link
	for ; n > 0 && !c.bad; n-- {
		if c.link(&l); len(out) == first || out[len(out)-1] != l.other {
			out = append(out, l.other)
		}
	}
	if c.bad {
		return nil, false, errRecord
	}
	return out, more, nil
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
	it, err := v.snap.NewIter(&pebble.IterOptions{LowerBound: genKey(c.kind, v.gen), UpperBound: genKey(c.kind, v.gen+1)})
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
