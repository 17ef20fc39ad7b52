package hop

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/verify/values"
)

// mostTables is how many pages, best first, tableFirst tries the tables of.
const mostTables = 32

// tableFirst serves claims that name an operation over a table ("the longest bridge over the Marrow"). If no page of the first chain has a
// table that answers the claim, it puts the best page that has one before the other chains.
func (f *frontier) tableFirst(chains []state) []state {
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
	for _, n := range order[:min(len(order), mostTables)] {
		if f.answers(n) {
			return f.putFirst(chains, f.with(f.empty(), extension{parent: -1, node: n, edge: f.start}))
		}
	}
	return chains
}

// answers reports whether an operation that the claim names, over a table of the page, decides the claim.
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
