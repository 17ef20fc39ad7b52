package study

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/hop"
)

// Unseen is the confidence of an edge between two pages without a known join. The data often has only a part of a page,
// and the link may be in the rest.
const Unseen = 0.02

// surest bounds confidences away from 0 and 1, so that odds are finite.
const surest = 0.999

// maxTreePages bounds the enumeration of trees: there are n^(n-2) of them (Cayley 1889), 1,296 for 6 pages.
const maxTreePages = 6

// Settle sorts Edges, marks the best tree and sets Shapes, by the rule for cycles in the comment of Graph. It drops
// edges that don't join pages of g. A graph of more than maxTreePages pages gets no tree and no shape.
func (g *Graph) Settle() {
	at := g.places()
	g.order(at)
	n := len(g.Pages)
	if g.Shapes = []ShapeGuess{}; n > maxTreePages {
		return
	}
	var all [][2]int
	odds := map[[2]int]float64{}
	for i := range n {
		for j := i + 1; j < n; j++ {
			all = append(all, [2]int{i, j})
			odds[[2]int{i, j}] = Unseen / (1 - Unseen)
			if g.grown != nil {
				odds[[2]int{i, j}] = 1
			}
		}
	}
	for _, e := range g.Edges {
		if e.Source != Family { // growth weighs its trees itself
			c := min(max(e.Confidence, 1-surest), surest)
			odds[e.pair(at)] = max(odds[e.pair(at)], c/(1-c))
		}
	}
	shapes, most, tree := map[string]float64{}, map[string]float64{}, map[string][][2]int{}
	weigh := func(t [][2]int, w float64) {
		for _, e := range t {
			w *= odds[e]
		}
		shape := hop.ShapeOf(n, t)
		shapes[shape] += w
		if w > most[shape]*(1+1e-9) {
			most[shape], tree[shape] = w, t
		}
	}
	for _, t := range g.grown {
		weigh(t.tree, t.weight)
	}
	if g.grown == nil {
		trees(all, nil, n-1, func(t [][2]int) { weigh(t, 1) })
	}
	g.guess(shapes)
	g.mark(at, tree[g.Shape()])
}

// places returns the index of each page.
func (g *Graph) places() map[string]int {
	at := map[string]int{}
	for i, p := range g.Pages {
		at[p] = i
	}
	return at
}

// known takes the edges that the claims file gives for the tree, if they are one. Listed edges that hold a cycle leave
// the graph without a shape. It returns false if the tree is still open.
func (g *Graph) known() bool {
	at := g.places()
	var joins [][2]int
	for _, e := range g.Edges {
		p := e.pair(at)
		if slices.Contains(joins, p) {
			continue
		}
		if around := way(joins, p[0], p[1]); around != nil && e.Source == Annotated {
			for _, page := range append(around, p[0]) {
				g.Cycle = append(g.Cycle, g.Pages[page])
			}
			g.Shapes = []ShapeGuess{}
			g.order(at)
			return true
		} else if around != nil {
			return false
		}
		joins = append(joins, p)
	}
	if len(joins) == 0 || len(joins) < len(g.Pages)-1 {
		return false
	}
	g.guess(map[string]float64{hop.ShapeOf(len(g.Pages), joins): 1})
	g.mark(at, joins)
	return true
}

// way returns the pages from a to b along the joins of a forest; nil if no way leads there.
func way(joins [][2]int, a, b int) []int {
	if a == b {
		return []int{a}
	}
	for i, j := range joins {
		if j[1] == a {
			j[0], j[1] = j[1], j[0]
		}
		if j[0] != a {
			continue
		}
		if rest := way(slices.Concat(joins[:i], joins[i+1:]), j[1], b); rest != nil {
			return append([]int{a}, rest...)
		}
	}
	return nil
}

// order sorts edges and drops those that join no two pages of g.
func (g *Graph) order(at map[string]int) {
	g.Edges = slices.DeleteFunc(g.Edges, func(e Edge) bool {
		_, from := at[e.From]
		_, to := at[e.To]
		return !from || !to || e.From == e.To || e.Source == Unobserved && !e.InTree
	})
	if g.Edges == nil {
		g.Edges = []Edge{}
	}
	slices.SortStableFunc(g.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(at[a.From], at[b.From]), cmp.Compare(at[a.To], at[b.To]),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Via, b.Via))
	})
}

// surest returns the most confident edge of each pair of pages.
func (g *Graph) surest(at map[string]int) map[[2]int]int {
	out := map[[2]int]int{}
	for i := range g.Edges {
		p := g.Edges[i].pair(at)
		if before, ok := out[p]; !ok || g.Edges[i].Confidence > g.Edges[before].Confidence {
			out[p] = i
		}
	}
	return out
}

// pair returns the places of the two pages of an edge, the lower first.
func (e *Edge) pair(at map[string]int) [2]int {
	return [2]int{min(at[e.From], at[e.To]), max(at[e.From], at[e.To])}
}

// mark sets InTree on the surest edge of each pair of the tree. A pair that nothing joins gets an Unobserved edge, so
// that the tree can be drawn.
func (g *Graph) mark(at map[string]int, tree [][2]int) {
	for i := range g.Edges {
		g.Edges[i].InTree = false
	}
	best := g.surest(at)
	for _, t := range tree {
		i, ok := best[t]
		if !ok {
			i = len(g.Edges)
			g.Edges = append(g.Edges, Edge{From: g.Pages[t[0]], To: g.Pages[t[1]], Kind: ClaimOnly, Source: Unobserved,
				Confidence: Unseen})
		}
		g.Edges[i].InTree = true
	}
	g.order(at)
}

// leastGuess is the confidence below which a shape is not listed.
const leastGuess = 0.05

// guess sets Shapes by the weights of shapes.
func (g *Graph) guess(shapes map[string]float64) {
	g.Shapes, g.likely = []ShapeGuess{}, map[string]float64{}
	total := 0.0
	for _, s := range slices.Sorted(maps.Keys(shapes)) {
		total += shapes[s]
	}
	for s, w := range shapes {
		g.likely[s] = w / total
		g.Shapes = append(g.Shapes, ShapeGuess{Shape: s, Confidence: round(w / total)})
	}
	slices.SortFunc(g.Shapes, func(a, b ShapeGuess) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Shape, b.Shape))
	})
	for len(g.Shapes) > 1 && g.Shapes[len(g.Shapes)-1].Confidence < leastGuess {
		g.Shapes = g.Shapes[:len(g.Shapes)-1]
	}
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// trees visits every tree that has more of the joins besides a forest's.
func trees(joins, forest [][2]int, more int, visit func([][2]int)) {
	if more == 0 {
		visit(forest)
		return
	}
	for i, j := range joins {
		if way(forest, j[0], j[1]) == nil {
			trees(joins[i+1:], append(slices.Clone(forest), j), more-1, visit)
		}
	}
}
