package hop

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// namedFirst gives the best chain the page of the claim's longest title, if that lacks it: what a claim calls by its
// whole title is what it speaks of. The best chain along links that has this page and all pages of the first one
// comes first, else the first one with the page joined to it by a link. A page that has its name only within the
// longest title (Bex of "Bex Mill") may be missing.
func (f *frontier) namedFirst(chains []state) []state {
	name, page := f.topic()
	if f.q.asks || f.p.Shape.Pages > 0 || len(chains) == 0 || page < 0 || chains[0].contains(page) {
		return chains
	}
	first := &chains[0]
	for i := range chains {
		s := &chains[i]
		if s.contains(page) && f.alongLinks(s) && !slices.ContainsFunc(first.members(), func(n int32) bool {
			return !s.contains(n) && !f.namedWithin(n, name)
		}) {
			return f.putFirst(chains, *s)
		}
	}
	for m, n := range first.members() {
		for _, e := range f.nodes[n].edges {
			if first.n < f.p.maxPages() && e.to == page && (e.kind == EdgeOut || e.kind == EdgeIn) {
				return f.putFirst(chains, f.with(first, extension{parent: int8(m), node: page, edge: e}))
			}
		}
	}
	return chains
}

// alongLinks reports whether links join all pages of a chain.
func (f *frontier) alongLinks(s *state) bool {
	joined := []int32{s.node[0]}
	for i := 0; i < len(joined); i++ {
		for _, e := range f.nodes[joined[i]].edges {
			if (e.kind == EdgeOut || e.kind == EdgeIn) && s.contains(e.to) && !slices.Contains(joined, e.to) {
				joined = append(joined, e.to)
			}
		}
	}
	return len(joined) == s.n
}

// namedWithin reports whether the claim names a page by a part of one of its names, and nowhere else.
func (f *frontier) namedWithin(n int32, name int) bool {
	node := &f.nodes[n]
	return node.names == 0 && slices.ContainsFunc(f.q.mentions, func(m graph.Mention) bool {
		return inside(m, f.spans[name]) &&
			slices.ContainsFunc(m.Candidates, func(c graph.Candidate) bool { return c.Page == node.id })
	})
}

// topic returns the longest title, of two words or more, that the claim has word for word, and its page; -1 without
// one. What stands behind the claim's last preposition doesn't count: it is what the claim asserts.
func (f *frontier) topic() (name int, page int32) {
	longest, end := 0, f.asserted()
	name, page = -1, -1
	for i, m := range f.spans {
		c, words := m.Candidates[0], f.q.text[m.Start:m.End]
		whole := c.Exact && c.By <= graph.ByBare && c.Prior >= 0.5 && (f.common|f.partial)&(1<<i) == 0
		if !whole || m.Start >= end || len(words) <= longest || !graph.IsCapital(words) || !strings.Contains(words, " ") {
			continue
		}
		if n, ok := f.byID[c.Page]; ok && f.nodes[n].head.ID != 0 {
			name, page, longest = i, int32(n), len(words)
		}
	}
	return name, page
}

// asserted returns where the claim's last preposition stands that is no part of a name.
func (f *frontier) asserted() int {
	text := f.q.text
	for end := len(text); end > 0; {
		at := strings.LastIndexByte(text[:end], ' ') + 1
		named := func(m graph.Mention) bool { return m.Start <= at && at < m.End }
		if prepositions[text[at:end]] && !slices.ContainsFunc(f.spans, named) {
			return at
		}
		end = at - 1
	}
	return len(text)
}

var prepositions = english.Set("about after against as at before by during for from in into near of on over than to " +
	"under with")
