package hop

import (
	"context"

	"golang.org/x/sync/errgroup"

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
	grown  int     // the round it was expanded in, from 1; 0 for none yet
	shared bool    // its names were looked for
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
	double   bool    // the two are joined by another kind of edge, too
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

	strength     []float64       // of each name in the claim
	strengths    float64         // their sum
	spans        []graph.Mention // of each name
	scored       []scored
	round        int                        // of expanding, from 1
	rest         [][]graph.Link             // of each hub that was expanded, those of its links that were not followed
	growths      growths                    // see grow, which uses them again
	weighed      map[graph.PageID][]float32 // weights of pages that are about to be met
	start, apart *edge                      // the edges of a chain's first page and of a page that nothing joins to it
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
	var weights [][]float32
	var readings []*reading
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		readings, err = f.p.readings(ctx, fresh)
		return err
	})
	g.Go(func() (err error) {
		weights, err = f.weigh(ctx, fresh)
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	for i, id := range fresh {
		n := node{id: id, read: readings[i]}
		n.weight = weights[i]
		n.holds, n.bm25 = f.match(weights[i])
		if n.read != nil {
			n.head = n.read.head
			f.matchTitle(&n)
		}
		f.nodes = append(f.nodes, n)
	}
	return nil
}

// weigh gives the weights of pages, those that were weighed on the way here without asking the index again.
func (f *frontier) weigh(ctx context.Context, ids []graph.PageID) ([][]float32, error) {
	all := make([][]float32, len(ids))
	var missing []graph.PageID
	for i, id := range ids {
		if all[i] = f.weighed[id]; all[i] == nil {
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
		if all[i] == nil {
			all[i], weights = weights[0], weights[1:]
		}
	}
	return all, nil
}

// match turns a page's term weights into the set of terms it has and its score relative to the best seed.
func (f *frontier) match(weights []float32) (holds set, score float64) {
	for t, w := range weights {
		if w > 0 {
			holds.add(t)
			score += float64(f.q.idf[t] * float64(w))
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

// readings reads pages and their heads, those that were read lately from the cache, the others in one round trip.
func (p *Planner) readings(ctx context.Context, ids []graph.PageID) ([]*reading, error) {
	out := make([]*reading, len(ids))
	var missing []graph.PageID
	var place []int
	for i, id := range ids {
		if out[i], _ = p.read.get(id); out[i] == nil {
			missing, place = append(missing, id), append(place, i)
		}
	}
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
