package hop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// comparisonFirst serves claims that compare two things they name: it puts the chain of their two pages before the others, with the score
// of the chain that was first. For "the director of X was born before the director of Y" the chain also has the pages of the two
// directors.
func (f *frontier) comparisonFirst(ctx context.Context, chains []state) ([]state, error) {
	if f.q.asks || f.p.Shape.Pages > 0 || f.p.NoComparison || f.p.maxPages() < 2 || len(chains) == 0 || !values.Compares(f.q.text) {
		return chains, nil
	}
	for i, a := range f.spans {
		for j, b := range f.spans {
			if a.End > b.Start || !values.Relates(f.q.text, span(a), span(b)) {
				continue
			}
			x, y, ok := f.sides(chains, i, j)
			if !ok {
				continue
			}
			s := f.pairChain(x, y)
			if err := f.addRoles(ctx, &s, [2]graph.Mention{a, b}); err != nil {
				return nil, err
			}
			return f.putFirst(chains, s), nil
		}
	}
	return chains, nil
}

func span(m graph.Mention) values.Span { return values.Span{From: m.Start, To: m.End} }

// sides returns the pages that two names mean: those of the best chain that has a page for each name, else the likeliest page of each name.
func (f *frontier) sides(chains []state, a, b int) (x, y int32, ok bool) {
	means := func(n int32, name int) bool { return f.nodes[n].names&(1<<name) != 0 }
	for i := range chains {
		s := chains[i].members()
		p := slices.IndexFunc(s, func(n int32) bool { return means(n, a) })
		q := slices.IndexFunc(s, func(n int32) bool { return means(n, b) })
		if p >= 0 && q >= 0 && p != q {
			return s[p], s[q], true
		}
	}
	best := func(name int) int32 {
		most := int32(-1)
		for n := range f.nodes {
			if !means(int32(n), name) {
				continue
			}
			if most < 0 || cmp.Or(cmp.Compare(f.nodes[n].name, f.nodes[most].name), cmp.Compare(f.nodes[n].bm25, f.nodes[most].bm25)) > 0 {
				most = int32(n)
			}
		}
		return most
	}
	x, y = best(a), best(b)
	return x, y, x >= 0 && y >= 0 && x != y
}

// pairChain returns the chain of two pages that the claim compares.
func (f *frontier) pairChain(x, y int32) state {
	s := f.with(f.empty(), extension{parent: -1, node: x, edge: f.start})
	e := f.jump(&s, y)
	for _, o := range f.nodes[x].edges {
		if o.to == y && (o.kind == EdgeOut || o.kind == EdgeIn) {
			e = o
		}
	}
	return f.with(&s, extension{node: y, edge: e})
}

func (f *frontier) empty() *state {
	return &state{best: make([]float32, len(f.q.terms)), credit: make([]float32, len(f.q.terms))}
}

// addRoles adds pages to the chain of two pages when the claim compares not the two but others by their role there, as the directors of two
// films: the targets of the first links after "directed by".
func (f *frontier) addRoles(ctx context.Context, s *state, names [2]graph.Mention) error {
	var ids []graph.PageID
	for _, n := range s.members() {
		ids = append(ids, f.nodes[n].id)
	}
	if err := f.readTexts(ctx, s.members()); err != nil {
		return err
	}
	var to [2]*link
	for m, name := range names {
		role := values.Role(f.q.text, span(name))
		if role == "" || f.p.NoLinks {
			continue
		}
		links, _, err := f.p.links(ctx, ids[m:m+1], func(graph.PageID) bool { return false })
		if err != nil {
			return err
		}
		to[m] = f.roleLink(f.nodes[s.node[m]].read, role, ids[m], links)
	}
	for m, l := range to {
		if l == nil || s.n == f.p.maxPages() {
			continue
		}
		if err := f.addNodes(ctx, []graph.PageID{l.To}); err != nil {
			return err
		}
		f.join([]*link{l})
		n := int32(f.byID[l.To])
		for _, e := range f.nodes[s.node[m]].edges {
			if e.to == n && e.kind == EdgeOut && !s.contains(n) {
				*s = f.with(s, extension{parent: int8(m), node: n, edge: e})
				break
			}
		}
	}
	return nil
}

// roleDistance is the distance in bytes within which a link must follow the words of a role.
const roleDistance = 60

// roleLink returns the link from a page to the one who has a role there, or nil.
func (f *frontier) roleLink(r *parsedPage, role string, page graph.PageID, links []*link) (best *link) {
	if r == nil {
		return nil
	}
	least := roleDistance
	for _, l := range links {
		e := r.element(l.Element)
		if l.From != page || e == nil {
			continue
		}
		for _, at := range values.Holders(role, e.Text.Text) {
			if d := strings.Index(e.Text.Text[at:], l.Anchor); d >= 0 && d < least {
				least, best = d, l
			}
		}
	}
	return best
}

// putFirst puts a chain before the others, and removes chains of the same pages.
func (f *frontier) putFirst(chains []state, s state) []state {
	same := func(o state) bool {
		return o.n == s.n && !slices.ContainsFunc(o.members(), func(n int32) bool { return !s.contains(n) })
	}
	if same(chains[0]) {
		return chains
	}
	s.shift = chains[0].score - s.score
	s.score = chains[0].score
	f.scored = append(f.scored, scored{s.node, s.n, s.score})
	return append([]state{s}, slices.DeleteFunc(chains, same)...)
}
