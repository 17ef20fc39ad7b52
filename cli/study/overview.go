package study

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Overview counts gold graphs by shape, order of growth, kind and source of edges, and positions of named pages.
func Overview(gold []*Graph, seed uint64) *Table {
	t := &Table{Name: "gold", Title: "Gold reasoning graphs", Keys: []string{"of", "what"},
		Note: "shapes: share of claims whose surest shape it is; sure: the mean confidence in it; " +
			"edges: the share of the best trees' edges; " +
			"named: the share of pages in this position whose title stands in the claim."}
	t.Count("claims", len(gold), "claims", "all")
	t.countShapes(gold, seed)
	t.countEdges(gold, seed)
	t.countNamed(gold, seed)
	return t
}

func (g *Graph) family() string { return g.Family }

// share returns the share of graphs for which holds is true.
func share(gold []*Graph, seed uint64, holds func(*Graph) bool) score.Figure {
	return Mean(observe(gold, always(func(g *Graph) float64 { return score.One(holds(g)) })), seed)
}

func (t *Table) countShapes(gold []*Graph, seed uint64) {
	shapes, parts := parted(gold, (*Graph).Shape, inShapeOrder)
	for _, shape := range shapes {
		of := parts[shape]
		t.Add("share", share(gold, seed, func(g *Graph) bool { return g.Shape() == shape }), "shape", shape)
		t.Add("sure", Mean(observe(of, always(func(g *Graph) float64 { return g.Shapes[0].Confidence })), seed), "shape", shape)
		t.Add("ambiguous", share(of, seed, func(g *Graph) bool { return len(g.Shapes) > 1 }), "shape", shape)
		orders, _ := parted(of, func(g *Graph) string { return g.Shapes[0].Order }, cmp.Compare[string])
		for _, order := range orders {
			t.Add("share of "+shape, share(of, seed, func(g *Graph) bool { return g.Shapes[0].Order == order }), "order", order)
		}
	}
}

func (t *Table) countEdges(gold []*Graph, seed uint64) {
	for _, k := range Kinds() {
		for _, source := range append(slices.Clone(goldSources), Generated, Unobserved) {
			var rows []sums
			n := 0.0
			for _, g := range gold {
				s := make([]float64, 3) // edges, of this kind and source, their confidence
				for _, e := range g.Tree() {
					s[0]++
					if e.Kind == k && e.Source == source {
						s[1]++
						s[2] += e.Confidence
					}
				}
				n += s[1]
				rows = append(rows, sums{g.Family, s})
			}
			if n == 0 {
				continue
			}
			name := string(k) + ", " + string(source)
			for _, f := range []struct {
				name string
				of   func([]float64) float64
			}{{"share", func(s []float64) float64 { return s[1] / s[0] }}, {"sure", func(s []float64) float64 { return s[2] / s[1] }}} {
				v := figureOf(rows, seed, f.of)
				v.N = int(n)
				t.Add(f.name, v, "edges", name)
			}
		}
	}
}

func (t *Table) countNamed(gold []*Graph, seed uint64) {
	shapes, parts := parted(gold, (*Graph).Shape, inShapeOrder)
	for _, shape := range shapes {
		for _, pos := range Positions() {
			var obs []Observation
			for _, g := range parts[shape] {
				for _, p := range g.Pages {
					if g.Position(p) == pos {
						obs = append(obs, Observation{cmp.Or(g.Family, g.ID.Key()), score.One(slices.Contains(g.Named, p))})
					}
				}
			}
			if len(obs) > 0 {
				t.Add("named", Mean(obs, seed), "pages", shape+" "+string(pos))
			}
		}
	}
	for n := range 5 {
		t.Add("share", share(gold, seed, func(g *Graph) bool { return len(g.Named) == n }), "named pages", strconv.Itoa(n))
	}
}
