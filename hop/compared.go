package hop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/values"
)

// compared puts first, for a claim that compares two things it names, the chain of their pages; and of "the director of X was born before the director of Y" the
// pages behind the links of those who are compared, too. The chain has the score of the one it is put before.
func (f *frontier) compared(ctx context.Context, chains []state) ([]state, error) {
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
			s := f.beside(x, y)
			if err := f.along(ctx, &s, [2]graph.Mention{a, b}); err != nil {
				return nil, err
			}
			return f.first(chains, s), nil
		}
	}
	return chains, nil
}

func span(m graph.Mention) values.Span { return values.Span{From: m.Start, To: m.End} }

// sides are the pages that two names mean: those of the best chain with a page of each, else those that each name means most.
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
			if means(int32(n), name) && (most < 0 || cmp.Or(cmp.Compare(f.nodes[n].name, f.nodes[most].name), cmp.Compare(f.nodes[n].bm25, f.nodes[most].bm25)) > 0) {
				most = int32(n)
			}
		}
		return most
	}
	x, y = best(a), best(b)
	return x, y, x >= 0 && y >= 0 && x != y
}

// beside is the chain of two pages that the claim sets side by side.
func (f *frontier) beside(x, y int32) state {
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

// along adds to a chain of two pages those of who the claim compares, where it names them by what they are to the two: the target of the first link behind
// "directed by".
func (f *frontier) along(ctx context.Context, s *state, names [2]graph.Mention) error {
	var ids []graph.PageID
	for _, n := range s.members() {
		ids = append(ids, f.nodes[n].id)
	}
	var to [2]graph.Link
	for m, name := range names {
		role := values.Role(f.q.text, span(name))
		if role == "" || f.p.NoLinks {
			continue
		}
		links, _, err := f.p.links(ctx, ids[m:m+1], func(graph.PageID) bool { return false })
		if err != nil {
			return err
		}
		to[m] = f.holder(f.nodes[s.node[m]].read, role, ids[m], links)
	}
	for m, l := range to {
		if l.To == 0 || s.n == f.p.maxPages() {
			continue
		}
		if err := f.meet(ctx, []graph.PageID{l.To}); err != nil {
			return err
		}
		f.join([]graph.Link{l})
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

// near is how far behind the words of a role, in bytes, a link may stand.
const near = 60

// holder is the link of a page to whoever has a role there, the zero Link where none is found.
func (f *frontier) holder(r *reading, role string, page graph.PageID, links []graph.Link) (best graph.Link) {
	if r == nil {
		return best
	}
	least := near
	for i := range links {
		l := &links[i]
		e := r.element(l.Element)
		if l.From != page || e == nil {
			continue
		}
		for _, at := range values.Holders(role, e.text) {
			if d := strings.Index(e.text[at:], l.Anchor); d >= 0 && d < least {
				least, best = d, *l
			}
		}
	}
	return best
}

// first puts a chain before the others, and takes out what has the same pages.
func (f *frontier) first(chains []state, s state) []state {
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
