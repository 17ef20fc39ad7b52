package hop_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/hop"
)

// The two lights cover the question; what it compares stands on the pages of their engineers.
func TestPlanChoosesTheSize(t *testing.T) {
	w := newWorld(
		page("Skerry Light", "Skerry Light is a lighthouse.", "Its engineer was [[Ada Holm]]."),
		page("Otter Light", "Otter Light is a lighthouse.", "Its engineer was [[Ruth Eng]]."),
		page("Ada Holm", "Ada Holm was born in 1840."),
		page("Ruth Eng", "Ruth Eng was born in 1851."),
		page("Varde", "Varde is a port."),
	)
	plain := hop.LearnedWeights()
	plain.Size = [len(plain.Size)]float64{}
	plan := func(text string, weights *hop.Weights) *hop.Result {
		t.Helper()
		p := hop.Planner{Graph: w, Text: w, Weights: weights}
		res, err := p.Plan(context.Background(), text)
		if err != nil || len(res.Chains) == 0 {
			t.Fatalf("%d chains, error %v", len(res.Chains), err)
		}
		return res
	}
	const question = "Whose engineer was born earlier, of Skerry Light or of Otter Light?"
	got, without := plan(question, nil), plan(question, &plain)
	if n := got.Chains[0].Hops(); n != 4 {
		t.Errorf("the best chain has %d pages (%s), want the lights and their engineers", n, titles(w, got.Chains[0]))
	}
	if n := without.Chains[0].Hops(); n == 4 {
		t.Error("the scores of chains alone choose four pages: the question shows nothing")
	}
	if diff := cmp.Diff(got.Retrieved, without.Retrieved); diff != "" {
		t.Errorf("the choice of a size changed the ranking:\n%s", diff)
	}
	for _, c := range got.Chains {
		p := c.Parts
		if sum := p.Coverage + p.Words + p.Names + p.Links + p.Size + p.Model; math.Abs(sum-c.Score) > 1e-9 {
			t.Errorf("the parts of a chain add up to %g, its score is %g", sum, c.Score)
		}
	}
	if !slices.IsSortedFunc(got.Chains, func(a, b hop.Chain) int { return int(math.Copysign(1, b.Score-a.Score)) }) {
		t.Error("the chains are not in the order of their scores")
	}
	const claim = "The engineer of Skerry Light was born earlier than that of Otter Light."
	if diff := cmp.Diff(plan(claim, nil), plan(claim, &plain), cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Took" }, cmp.Ignore())); diff != "" {
		t.Errorf("a claim is not a question, but its chains changed:\n%s", diff)
	}
}
