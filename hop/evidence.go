package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// How much evidence a chain cites: as much as FEVEROUS's scorer counts (Aly et al. 2021, section 5).
const (
	MaxSentences = 5
	MaxCells     = 25 // cells, captions and list items
)

// chain is what callers see of a state, with its evidence.
func (f *frontier) chain(s *state) Chain {
	c := Chain{Score: s.score, Parts: f.parts(s)}
	c.Parts.Model = s.model
	var seen set
	for m, n := range s.members() {
		node := &f.nodes[n]
		kind, via := f.shownEdge(s, m)
		c.Steps = append(c.Steps, Step{
			Page: node.id, Parent: int(s.parent[m]), Edge: kind, Via: via, Score: node.bm25,
			Named: f.q.named(node.id), Words: f.q.spell(node.holds.minus(seen)),
		})
		seen = seen.union(node.holds)
	}
	c.Evidence = f.cite(s)
	return c
}

// shownEdge is the edge of a chain's m-th page that callers see: a hyperlink where one joins the two, whatever else was worth more.
func (f *frontier) shownEdge(s *state, m int) (EdgeKind, graph.Link) {
	e := s.edge[m]
	if e.kind != EdgeShared && e.kind != EdgeClaim {
		return e.kind, e.via
	}
	for _, o := range f.nodes[s.node[s.parent[m]]].edges {
		if o.to == s.node[m] && (o.kind == EdgeOut || o.kind == EdgeIn) {
			return o.kind, o.via
		}
	}
	if e.loose {
		return EdgeClaim, e.via
	}
	return e.kind, e.via
}

// citable lists what may be evidence of the chain's pages, with what each holds of the claim: of every page its sentences,
// captions and items in reading order, then the rows of its tables.
func (f *frontier) citable(s *state) []cited {
	var out []cited
	for m, n := range s.members() {
		node := &f.nodes[n]
		if node.read == nil {
			continue
		}
		first := true
		add := func(c cited) {
			c.member = m
			c.own = f.q.weigh(c.holds)
			c.holds = c.holds.union(node.title)
			out = append(out, c)
		}
		for i := range node.read.elements {
			e := &node.read.elements[i]
			if e.Kind.IsCell() {
				continue // see row
			}
			w := node.read.words(e)
			if len(w.terms) == 0 {
				continue
			}
			c := f.matchWords(w)
			if node.read.long() && c.holds.size() == len(w.terms) && c.holds.minus(node.title).size() == 0 {
				continue // a heading or caption that repeats the title
			}
			c.ref, c.sentence = graph.Ref{Page: node.id, Element: e.Element}, e.Kind == graph.KindSentence
			if first && c.sentence && (len(w.terms) >= leadTerms || !node.read.long()) {
				c.lead, c.extra, first = true, leadBonus, false
			}
			c.long = node.read.long()
			if c.joins = f.joins(s, m, e, w.terms); c.joins != 0 {
				c.extra += linkBonus
			}
			add(c)
		}
		lines := node.read.tableRows()
		for i := range lines {
			if c, ok := f.row(s, m, node.read, &lines[i]); ok {
				add(c)
			}
		}
	}
	rivals(out)
	return out
}

// matchWords finds the claim's terms in an element.
func (f *frontier) matchWords(w *wording) (c cited) {
	for i, t := range w.terms {
		if k, ok := f.q.index[t]; ok {
			c.holds.add(k)
		} else if k, ok := f.q.roots[w.roots[i]]; ok {
			c.soft.add(k)
		} else if k, ok := f.q.related[t]; ok {
			c.soft.add(k)
		}
	}
	c.soft = c.soft.minus(c.holds)
	if rare := f.q.weigh(c.holds) * f.q.total; rare > 0 {
		c.dense = rare / (rare + otherWords*float64(len(w.terms)-c.holds.size()))
	}
	return c
}

// joins are the chain's other pages that an element of one leads to: it holds a link to them, or names them. A bit a member.
func (f *frontier) joins(s *state, member int, e *element, terms []uint64) (out uint8) {
	for m, n := range s.members() {
		other := &f.nodes[n]
		if m != member && (s.via(member, m, e) || other.read.isTarget(e.links) || named(other.read, terms)) {
			out |= 1 << m
		}
	}
	return out
}

// isTarget tells whether a link leads to the page by its title.
func (r *reading) isTarget(links []graph.Hyperlink) bool {
	return r != nil && slices.ContainsFunc(links, func(l graph.Hyperlink) bool { return graph.FoldTitle(l.Target) == r.folded })
}

// via tells whether the chain's link between two members stands in an element of the first: a redirect's target has another
// title than the link.
func (s *state) via(member, other int, e *element) bool {
	from, to, kind := member, other, EdgeOut
	if to < from {
		from, to, kind = other, member, EdgeIn
	}
	j := s.edge[to]
	return j != nil && j.kind == kind && int(s.parent[to]) == from && j.via.Element == e.Element
}

// named tells whether all words of a page's title stand among the terms.
func named(r *reading, terms []uint64) bool {
	if r == nil || len(r.title) == 0 {
		return false
	}
	for _, t := range r.title {
		if !slices.Contains(terms, t) {
			return false
		}
	}
	return true
}

// Cite chooses the evidence that given pages hold for a claim, as Plan does for the pages of its chains: of
// every page its best element, then what adds most. It is the planner with the pages known, by which the cost
// of finding them is measured. The pages of a chain count together, four at a time where there are more.
func (p *Planner) Cite(ctx context.Context, claim string, pages []graph.PageID) ([]Evidence, error) {
	q, err := p.ask(ctx, claim)
	if err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	f := &frontier{p: p, q: q, w: p.weights(q.asks), byID: map[graph.PageID]int{}}
	if err := f.meet(ctx, pages); err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	var out []Evidence
	var s state
	for first := 0; first < len(f.nodes); first += len(s.node) {
		s = state{}
		for n := first; n < min(first+len(s.node), len(f.nodes)); n++ {
			s.node[s.n], s.parent[s.n] = int32(n), -1
			s.n++
		}
		out = append(out, f.cite(&s)...)
	}
	slices.SortStableFunc(out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return out, nil
}
