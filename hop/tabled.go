package hop

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/internal/values"
)

// mostTabled bounds the pages whose tables a claim is held against, the best seeds first.
const mostTabled = 32

// tabled puts first, for a claim that names an operation over a table ("the longest bridge over the Marrow"), the page whose table answers it, where no page of the
// first chain does.
func (f *frontier) tabled(chains []state) []state {
	if f.q.asks || f.p.Shape.Pages > 0 || len(chains) == 0 || !values.Tabulates(f.q.text) {
		return chains
	}
	if slices.ContainsFunc(chains[0].members(), f.answers) {
		return chains
	}
	var order []int32
	for n := range f.nodes {
		if f.nodes[n].read != nil && !chains[0].contains(int32(n)) {
			order = append(order, int32(n))
		}
	}
	worth := func(n int32) float64 { return f.nodes[n].bm25 + f.nodes[n].name + f.nodes[n].titleShare }
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(worth(b), worth(a)) })
	for _, n := range order[:min(len(order), mostTabled)] {
		if f.answers(n) {
			return f.first(chains, f.with(f.empty(), extension{parent: -1, node: n, edge: f.start}))
		}
	}
	return chains
}

// answers tells whether a table of a page says whether the claim holds, by an operation that the claim names.
func (f *frontier) answers(n int32) bool {
	r := f.nodes[n].read
	if r == nil {
		return false
	}
	for i := range r.page.Tables {
		t := &r.page.Tables[i]
		s := values.NewSheet(r.page, t, t.Grid())
		if s == nil || !s.Heads(f.q.text) {
			continue
		}
		if j := s.Judge(f.q.text); j != nil && j.Best != nil && j.Best.Family == values.Naming {
			return true
		}
	}
	return false
}
