package hop

import (
	"cmp"
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

// cited is an element that may be evidence.
type cited struct {
	ref    graph.Ref
	member int
	holds  set
	extra  float64
}

// cite chooses the chain's evidence: of every page its best element, then, whatever page it is of, the element
// that adds most to what has been cited, until nothing adds or FEVEROUS's limits are met.
func (f *frontier) cite(s *state) []Evidence {
	pool := f.citable(s)
	var out []Evidence
	var covered set
	done := make([]bool, s.n)
	sentences, cells := 0, 0
	take := func(i int, score float64) {
		c := pool[i]
		out = append(out, Evidence{Ref: c.ref, Score: score})
		covered = covered.union(c.holds)
		done[c.member] = true
		if c.ref.Kind == graph.KindSentence {
			sentences++
		} else {
			cells++
		}
		pool = slices.Delete(pool, i, i+1)
	}
	for {
		best, worth := -1, 0.0
		for i, c := range pool {
			sentence := c.ref.Kind == graph.KindSentence
			if sentence && sentences == MaxSentences || !sentence && cells == MaxCells {
				continue
			}
			// A word cited already counts a little: what repeats the claim's words is still about it.
			v := f.q.weigh(c.holds.minus(covered)) + 0.25*f.q.weigh(c.holds.common(covered)) + c.extra
			if done[c.member] && f.q.weigh(c.holds.minus(covered)) < leastShare {
				continue
			}
			if !done[c.member] {
				v++
			}
			if v > worth {
				best, worth = i, v
			}
		}
		if best < 0 {
			break
		}
		if !done[pool[best].member] {
			worth--
		}
		take(best, worth)
	}
	slices.SortStableFunc(out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return out
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
			c := cited{ref: graph.Ref{Page: node.id, Element: e.Element}, member: m}
			for _, t := range terms {
				if k, ok := f.q.index[t]; ok {
					c.holds.add(k)
				}
			}
			c.holds = c.holds.union(node.title)
			if first && e.Kind == graph.KindSentence {
				c.extra, first = leadBonus, false
			}
			c.extra += f.bridges(s, m, e, terms)
			out = append(out, c)
		}
	}
	return out
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
