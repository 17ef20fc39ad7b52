package hop_test

import (
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// If a hyperlink joins two pages, the step names the hyperlink, even if another edge has a higher score.
func TestChainsNameTheLink(t *testing.T) {
	w := coast()
	sharing, _ := hop.LearnedWeights() // by these, links are the worst that joins pages
	sharing.Feature[slices.Index(hop.FeatureNames(), "out")] = -30
	sharing.Feature[slices.Index(hop.FeatureNames(), "in")] = -30
	steps := 0
	for _, claim := range []string{
		"The engineer who designed Skerry Light kept bees.",
		"Skerry Light was designed by an engineer from a port known for weavers.",
		"Skerry Light and Otter Light were both designed by an engineer.",
		"The Gull Prize went to a painter and to an engineer who kept bees.",
	} {
		res, err := (&hop.Planner{Graph: w, Text: w, Chains: 1000, Weights: &sharing}).Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range res.Chains {
			for _, s := range c.Steps {
				if s.Edge != hop.EdgeShared && s.Edge != hop.EdgeClaim {
					continue
				}
				steps++
				a, b := c.Steps[s.Parent].Page, s.Page
				links, _ := w.Neighbors(t.Context(), []graph.PageID{a, b}, graph.Out, 0)
				for _, l := range links {
					if l.From == a && l.To == b || l.From == b && l.To == a {
						t.Errorf("%q: %s and %s are told to be joined by %v, and a link joins them", claim, w.at[a].Title, w.at[b].Title, s.Edge)
					}
				}
			}
		}
	}
	if steps == 0 {
		t.Error("no page was joined without a link")
	}
}

// Pages that name the same thing are joined by it, though it has no page and no link leads to it.
func TestPagesShareAName(t *testing.T) {
	w := newWorld(
		page("Torne Bridge", "Torne Bridge is a stone bridge in the north of Orland."),
		page("Mire River", "Mire River is a river in the Eastern Region of Orland."),
		page("Senja River", "Senja River is a river near Kolvik."),
	)
	p := &hop.Planner{Graph: w, Text: w}
	for claim, want := range map[string]hop.EdgeKind{
		"Torne Bridge stands in the country where Mire River flows.":  hop.EdgeShared,
		"Torne Bridge stands in the country where Senja River flows.": hop.EdgeClaim,
		"Torne Bridge stands in Orland, where Mire River flows.":      hop.EdgeClaim, // it names what they share
	} {
		res, err := p.Plan(t.Context(), claim)
		if err != nil {
			t.Fatal(err)
		}
		both := slices.IndexFunc(res.Chains, func(c hop.Chain) bool { return len(c.Steps) == 2 })
		if both < 0 || res.Chains[both].Steps[1].Edge != want {
			t.Errorf("%s: %+v, want two pages joined by %s", claim, res.Chains, want)
		}
	}
}
