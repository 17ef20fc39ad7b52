package study

import (
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
)

// The comparisons of a report.
const (
	betweenLessEnd = "hidden page between others less named end"
	pagesLessAuto  = "told the number of pages less told nothing"
	shapeLessPages = "told the shape less told the number of pages"
	starLessPath   = "star less path, matched"
)

// Told has what was found for the claims of a set, by what the planner was told and by their ids. For fewer than 4
// pages Pages and Shape are the same, and Shape has nothing.
type Told map[string]map[string]*Found

// What a planner may be told: nothing, the number of gold pages, the gold shape.
const (
	Nothing = "nothing"
	Pages   = "pages"
	Shape   = "shape"
)

// Compare compares what was found for the claims of a set with their gold graphs, pages by their position, planners by
// what they were told, and stars with paths. Every gold graph has a shape, and Nothing something for it.
func (r *Report) Compare(set string, gold []*Graph, told Told) {
	r.places(set, gold, told[Nothing])
	for _, m := range outcomes {
		var items []Item
		for _, g := range gold {
			if v, ok := m.at(g, told[Nothing]); ok && Form(g.Shape()) != "" {
				items = append(items, Item{Family: g.Family, Form: Form(g.Shape()), Outcome: v, Label: g.Label,
					Words: len(words(g.Claim)), Named: len(g.Named), Hidden: len(g.Pages) - len(g.Named)})
			}
		}
		r.Contrast(set, m.name, items)
	}
	for _, m := range outcomes {
		r.less(set, pagesLessAuto, m, gold, told[Pages], told[Nothing])
		r.less(set, shapeLessPages, m, gold, told[Shape], told[Pages])
	}
	shapes, parts := byShape(gold)
	parts["all"] = gold
	for _, shape := range slices.Insert(shapes, 0, "all") {
		for _, knows := range []string{Nothing, Pages, Shape} {
			if knows == Shape && Form(shape) == "" {
				continue
			}
			for _, m := range slices.Concat(outcomes, details) {
				var values []Observation
				for _, g := range parts[shape] {
					if v, ok := m.at(g, told[knows]); ok {
						values = append(values, one(g.group(), v))
					}
				}
				r.mean("found-by-shape", m.name, m.share, values, set, shape, knows)
			}
		}
	}
}

// less adds a comparison of two planners, paired by claim.
func (r *Report) less(set, comparison string, m outcome, gold []*Graph, more, fewer map[string]*Found) {
	var values []Observation
	for _, g := range gold {
		a, ok := m.at(g, more)
		b, ok2 := m.at(g, fewer)
		if ok && ok2 {
			values = append(values, one(g.group(), a-b))
		}
	}
	r.compared(set, comparison, m.name, mean(values, r.Seed))
}

// compared adds a comparison, unless it is of few claims.
func (r *Report) compared(set, comparison, outcome string, f score.Figure) {
	if f.N >= fewest {
		r.add("comparisons", "difference", false, f, set, comparison, outcome)
	}
}

// places measures how many gold pages were found, by their position and whether the claim names them.
func (r *Report) places(set string, gold []*Graph, told map[string]*Found) {
	chained, ranked := map[string][]Observation{}, map[string][]Observation{}
	var rows []Observation // as a stratum of a difference has them
	for _, g := range gold {
		f := told[g.ID.Key()]
		have := folded(f.Chain.Pages)
		for i, p := range g.Pages {
			if g.Position(p) == "only" {
				continue
			}
			spot, hit := g.Position(p)+", hidden", score.One(f.ranks(g, i))
			if slices.Contains(g.Named, p) {
				spot = g.Position(p) + ", named"
			}
			chained[spot] = append(chained[spot], one(g.group(), score.One(have[graph.FoldTitle(p)])))
			ranked[spot] = append(ranked[spot], one(g.group(), hit))
			switch spot {
			case "end, named":
				rows = append(rows, Observation{g.group(), []float64{1, hit, 0, 0}})
			case "middle, hidden", "centre, hidden":
				rows = append(rows, Observation{g.group(), []float64{0, 0, 1, hit}})
			}
		}
	}
	for _, position := range []string{"end", "middle", "centre"} {
		for _, as := range []string{", named", ", hidden"} {
			r.mean("recall-by-place", "in_chain", true, chained[position+as], set, position+as)
			r.mean("recall-by-place", "recall@5", true, ranked[position+as], set, position+as)
		}
	}
	if ends := len(ranked["end, named"]); min(ends, len(rows)-ends) >= fewest {
		r.compared(set, betweenLessEnd, "recall@5", Estimate(rows, r.Seed, weighted))
	}
}
