package study

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/hop"
)

// unseen is the confidence of an edge between two pages without a known join. The data often has only a part of a page,
// and the link may be in the rest.
const unseen = 0.02

// surest bounds confidences away from 0 and 1, so that odds are finite.
const surest = 0.999

// maxTreePages bounds the enumeration of trees: there are n^(n-2) of them (Cayley 1889), 1,296 for 6 pages.
const maxTreePages = 6

// weighed is a tree with its weight.
type weighed struct {
	tree   [][2]int // pairs of places in Graph.Pages, the lower first
	weight float64
}

// Settle sorts Edges, marks the best tree and sets Shapes, by the rule for cycles in the comment of Graph. A graph with
// a Cycle, or of more than maxTreePages pages of which no tree is known, gets no tree and no shape.
func (g *Graph) Settle() {
	n, all := len(g.Pages), g.grown
	g.Shapes = []ShapeGuess{}
	g.order()
	if g.Cycle != nil || n > maxTreePages && all == nil {
		return
	}
	var joins [][2]int
	odds := map[[2]int]float64{}
	for i := range n {
		for j := i + 1; j < n; j++ {
			joins = append(joins, [2]int{i, j})
			odds[[2]int{i, j}] = unseen / (1 - unseen)
			if all != nil {
				odds[[2]int{i, j}] = 1
			}
		}
	}
	for _, e := range g.Edges {
		if e.Source != Family { // growth weighs its trees itself
			c := min(max(e.Confidence, 1-surest), surest)
			odds[g.pair(e)] = max(odds[g.pair(e)], c/(1-c))
		}
	}
	if all == nil {
		all = trees(joins, nil, n-1)
	}
	shapes, best := map[string]float64{}, map[string]weighed{}
	for _, t := range all {
		for _, e := range t.tree {
			t.weight *= odds[e]
		}
		shape := hop.ShapeOf(n, t.tree)
		shapes[shape] += t.weight
		if t.weight > best[shape].weight*(1+1e-9) {
			best[shape] = t
		}
	}
	g.guess(shapes)
	g.mark(best[g.Shape()].tree)
}

// known takes the edges that the claims file gives for the tree, or finds a cycle of them. It returns false if the tree
// is still open.
func (g *Graph) known() bool {
	var joins [][2]int
	for _, e := range g.Edges {
		p := g.pair(e)
		if slices.Contains(joins, p) {
			continue
		}
		if around := way(joins, p[0], p[1]); around != nil {
			if e.Source != Annotated {
				return false
			}
			for _, page := range append(around, p[0]) {
				g.Cycle = append(g.Cycle, g.Pages[page])
			}
			return true
		}
		joins = append(joins, p)
	}
	if len(joins) == 0 || len(joins) < len(g.Pages)-1 {
		return false
	}
	g.grown = []weighed{{joins, 1}}
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

// trees returns every tree that has more of the joins besides a forest's, each of weight 1.
func trees(joins, forest [][2]int, more int) (out []weighed) {
	if more == 0 {
		return []weighed{{forest, 1}}
	}
	for i, j := range joins {
		if way(forest, j[0], j[1]) == nil {
			out = append(out, trees(joins[i+1:], append(slices.Clone(forest), j), more-1)...)
		}
	}
	return out
}

// pair returns the places of the two pages of an edge, the lower first.
func (g *Graph) pair(e Edge) [2]int {
	a, b := slices.Index(g.Pages, e.From), slices.Index(g.Pages, e.To)
	return [2]int{min(a, b), max(a, b)}
}

// order sorts edges.
func (g *Graph) order() {
	if g.Edges == nil {
		g.Edges = []Edge{}
	}
	slices.SortStableFunc(g.Edges, func(a, b Edge) int {
		return cmp.Or(slices.Index(g.Pages, a.From)-slices.Index(g.Pages, b.From),
			slices.Index(g.Pages, a.To)-slices.Index(g.Pages, b.To),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Via, b.Via))
	})
}

// mark sets InTree on the surest edge of each pair of the tree. A pair that nothing joins gets an Unobserved edge, so
// that the tree can be drawn.
func (g *Graph) mark(tree [][2]int) {
	for _, p := range tree {
		best := -1
		for i, e := range g.Edges {
			if g.pair(e) == p && (best < 0 || e.Confidence > g.Edges[best].Confidence) {
				best = i
			}
		}
		if best < 0 {
			best = len(g.Edges)
			g.Edges = append(g.Edges, Edge{From: g.Pages[p[0]], To: g.Pages[p[1]], Kind: ClaimOnly, Source: Unobserved,
				Confidence: unseen})
		}
		g.Edges[best].InTree = true
	}
	g.order()
}

// leastGuess is the confidence below which a shape is not listed.
const leastGuess = 0.05

// guess sets Shapes by the weights of shapes.
func (g *Graph) guess(shapes map[string]float64) {
	g.likely = map[string]float64{}
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
