package hop

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// searchRest searches again, with the words of the claim that the best chains leave open: alone, and together with the title of the page
// that was added last, since a page that names it may say the rest. The first search ranks a page by the whole claim, and a
// page that answers a small part of it is buried there.
func (f *frontier) searchRest(ctx context.Context, beam []state) ([]graph.PageID, error) {
	if f.q.asks || f.p.NoShared {
		return nil, nil
	}
	var found []graph.PageID
	var known []set
	for i := range beam {
		s := &beam[i]
		rest := f.q.all().minus(s.seen)
		if len(known) == restChains {
			break
		}
		if f.q.weigh(rest) < leastRest || slices.Contains(known, rest) {
			continue
		}
		known = append(known, rest)
		terms := f.q.termsIn(rest)
		queries := [][]string{terms}
		if last := f.nodes[s.node[s.n-1]].head.Title; last != "" {
			with := slices.Clone(terms)
			for _, t := range f.p.Text.Analyze(graph.BareTitle(last)) {
				with = append(with, t.Text)
			}
			queries = append(queries, with)
		}
		for _, terms := range queries {
			hits, err := f.p.Text.Seeds(ctx, terms, restPages)
			if err != nil {
				return nil, err
			}
			for _, h := range hits {
				if !slices.Contains(found, h.Page) {
					found = append(found, h.Page)
				}
			}
		}
	}
	return found, nil
}

// termsIn returns the terms of a set.
func (q *query) termsIn(s set) (out []string) {
	for i, t := range q.terms {
		if s.has(i) {
			out = append(out, t)
		}
	}
	return out
}
