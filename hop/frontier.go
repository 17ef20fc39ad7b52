package hop

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// expand follows the links of every page of the beam that was not expanded yet: one round trip a direction.
// Of the pages they lead to, the Frontier most promising become nodes.
func (f *frontier) expand(ctx context.Context, beam []state) error {
	var ids []graph.PageID
	for _, s := range beam {
		for _, n := range s.members() {
			if node := &f.nodes[n]; !node.grown {
				node.grown = true
				ids = append(ids, node.id)
			}
		}
	}
	if f.p.NoLinks || len(ids) == 0 {
		return ctx.Err()
	}
	links, err := f.p.Graph.Neighbors(ctx, ids, graph.Out, f.p.fanout())
	if err != nil {
		return err
	}
	if !f.p.NoInLinks {
		in, err := f.p.Graph.Neighbors(ctx, ids, graph.In, f.p.fanout())
		if err != nil {
			return err
		}
		links = append(links, in...)
	}
	if err := f.admit(ctx, links); err != nil {
		return err
	}
	f.join(links)
	return nil
}

// admit chooses which of the linked pages to look at, and makes nodes of them.
func (f *frontier) admit(ctx context.Context, links []graph.Link) error {
	type promise struct {
		id    graph.PageID
		score float64
	}
	at := map[graph.PageID]int{}
	var all []promise
	var ids []graph.PageID
	var from []set // what the page it is reached from holds
	var said []float64
	for _, l := range links {
		known, other := f.byID[l.From], l.To
		if _, ok := f.byID[l.From]; !ok {
			known, other = f.byID[l.To], l.From
		} else if _, ok := f.byID[l.To]; ok {
			continue
		}
		context := 0.0
		if other == l.To {
			_, context = f.context(&f.nodes[known], nil, l)
		}
		if i, ok := at[other]; ok {
			from[i] = from[i].common(f.nodes[known].holds)
			said[i] = max(said[i], context)
			continue
		}
		at[other] = len(ids)
		ids, from, said = append(ids, other), append(from, f.nodes[known].holds), append(said, context)
	}
	if len(ids) == 0 {
		return ctx.Err()
	}
	weights, err := f.p.Text.Weights(ctx, f.q.terms, ids)
	if err != nil {
		return err
	}
	for i, id := range ids {
		holds, score := f.match(weights[i])
		all = append(all, promise{id, f.q.weigh(holds.minus(from[i])) + score + said[i]})
	}
	slices.SortFunc(all, func(a, b promise) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	ids = ids[:0]
	for _, a := range all[:min(len(all), f.p.frontier())] {
		ids = append(ids, a.id)
	}
	return f.meet(ctx, ids)
}

// join makes edges of the links whose two ends are nodes, the best one for each pair, direction and node.
func (f *frontier) join(links []graph.Link) {
	for _, l := range links {
		from, ok := f.byID[l.From]
		if !ok {
			continue
		}
		to, ok := f.byID[l.To]
		if !ok || from == to {
			continue
		}
		e := edge{to: int32(to), kind: EdgeOut, via: l, strength: damp(f.nodes[to].head.In)}
		e.said, e.context = f.context(&f.nodes[from], &f.nodes[to], l)
		e.hub = math.Log10(1 + float64(f.nodes[to].head.In))
		if l.Inferred && graph.BareTitle(f.nodes[to].head.Title) != f.nodes[to].head.Title {
			e.bare = 1
		}
		back := e
		back.to, back.kind = int32(from), EdgeIn
		f.nodes[from].addEdge(&e)
		if !f.p.NoInLinks {
			f.nodes[to].addEdge(&back)
		}
	}
}

// addEdge keeps, for one neighbour and kind, the link with the best context.
func (n *node) addEdge(e *edge) {
	for i, o := range n.edges {
		if o.to == e.to && o.kind == e.kind {
			e.mutual = e.mutual || o.mutual
			if e.context > o.context {
				n.edges[i] = e
			}
			return
		}
		if o.to == e.to {
			o.mutual, e.mutual = true, true
		}
	}
	n.edges = append(n.edges, e)
}

// damp makes links to hubs count less: 1 up to ten links, then falling with the logarithm.
func damp(in int) float64 {
	return 1 / (1 + 0.5*math.Log10(max(1, float64(in)/10)))
}

// near is the distance in terms at which a word beside a link counts half.
const near = 6

// rootWorth is what a word of the same family counts against the word itself.
const rootWorth = 0.7

// context is how much of the claim stands around a link, the words of the two titles apart: the nearer a word
// to the anchor, the more it counts. It also tells which words they are.
func (f *frontier) context(from, to *node, l graph.Link) (said set, share float64) {
	if from.read == nil {
		return said, 0
	}
	e := from.read.element(l.Element)
	if e == nil {
		return said, 0
	}
	known := from.title
	if to != nil {
		known = known.union(to.title)
	}
	anchor := e.at(l.Anchor)
	best := map[int]float64{}
	for i, t := range e.terms {
		worth := 1.0
		k, ok := f.q.index[t]
		if !ok {
			if k, ok = f.q.roots[e.roots[i]]; !ok {
				continue
			}
			worth = rootWorth
		}
		if known.has(k) {
			continue
		}
		if anchor >= 0 {
			worth *= near / (near + math.Abs(float64(i-anchor)))
		}
		said.add(k)
		best[k] = max(best[k], worth)
	}
	return said, f.q.share(best)
}
