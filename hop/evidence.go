package hop

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// How much evidence a chain cites: as much as FEVEROUS's scorer counts (Aly et al. 2021, section 5).
const (
	MaxSentences = 5
	MaxCells     = 25 // cells, captions and list items
)

const (
	leastShare = 0.02 // share of the claim an element must add to be cited as a page's second
	leastOdds  = -1.2 // log odds from which a sentence is cited for a claim: of four such one is gold
	strange    = 4    // what a word that is not the claim's weighs in an element, against the rarity of those that are
	leadBonus  = 0.03 // a page's first sentence says what it is
	linkBonus  = 0.08 // an element that holds the chain's link
)

// chains turns the best states into what callers see, with their evidence.
func (f *frontier) chains(ctx context.Context, all []state) ([]Chain, error) {
	var out []Chain
	for i := range all[:min(len(all), f.p.chains())] {
		out = append(out, f.chain(&all[i]))
	}
	return out, ctx.Err()
}

func (f *frontier) chain(s *state) Chain {
	c := Chain{Score: s.score, Parts: f.w.parts(&s.feat)}
	c.Parts.Model = s.model
	var told set
	for m, n := range s.members() {
		node := &f.nodes[n]
		c.Steps = append(c.Steps, Step{
			Page: node.id, Parent: int(s.parent[m]), Edge: s.edge[m].kind, Via: s.edge[m].via, Score: node.bm25,
			Named: f.q.named(node.id), Words: f.q.spell(node.holds.minus(told)),
		})
		told = told.union(node.holds)
	}
	c.Evidence = f.cite(s)
	return c
}

// citable lists the chain's elements in reading order, with what each holds of the claim.
func (f *frontier) citable(s *state) []cited {
	var out []cited
	for m, n := range s.members() {
		node := &f.nodes[n]
		if node.read == nil {
			continue
		}
		first := true
		for i := range node.read.elements {
			e := &node.read.elements[i]
			terms := node.read.words(e).terms
			if len(terms) == 0 {
				continue
			}
			c := f.heard(node.read.words(e))
			c.ref, c.member, c.sentence = graph.Ref{Page: node.id, Element: e.Element}, m, e.Kind == graph.KindSentence
			c.holds = c.holds.union(node.title)
			if first && c.sentence {
				c.lead, c.extra, first = true, leadBonus, false
			}
			c.extra += f.bridges(s, m, e, terms)
			out = append(out, c)
		}
	}
	rivals(out)
	return out
}

// heard tells which of the claim's terms an element has.
func (f *frontier) heard(w *wording) (c cited) {
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
	c.own = f.q.weigh(c.holds)
	if rare := c.own * f.q.total; rare > 0 {
		c.dense = rare / (rare + strange*float64(len(w.terms)-c.holds.size()))
	}
	return c
}

// bridges is what an element is worth for leading to the chain's other pages: it holds the link, or names them.
func (f *frontier) bridges(s *state, member int, e *element, terms []uint64) float64 {
	best := 0.0
	for m, n := range s.members() {
		if m == member {
			continue
		}
		other := &f.nodes[n]
		for _, l := range e.links {
			if graph.FoldTitle(l.Target) == other.head.Title {
				best = max(best, linkBonus)
			}
		}
		if named(other.read, terms) {
			best = max(best, linkBonus)
		}
	}
	return best
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
