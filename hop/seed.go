package hop

import (
	"context"
	"math"

	"github.com/bridgehop/bridgehop/graph"
)

// node is a page the planner has met.
type node struct {
	id     graph.PageID
	head   graph.Head
	read   *reading
	holds  set       // terms of the claim the page has
	title  set       // of these, those in its title
	weight []float32 // how much of each term
	bears  uint64    // names of the claim that mean it
	bm25   float64   // by its words, 1 for the best seed
	name   float64   // how surely the claim names it
	seed   bool
	edges  []*edge // to other nodes, once expanded
	grown  bool
	shared bool // its names were looked for
}

// edge joins two nodes.
type edge struct {
	to       int32
	kind     EdgeKind
	via      graph.Link
	strength float64 // of the edge itself, from 0 to 1
	context  float64 // share of the claim's words that stand around it
	hub      float64 // links into the page it points to, as a logarithm
	bare     float64 // 1 for an inferred link that rests on a title without its parenthesis
	said     set     // of these words, which
	mutual   bool    // a link goes the other way, too
}

// frontier is everything met on the way from one claim.
type frontier struct {
	p     *Planner
	q     *query
	w     *Weights
	nodes []node
	byID  map[graph.PageID]int
	best  float64 // BM25 of the best seed
	words []graph.Hit

	strength     []float64 // of each name in the claim
	strengths    float64   // their sum
	scored       []scored
	start, apart *edge // the edges of a chain's first page and of a page that nothing joins to it
}

// mentionCandidates is how many pages of one name are looked at.
const mentionCandidates = 8

// seed finds the pages the claim leads to by itself: those it names, and those that have most of its words.
func (p *Planner) seed(ctx context.Context, q *query) (*frontier, error) {
	f := &frontier{p: p, q: q, w: p.weights(), byID: map[graph.PageID]int{},
		start: &edge{}, apart: &edge{kind: EdgeClaim}}
	hits, err := p.Text.Seeds(ctx, q.terms, max(p.seeds(), p.retrieve()))
	if err != nil {
		return nil, err
	}
	f.words = hits
	if len(hits) > 0 {
		f.best = hits[0].Score
	}
	var ids []graph.PageID
	for _, h := range hits[:min(len(hits), p.seeds())] {
		ids = append(ids, h.Page)
	}
	names := nameScores(q)
	for _, n := range names {
		ids = append(ids, n.Page)
	}
	if err := f.meet(ctx, ids); err != nil {
		return nil, err
	}
	for _, n := range names {
		if i, ok := f.byID[n.Page]; ok {
			f.nodes[i].name = n.Score
		}
	}
	for i := range f.nodes {
		f.nodes[i].seed = true
	}
	f.bear()
	return f, nil
}

// nameScores gives the pages the claim names, in the order of its words: sure for a long name that means one
// page, less so for a name within a longer one, another spelling, or a name of many.
func nameScores(q *query) []graph.Hit {
	var out []graph.Hit
	at := map[graph.PageID]int{}
	for i, m := range q.mentions {
		s := 1.0
		for j, o := range q.mentions {
			if i != j && o.Start <= m.Start && m.End <= o.End && o.End-o.Start > m.End-m.Start && exact(o) {
				s = 0.3
			}
		}
		for k, c := range m.Candidates {
			if k == mentionCandidates {
				break
			}
			v := s * nameStrength(q.text[m.Start:m.End]) * c.Prior
			if !c.Exact {
				v *= 0.7
			}
			if j, ok := at[c.Page]; ok {
				out[j].Score = max(out[j].Score, v)
				continue
			}
			at[c.Page] = len(out)
			out = append(out, graph.Hit{Page: c.Page, Score: v})
		}
	}
	return out
}

// maxNames is how many names of a claim are told apart.
const maxNames = 64

// bear notes which names of the claim each page bears: names within longer ones are no names of their own.
func (f *frontier) bear() {
	for i, m := range f.q.mentions {
		if len(f.strength) == maxNames || within(m, f.q.mentions, i) {
			continue
		}
		for _, c := range m.Candidates[:min(len(m.Candidates), mentionCandidates)] {
			if n, ok := f.byID[c.Page]; ok {
				f.nodes[n].bears |= 1 << len(f.strength)
			}
		}
		strength := nameStrength(f.q.text[m.Start:m.End])
		f.strength = append(f.strength, strength)
		f.strengths += strength
	}
}

// within tells whether a mention lies in a longer one.
func within(m graph.Mention, all []graph.Mention, i int) bool {
	for j, o := range all {
		if i != j && o.Start <= m.Start && m.End <= o.End && o.End-o.Start > m.End-m.Start {
			return true
		}
	}
	return false
}

func exact(m graph.Mention) bool {
	for _, c := range m.Candidates {
		if c.Exact {
			return true
		}
	}
	return false
}

// nameStrength grows with the number of words, from .5 for one to 1 for four and more.
func nameStrength(name string) float64 {
	words := 1
	for _, r := range name {
		if r == ' ' {
			words++
		}
	}
	return min(1, 0.5*math.Sqrt(float64(words)))
}

// meet makes nodes of pages that are not yet known, in one round trip to each of index, heads and pages.
func (f *frontier) meet(ctx context.Context, ids []graph.PageID) error {
	var fresh []graph.PageID
	for _, id := range ids {
		if _, ok := f.byID[id]; !ok {
			f.byID[id] = len(f.nodes) + len(fresh)
			fresh = append(fresh, id)
		}
	}
	if len(fresh) == 0 {
		return ctx.Err()
	}
	weights, err := f.p.Text.Weights(ctx, f.q.terms, fresh)
	if err != nil {
		return err
	}
	heads, err := f.p.Graph.Heads(ctx, fresh)
	if err != nil {
		return err
	}
	readings, err := f.p.readings(ctx, fresh)
	if err != nil {
		return err
	}
	for i, id := range fresh {
		n := node{id: id, head: heads[i], read: readings[i]}
		n.weight = weights[i]
		n.holds, n.bm25 = f.match(weights[i])
		if n.read != nil {
			f.matchTitle(&n)
		}
		f.nodes = append(f.nodes, n)
	}
	return nil
}

// match turns a page's term weights into the set of terms it has and its score relative to the best seed.
func (f *frontier) match(weights []float32) (holds set, score float64) {
	for t, w := range weights {
		if w > 0 {
			holds.add(t)
			score += f.q.idf[t] * float64(w)
		}
	}
	if f.best > 0 {
		score /= f.best
	}
	return holds, min(score, 1)
}

func (f *frontier) matchTitle(n *node) {
	for _, t := range n.read.title {
		if i, ok := f.q.index[t]; ok {
			n.title.add(i)
		}
	}
}

// readings reads pages, those that were read lately from the cache, the others in one round trip.
func (p *Planner) readings(ctx context.Context, ids []graph.PageID) ([]*reading, error) {
	out := make([]*reading, len(ids))
	var missing []graph.PageID
	var place []int
	for i, id := range ids {
		if out[i] = p.read.get(id); out[i] == nil {
			missing, place = append(missing, id), append(place, i)
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	pages, err := p.Graph.Pages(ctx, missing)
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if page == nil {
			continue
		}
		r := read(page, p.Text.Analyze)
		out[place[i]] = r
		p.read.add(missing[i], r)
	}
	return out, nil
}
