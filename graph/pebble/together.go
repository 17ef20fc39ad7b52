package pebble

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Gather returns the results of Pages and Heads, with fewer look-ups. It returns no links, because reading them together is not faster.
func (s *Store) Gather(ctx context.Context, ids []graph.PageID, _ int) (graph.Gathered, error) {
	pages, heads := make([]*graph.Page, len(ids)), make([]graph.Head, len(ids))
	err := s.read(ctx, func(v *view) error {
		v.pages.fill(ids, pages)
		for i, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			h := v.places.find(id)
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
		return graph.Gathered{}, err
	}
	return graph.Gathered{Pages: pages, Heads: heads}, nil
}
