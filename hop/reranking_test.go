package hop

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// The file has a column for each feature, in their order: a feature that is added or moved needs a network that is learned again.
func TestRerankingFile(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(reranking), "\n")
	names := append(append([]string{"out", "bias"}, featureNames[:]...), wholeFeatureNames[:]...)
	if want := "# " + strings.Join(names, ", "); lines[0] != want {
		t.Errorf("the file is for\n%s\nand the features are\n%s", lines[0], want)
	}
	for i, line := range lines[1:] {
		numbers := strings.Fields(line)
		if len(numbers) != len(names) {
			t.Errorf("line %d has %d numbers, want %d", i+2, len(numbers), len(names))
		}
		for _, s := range numbers {
			if v, err := strconv.ParseFloat(s, 64); err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
				t.Errorf("line %d: %q is no number", i+2, s)
			}
		}
	}
	if got := len(claimWeights().Rerank.units); got != len(lines)-2 {
		t.Errorf("%d units are read, the file has %d", got, len(lines)-2)
	}
}

// For one chain a network is a sum of its features.
func TestRerankingIsASumForOneChain(t *testing.T) {
	r := Reranking{units: []unit{{out: 2, bias: -1}, {out: -3, bias: -1}}}
	r.Feature[fOut], r.units[0].Feature[fOut], r.units[1].Whole[wOpen] = 1, 4, 2
	f, w := features{fOut: 1}, wholeFeatures{wOpen: .25}
	if got, want := r.score(&f, &w), 1+2*(4-1.); got != want { // the second unit sees -.5
		t.Errorf("score %g, want %g", got, want)
	}
	at := r.at(&f, &w)
	if at.Feature[fOut] != 9 || at.Whole[wOpen] != 0 {
		t.Errorf("the weights there are %g and %g, want 9 and 0", at.Feature[fOut], at.Whole[wOpen])
	}
}
