package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Found is what the planner found for a claim, and the reader's label.
type Found struct {
	Chain     *Graph   // the best chain; without pages if there is none
	Retrieved []string // titles of the ranked pages, best first
	Passages  []string // their fingerprints, aligned with Retrieved
	Predicted string   // the label; empty without a reader
}

// NewFound reads the pages of what a planner found.
func NewFound(ctx context.Context, store hop.Graph, res *hop.Result) (*Found, error) {
	best := &hop.Chain{}
	if len(res.Chains) > 0 {
		best = &res.Chains[0]
	}
	ids := best.Pages()
	for _, r := range res.Retrieved {
		ids = append(ids, r.Page)
	}
	pages, err := store.Pages(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the found pages: %w", err)
	}
	f, titles := &Found{Chain: &Graph{}}, make([]string, len(best.Steps))
	for i, p := range pages {
		switch {
		case p == nil: // no longer there
		case i < len(titles):
			titles[i] = p.Title
		default:
			f.Retrieved, f.Passages = append(f.Retrieved, p.Title), append(f.Passages, p.Passage())
		}
	}
	if len(titles) == 0 {
		return f, nil
	}
	f.Chain.Pages, f.Chain.Shapes = distinct(titles), []ShapeGuess{{Shape: best.Shape(), Confidence: 1}}
	for i, s := range best.Steps {
		if s.Parent >= 0 {
			e := Edge{From: f.Chain.Pages[s.Parent], To: f.Chain.Pages[i], InTree: true}
			f.Chain.Edges = append(f.Chain.Edges, e)
		}
	}
	return f, nil
}

// few is the number of ranked pages among which gold pages are looked for.
const few = 5

// ranks reports whether a page of a gold graph is among these. Passages are compared if the graph has them.
func (f *Found) ranks(g *Graph, page int) bool {
	if len(g.Passages) > 0 {
		return slices.Contains(f.Passages[:min(few, len(f.Passages))], g.Passages[page])
	}
	want := graph.FoldTitle(g.Pages[page])
	return slices.ContainsFunc(f.Retrieved[:min(few, len(f.Retrieved))], func(t string) bool {
		return graph.FoldTitle(t) == want
	})
}

// outcome is a number of what was found for a claim; ok is false if there is none.
type outcome struct {
	name  string
	share bool // the number is 0 or 1
	of    func(gold *Graph, f *Found) (v float64, ok bool)
}

// outcomes are the numbers by which shapes and planners are compared: they are the same thing for every shape.
var outcomes = []outcome{
	{"all_pages_in_chain", true, func(gold *Graph, f *Found) (float64, bool) {
		have := folded(f.Chain.Pages)
		missing := func(p string) bool { return !have[graph.FoldTitle(p)] }
		return score.One(!slices.ContainsFunc(gold.Pages, missing)), true
	}},
	{"all_gold@5", true, func(gold *Graph, f *Found) (float64, bool) {
		for i := range gold.Pages {
			if !f.ranks(gold, i) {
				return 0, true
			}
		}
		return 1, true
	}},
	{"label_accuracy", true, func(gold *Graph, f *Found) (float64, bool) {
		right, known := score.Agrees(gold.Label, f.Predicted)
		return score.One(right), known
	}},
}

// details are other numbers: whether the found graph has the gold shape, and F1 of the pairs of pages that edges join.
var details = []outcome{
	{"same_shape", true, func(gold *Graph, f *Found) (float64, bool) {
		return score.One(gold.Shape() == f.Chain.Shape()), true
	}},
	{"edge_f1", false, func(gold *Graph, f *Found) (float64, bool) {
		want, found, both := pairs(gold), pairs(f.Chain), 0.0
		for p := range want {
			both += score.One(found[p])
		}
		return 2 * both / float64(len(want)+len(found)), len(want) > 0
	}},
}

// at returns the outcome of a claim, if something was found for it.
func (m outcome) at(gold *Graph, found map[string]*Found) (v float64, ok bool) {
	if f := found[gold.ID.Key()]; f != nil {
		return m.of(gold, f)
	}
	return 0, false
}

// folded returns the set of titles, each in the form by which titles are compared.
func folded(titles []string) map[string]bool {
	out := make(map[string]bool, len(titles))
	for _, t := range titles {
		out[graph.FoldTitle(t)] = true
	}
	return out
}

// pair returns two pages that are joined, without direction.
func pair(from, to string) [2]string {
	a, b := graph.FoldTitle(from), graph.FoldTitle(to)
	return [2]string{min(a, b), max(a, b)}
}

// pairs returns the pairs of pages that the edges of a graph's tree join.
func pairs(g *Graph) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, e := range g.Tree() {
		out[pair(e.From, e.To)] = true
	}
	return out
}
