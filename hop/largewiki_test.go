package hop_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// A claim's chains are scored by linear weights, and in a wiki of thousands of pages by the forest, too; either way the parts of a score
// add up to it.
func TestForestCountsInLargeWikis(t *testing.T) {
	pages := []*graph.Page{
		page("Skerry Light", "Skerry Light is a lighthouse on a granite reef.", "Its engineer was [[Ada Holm]]."),
		page("Ada Holm", "Ada Holm was an engineer who kept bees in [[Varde]]."),
		page("Varde", "Varde is a port."),
	}
	for i := range 2500 {
		if len(pages) == 3+100 {
			checkScores(t, pages, false)
		}
		pages = append(pages, page(fmt.Sprintf("Hill%d", i), fmt.Sprintf("It is a hill%d.", i)))
	}
	checkScores(t, pages, true)
}

func checkScores(t *testing.T, pages []*graph.Page, large bool) {
	t.Helper()
	const claim = "The engineer of the lighthouse on a granite reef kept bees in a port."
	w := newWorld(pages...)
	p := hop.Planner{Graph: w, Text: w}
	res, err := p.Plan(context.Background(), claim)
	if err != nil || len(res.Chains) == 0 {
		t.Fatalf("%d chains, error %v", len(res.Chains), err)
	}
	for _, c := range res.Chains {
		if sum := c.Parts.Coverage + c.Parts.Words + c.Parts.Names + c.Parts.Links + c.Parts.Size; math.Abs(sum-c.Score) > 1e-6 {
			t.Errorf("%d pages: the parts of a chain add up to %g, its score is %g", len(pages), sum, c.Score)
		}
	}
	traces, err := p.Trace(context.Background(), claim)
	if err != nil {
		t.Fatal(err)
	}
	_, weights := hop.LearnedWeights()
	best := math.Inf(-1)
	for _, tr := range traces {
		sum := 0.0
		for i, v := range tr.Features {
			sum += weights.Again[i] * v
		}
		for i, v := range tr.Whole {
			sum += weights.Again[len(tr.Features)+i] * v
		}
		if tr.Whole != nil {
			best = max(best, sum)
		}
	}
	if linear := math.Abs(res.Chains[0].Score-best) < 1e-6; linear == large {
		t.Errorf("%d pages: the best score is %g, by linear weights %g", len(pages), res.Chains[0].Score, best)
	}
}
