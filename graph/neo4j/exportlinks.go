package neo4j

import (
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// resolved are the occurrences on a page with what they lead to. The store's links tell that by element and anchor. Only
// where one element has an anchor twice, to different titles, they are looked up.
func resolved(ctx context.Context, r Exportable, p *graph.Page, links []graph.Link) ([]occurrence, error) {
	if len(links) == 0 {
		return occurrences(p, func(string) []target { return nil }), nil
	}
	links = slices.Clone(links)
	slices.SortStableFunc(links, func(a, b graph.Link) int { return a.Element.Compare(b.Element) }) // by page within an element
	all := occurrences(p, func(string) []target { return nil })
	order := make([]*occurrence, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortStableFunc(order, func(a, b *occurrence) int { return a.element.Compare(b.element) })
	for len(order) > 0 {
		e := order[0].element
		n := slices.IndexFunc(order, func(o *occurrence) bool { return o.element != e })
		if n < 0 {
			n = len(order)
		}
		k := 0
		for k < len(links) && links[k].Element == e {
			k++
		}
		if err := inElement(ctx, r, order[:n], links[:k]); err != nil {
			return nil, err
		}
		order, links = order[n:], links[k:]
	}
	return all, nil
}

// inElement finds what the occurrences in one element lead to.
func inElement(ctx context.Context, r Exportable, all []*occurrence, links []graph.Link) error {
	for i, o := range all {
		same := func(other *occurrence) bool {
			return other.link.Anchor == o.link.Anchor && other.link.Inferred == o.link.Inferred
		}
		if slices.ContainsFunc(all, func(other *occurrence) bool { return same(other) && other.link.Target != o.link.Target }) {
			found, err := r.Lookup(ctx, []string{o.link.Target})
			if err != nil {
				return fmt.Errorf("export: %w", err)
			}
			for _, id := range found[0] {
				o.to = append(o.to, target{id: id})
			}
			continue
		}
		if first := slices.IndexFunc(all[:i], same); first >= 0 {
			o.to = all[first].to
			continue
		}
		for _, l := range links {
			if l.Anchor == o.link.Anchor && l.Inferred == o.link.Inferred && !slices.Contains(o.to, target{id: l.To}) {
				o.to = append(o.to, target{id: l.To})
			}
		}
	}
	return nil
}
