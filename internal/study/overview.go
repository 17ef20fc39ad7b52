package study

import (
	"cmp"
	"slices"
	"strconv"
)

// Overview counts gold graphs: by shape, by order of growth, by kind and source of edge, by where the named pages stand.
func Overview(gold []*Graph, seed uint64) *Table {
	t := &Table{Name: "gold", Title: "Gold reasoning graphs", Keys: []string{"of", "what"},
		Note: "shapes: share of claims whose surest shape it is; sure: the mean confidence in it; edges: the share of the best trees' edges; named: the share of pages in this position whose title stands in the claim."}
	t.Count("claims", len(gold), "claims", "all")
	t.countShapes(gold, seed)
	t.countEdges(gold, seed)
	t.countNamed(gold, seed)
	return t
}

func (t *Table) countShapes(gold []*Graph, seed uint64) {
	for _, shape := range tally(gold, func(g *Graph) string { return g.Shape() }, shapeOrder...) {
		t.Add("share", Mean(observe(gold, func(g *Graph) float64 { return truth(g.Shape() == shape) }), seed), "shape", shape)
		var of []*Graph
		for _, g := range gold {
			if g.Shape() == shape {
				of = append(of, g)
			}
		}
		t.Add("sure", Mean(observe(of, func(g *Graph) float64 { return g.Shapes[0].Confidence }), seed), "shape", shape)
		t.Add("ambiguous", Mean(observe(of, func(g *Graph) float64 { return truth(len(g.Shapes) > 1) }), seed), "shape", shape)
		for _, order := range tally(of, func(g *Graph) string { return g.Shapes[0].Order }) {
			if order != "" {
				t.Add("share of "+shape, Mean(observe(of, func(g *Graph) float64 { return truth(g.Shapes[0].Order == order) }), seed), "order", order)
			}
		}
	}
}

func (t *Table) countEdges(gold []*Graph, seed uint64) {
	var names []string
	for _, k := range Kinds() {
		for _, s := range []Source{Hyperlink, TitleMention, Family, Decomposition, Triples, Listed, Annotated, Wording, Generated, Unobserved} {
			names = append(names, string(k)+", "+string(s))
		}
	}
	for _, name := range names {
		var rows []Sums
		n := 0.0
		for _, g := range gold {
			s := make([]float64, 3) // edges, of this name, their confidence
			for _, e := range g.Tree() {
				s[0]++
				if string(e.Kind)+", "+string(e.Source) == name {
					s[1]++
					s[2] += e.Confidence
				}
			}
			n += s[1]
			rows = append(rows, Sums{g.Family, s})
		}
		if n == 0 {
			continue
		}
		t.Add("share", counted(FigureOf(rows, seed, func(s []float64) float64 { return s[1] / s[0] }), n), "edges", name)
		t.Add("sure", counted(FigureOf(rows, seed, func(s []float64) float64 { return s[2] / s[1] }), n), "edges", name)
	}
}

func counted(f Figure, n float64) Figure {
	f.N = int(n)
	return f
}

func (t *Table) countNamed(gold []*Graph, seed uint64) {
	for _, size := range tally(gold, func(g *Graph) string { return g.Shape() }, shapeOrder...) {
		for _, pos := range Positions() {
			var obs []Observation
			for _, g := range gold {
				if g.Shape() != size {
					continue
				}
				for _, p := range g.Pages {
					if g.Position(p) == pos {
						obs = append(obs, Observation{cmp.Or(g.Family, g.ID.Key()), truth(slices.Contains(g.Named, p))})
					}
				}
			}
			if len(obs) > 0 {
				t.Add("named", Mean(obs, seed), "pages", size+" "+string(pos))
			}
		}
	}
	for n := range 5 {
		obs := observe(gold, func(g *Graph) float64 { return truth(len(g.Named) == n) })
		t.Add("share", Mean(obs, seed), "named pages", strconv.Itoa(n))
	}
}

func observe(gold []*Graph, of func(*Graph) float64) []Observation {
	out := make([]Observation, len(gold))
	for i, g := range gold {
		out[i] = Observation{g.Family, of(g)}
	}
	return out
}

// tally lists the values of a property: those of first in its order, the others by name.
func tally(gold []*Graph, of func(*Graph) string, first ...string) []string {
	var out []string
	for _, g := range gold {
		if v := of(g); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(orderOf(first, a), orderOf(first, b)), cmp.Compare(a, b))
	})
	return out
}
