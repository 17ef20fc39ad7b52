package hop

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// node is a page the planner has met.
type node struct {
	id         graph.PageID
	head       graph.Head
	read       *reading
	holds      set       // terms of the claim the page has
	title      set       // of these, those in its title
	titleShare float64   // of its title's words, how many the claim has
	deep       bool      // its best passage isn't its first one
	weight     []float32 // how much of each term, see credit
	credit     []float32 // of each term, what its passage counts
	lead       set       // terms of the claim in its first sentences; of a claim only
	phrase     set       // phrases of the claim in them
	names      uint64    // names of the claim that mean it
	bm25       float64   // by its words, 1 for the best seed
	name       float64   // how surely the claim names it
	seed       bool
	edges      []*edge // to other nodes, once expanded
	expanded   int     // the round it was expanded in, from 1; 0 for none yet
	shared     bool    // its names were looked for
}

// edge joins two nodes.
type edge struct {
	to       int32
	kind     EdgeKind
	via      graph.Link
	strength float64 // of the edge itself, from 0 to 1
	context  float64 // share of the claim's words near it
	hub      float64 // links into the page it points to, as a logarithm
	bare     float64 // 1 for an inferred link that rests on a title without its parenthesis
	near     set     // these words
	double   bool    // an edge of another kind joins the two as well
	loose    bool    // a shared target that neither names: see joinShared
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

	claimLines *lines // the claim's phrases; nil until they are asked for

	strength     []float64       // of each name in the claim
	strengths    float64         // their sum
	spans        []graph.Mention // of each name
	nameTerms    []set           // of each name, the claim's terms in it
	partial      uint64          // names that are a part of a longer name
	common       uint64          // names that the claim has as common words: "the horse"
	scored       []scored
	extensions   extensions                   // see grow, which uses their memory again
	round        int                          // of expanding, from 1
	rest         [][]graph.Link               // of each hub that was expanded, those of its links that were not followed
	weighed      map[graph.PageID]graph.Match // weights of pages that are about to be met
	start, apart *edge                        // the edges of a chain's first page and of a page that nothing joins to it
}

// meet makes nodes of pages that are not yet known; index and pages are asked side by side.
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
	var matches []graph.Match
	var readings []*reading
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		readings, err = f.p.readings(ctx, fresh)
		return err
	})
	g.Go(func() (err error) {
		matches, err = f.weigh(ctx, fresh)
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	for i, id := range fresh {
		n := node{id: id, read: readings[i]}
		n.holds, n.bm25 = f.match(matches[i])
		n.deep = matches[i].Best > 0
		n.weight, n.credit = matches[i].Weight, f.credited(&matches[i])
		if n.read != nil {
			n.head = n.read.head
			f.matchTitle(&n)
			f.matchLead(&n)
		}
		f.nodes = append(f.nodes, n)
	}
	return nil
}

// weigh gives the weights of pages, those that were weighed on the way here without asking the index again.
func (f *frontier) weigh(ctx context.Context, ids []graph.PageID) ([]graph.Match, error) {
	all := make([]graph.Match, len(ids))
	var missing []graph.PageID
	for i, id := range ids {
		if all[i] = f.weighed[id]; all[i].Weight == nil {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return all, ctx.Err()
	}
	weights, err := f.p.Text.Weights(ctx, f.q.terms, missing)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Weight == nil {
			all[i], weights = weights[0], weights[1:]
		}
	}
	return all, nil
}

func credit(passage uint8) float64 { return credits[min(int(passage), len(credits)-1)] }

// credited are the credits of a match's terms; it multiplies their weights by them.
func (f *frontier) credited(m *graph.Match) []float32 {
	out := make([]float32, len(m.Weight))
	for t, w := range m.Weight {
		if w > 0 {
			c := credit(m.Passage[t])
			out[t], m.Weight[t] = float32(c), float32(c*float64(w))
		}
	}
	return out
}

// match turns a page's term weights into the set of terms it has and its score relative to the best seed.
func (f *frontier) match(m graph.Match) (holds set, score float64) {
	for t, w := range m.Weight {
		if w > 0 {
			holds.add(t)
			score += float64(f.q.idf[t] * float64(float64(w)*credit(m.Passage[t])))
		}
	}
	if f.best > 0 {
		score /= f.best
	}
	return holds, min(score, 1)
}

func (f *frontier) matchTitle(n *node) {
	had := 0
	for _, t := range n.read.title {
		if i, ok := f.q.index[t]; ok {
			n.title.add(i)
			had++
		}
	}
	if had > 0 {
		n.titleShare = float64(had) / float64(len(n.read.title))
	}
}

// matchLead notes what a page's first sentences have of a claim.
func (f *frontier) matchLead(n *node) {
	if f.q.asks {
		return
	}
	if f.claimLines == nil {
		f.claimLines = f.lines()
	}
	seen := 0
	for i := range n.read.elements {
		e := &n.read.elements[i]
		if e.Kind != graph.KindSentence {
			continue
		}
		w := n.read.words(e)
		if len(w.terms) < leadTerms && n.read.long() {
			continue
		}
		has, phrases := f.claimLines.match(f.q, w.terms)
		n.lead, n.phrase = n.lead.union(has), n.phrase.union(phrases)
		if seen++; seen == leadSentences {
			return
		}
	}
}

// Pages returns pages, aligned with ids; nil where the store has no such page. Those of claims that were planned lately come from memory.
func (p *Planner) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	out := make([]*graph.Page, len(ids))
	known, missing, place := p.known(ids)
	for i, r := range known {
		if r != nil {
			out[i] = r.page
		}
	}
	if len(missing) == 0 {
		return out, ctx.Err()
	}
	pages, err := p.Graph.Pages(ctx, missing)
	for i := range pages {
		out[place[i]] = pages[i]
	}
	return out, err
}

// readings reads pages and their heads, those that were read lately from the cache, the others in one round trip.
func (p *Planner) readings(ctx context.Context, ids []graph.PageID) ([]*reading, error) {
	out, missing, place := p.known(ids)
	if len(missing) == 0 {
		return out, nil
	}
	pages, heads, err := p.readPages(ctx, missing)
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if page == nil {
			continue
		}
		r := read(page, p.Text.Analyze)
		r.head, r.folded = heads[i], graph.FoldTitle(heads[i].Title)
		out[place[i]] = r
		p.read.add(missing[i], r, r.size)
	}
	return out, nil
}

// known are the readings in the cache, aligned with ids; the pages that aren't there are missing, each with its place among ids.
func (p *Planner) known(ids []graph.PageID) (out []*reading, missing []graph.PageID, place []int) {
	out = make([]*reading, len(ids))
	for i, id := range ids {
		if out[i], _ = p.read.get(id); out[i] == nil {
			missing, place = append(missing, id), append(place, i)
		}
	}
	return out, missing, place
}
