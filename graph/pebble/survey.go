package pebble

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Whole returns what Pages and Heads return, with one look at each page's head, or none, where they take two.
func (s *Store) Whole(ctx context.Context, ids []graph.PageID) ([]*graph.Page, []graph.Head, error) {
	pages, heads := make([]*graph.Page, len(ids)), make([]graph.Head, len(ids))
	err := s.read(ctx, func(v *view) error {
		v.pages.fill(ids, pages)
		for i, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			h, err := v.locate(id)
			if err != nil {
				return err
			}
			if h.ID != 0 && pages[i] == nil {
				p, n, err := v.body(h)
				if err != nil {
					return err
				}
				pages[i] = p
				v.pages.add(id, p, n)
			}
			if p := pages[i]; p != nil {
				h.Title, h.Ordinal, h.Disambiguation = p.Title, p.Ordinal, p.Disambiguation
			}
			heads[i] = h.Head
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return pages, heads, nil
}

// Around returns what Neighbors returns for graph.Out and for graph.In.
func (s *Store) Around(ctx context.Context, from []graph.PageID, limit int) (out, in []graph.Link, err error) {
	if out, err = s.Neighbors(ctx, from, graph.Out, limit); err != nil {
		return nil, nil, err
	}
	if in, err = s.Neighbors(ctx, from, graph.In, limit); err != nil {
		return nil, nil, err
	}
	return out, in, nil
}
