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
