package hop_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

// The two lights cover the question; what it compares stands on the pages of their engineers.
var lights = newWorld(
	page("Skerry Light", "Skerry Light is a lighthouse.", "Its engineer was [[Ada Holm]]."),
	page("Otter Light", "Otter Light is a lighthouse.", "Its engineer was [[Ruth Eng]]."),
	page("Ada Holm", "Ada Holm was born in 1840."),
	page("Ruth Eng", "Ruth Eng was born in 1851."),
	page("Varde", "Varde is a port."),
)

const whose = "Whose engineer was born earlier, of Skerry Light or of Otter Light?"

func plan(t *testing.T, text string, weights *hop.Weights) *hop.Result {
	t.Helper()
	p := hop.Planner{Graph: lights, Text: lights, Weights: weights}
	res, err := p.Plan(context.Background(), text)
	if err != nil || len(res.Chains) == 0 {
		t.Fatalf("%d chains, error %v", len(res.Chains), err)
	}
	return res
}

// unranked are the learned weights without those that chains are reranked by.
func unranked() *hop.Weights {
	w, _ := hop.LearnedWeights()
	clear(w.Again[:])
	return &w
}

func TestPlanReranksQuestions(t *testing.T) {
	got, without := plan(t, whose, nil), plan(t, whose, unranked())
	if n := len(got.Chains[0].Steps); n != 4 {
		t.Errorf("the best chain has %d pages (%s), want the lights and their engineers", n, titles(lights, got.Chains[0]))
	}
	if n := len(without.Chains[0].Steps); n == 4 {
		t.Error("the search alone chooses four pages: the question shows nothing")
	}
	for _, c := range got.Chains {
		p := c.Parts
		if sum := p.Coverage + p.Words + p.Names + p.Links + p.Size; math.Abs(sum-c.Score) > 1e-9 {
			t.Errorf("the parts of a chain add up to %g, its score is %g", sum, c.Score)
		}
	}
	if !slices.IsSortedFunc(got.Chains, func(a, b hop.Chain) int { return int(math.Copysign(1, b.Score-a.Score)) }) {
		t.Error("the chains are not in the order of their scores")
	}
	for _, r := range got.Retrieved[:4] {
		if !slices.Contains(got.Chains[0].Pages(), r.Page) {
			t.Errorf("page %d is ranked among the first four and is no page of the best chain", r.Page)
		}
	}
}

// A reranked chain's score is the weighted sum of what TraceWhole gives to learn from.
func TestTraceWhole(t *testing.T) {
	p := hop.Planner{Graph: lights, Text: lights}
	traces, err := p.TraceWhole(context.Background(), whose)
	if err != nil {
		t.Fatal(err)
	}
	questions, _ := hop.LearnedWeights()
	weights := questions.Again[:]
	if n := len(hop.FeatureNames()) + len(hop.WholeFeatureNames()); n != len(weights) {
		t.Fatalf("%d names of %d weights", n, len(weights))
	}
	best := math.Inf(-1)
	for _, tr := range traces {
		sum := 0.0
		for i, v := range tr.Features {
			sum += weights[i] * v
		}
		best = max(best, sum)
	}
	if got := plan(t, whose, nil).Chains[0].Score; math.Abs(got-best) > 1e-9 {
		t.Errorf("the best chain has the score %g, by its features %g", got, best)
	}
}

// Each feature of a whole chain by its name, worked out by hand.
func TestWholeFeatures(t *testing.T) {
	w := newWorld(
		page("Skerry Light", "It stands on a rock.", "Its engineer was [[Ada Holm]]."),
		page("Ada Holm", "Ada Holm kept bees in Varde.", "She married [[Otter Light]]'s keeper."),
		page("Otter Light", "Otter Light burned down."),
	)
	features := func(claim string, pages ...string) map[string]float64 {
		t.Helper()
		p := hop.Planner{Graph: w, Text: w}
		traces, err := p.TraceWhole(context.Background(), claim)
		if err != nil {
			t.Fatal(err)
		}
		for _, tr := range traces {
			var got []string
			for _, id := range tr.Pages {
				got = append(got, w.at[id].Title)
			}
			slices.Sort(got)
			if !slices.Equal(got, pages) {
				continue
			}
			m := map[string]float64{}
			for i, n := range hop.WholeFeatureNames() {
				m[n] = tr.Features[len(hop.FeatureNames())+i]
			}
			return m
		}
		t.Fatalf("%q: no chain of %q", claim, pages)
		return nil
	}
	check := func(got map[string]float64, want map[string]float64) {
		t.Helper()
		for n, v := range want {
			if math.Abs(got[n]-v) > 1e-9 {
				t.Errorf("%s is %g, want %g", n, got[n], v)
			}
		}
	}
	check(features("Engineer Skerry Light kept bees?", "Ada Holm", "Skerry Light"), map[string]float64{
		"lead links": 0, "unnamed pages": 1, "unnamed in context": 1, "unnamed from named": 1, "links": 1, "shared edges": 0,
		"paired": 0, "title overlap": 0, "title least": 0, "title most": 1, "unmatched": 0, "sentences": 1,
	})
	check(features("Did Skerry Light or Otter Light burn down?", "Otter Light", "Skerry Light"), map[string]float64{
		"paired": 1, "title overlap": .5, "title least": 1, "title most": 1, "unnamed pages": 0, "links": 0,
	})
	check(features("Did Skerry Light burn before Otter Light?", "Otter Light", "Skerry Light"), map[string]float64{"paired": 0})
}
