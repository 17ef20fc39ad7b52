package study

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/hop"
)

// weighed is a tree with its weight.
type weighed struct {
	tree   [][2]int // pairs of places in Graph.Pages, the lower first
	weight float64
}

// known takes the edges that the claims file gives for the tree, or finds a cycle of them.
func (g *Graph) known() {
	var joins [][2]int
	for _, e := range g.Edges {
		p := g.pair(e)
		if slices.Contains(joins, p) {
			continue
		}
		for _, page := range way(joins, p[0], p[1]) {
			g.Cycle = append(g.Cycle, g.Pages[page])
		}
		if g.Cycle != nil {
			g.Cycle = append(g.Cycle, g.Cycle[0])
			return
		}
		joins = append(joins, p)
	}
	if len(joins) == len(g.Pages)-1 {
		g.trees = []weighed{{joins, 1}}
	}
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

// settle sorts Edges, sets Shapes by the weights of trees, and marks the best tree of the first shape. Three pages have
// one shape whatever their tree; a graph of more without known trees has none.
func (g *Graph) settle() {
	shapes, best := map[string]float64{}, map[string]weighed{}
	for _, t := range g.trees {
		shape := hop.ShapeOf(len(g.Pages), t.tree)
		shapes[shape] += t.weight
		if t.weight > best[shape].weight*(1+1e-9) {
			best[shape] = t
		}
	}
	if g.trees == nil && g.Cycle == nil && len(g.Pages) == 3 {
		shapes["3"] = 1
	}
	g.guess(shapes)
	for _, p := range best[g.Shape()].tree {
		g.Edges[slices.IndexFunc(g.Edges, func(e Edge) bool { return g.pair(e) == p })].InTree = true
	}
	slices.SortStableFunc(g.Edges, func(a, b Edge) int {
		p, q := g.pair(a), g.pair(b)
		return cmp.Or(slices.Compare(p[:], q[:]), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Source, b.Source),
			cmp.Compare(a.Via, b.Via))
	})
}

// pair returns the places of the two pages of an edge, the lower first.
func (g *Graph) pair(e Edge) [2]int {
	a, b := slices.Index(g.Pages, e.From), slices.Index(g.Pages, e.To)
	return [2]int{min(a, b), max(a, b)}
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
