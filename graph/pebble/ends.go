package pebble

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/bridgehop/bridgehop/graph"
)

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
