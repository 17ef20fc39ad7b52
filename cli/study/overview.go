package study

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Overview counts gold graphs by shape, and pages that claims name by their position.
func Overview(gold []*Graph, seed uint64) []*Table {
	shapes := &Table{Name: "gold", Title: "Gold shapes", Keys: []string{"shape"},
		Note: "claims: those whose most probable shape it is. expected: the sum of all claims' probabilities of the shape. " +
			"no tree: the edges that the file lists hold a cycle, or there are more than 6 pages."}
	named := &Table{Name: "named", Title: "Gold pages that the claim names", Keys: []string{"shape", "position"},
		Note: "named: the share of pages in this position whose title stands in the claim. n counts pages."}
	shapes.count("claims", len(gold), "all")
	names, parts := parted(gold, (*Graph).Shape, inShapeOrder)
	likely := slices.Clone(names)
	for _, g := range gold {
		for s, p := range g.likely {
			if p >= leastGuess && !slices.Contains(likely, s) {
				likely = append(likely, s)
			}
		}
	}
	slices.SortFunc(likely, inShapeOrder)
	without := len(gold)
	for _, shape := range likely {
		rows := make([]sums, len(gold))
		for i, g := range gold {
			rows[i] = sums{g.Family, []float64{g.likely[shape]}}
		}
		shapes.count("claims", len(parts[shape]), shape)
		shapes.add("expected", false, figureOf(rows, seed, func(s []float64) float64 { return s[0] }), shape)
		without -= len(parts[shape])
	}
	if without > 0 {
		shapes.count("claims", without, "no tree")
	}
	for _, shape := range names {
		for _, pos := range positions {
			var obs []Observation
			for _, g := range parts[shape] {
				for _, p := range g.Pages {
					if g.Position(p) == pos {
						obs = append(obs, Observation{cmp.Or(g.Family, g.ID.Key()), score.One(slices.Contains(g.Named, p))})
					}
				}
			}
			if len(obs) > 0 {
				named.add("named", true, Mean(obs, seed), shape, string(pos))
			}
		}
	}
	return []*Table{shapes, named}
}
