package study_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/cli/study"
)

// differences are comparisons of a set, z standard errors from 0.
func differences(set string, z ...float64) *study.Report {
	r := study.NewReport(1)
	for i, by := range []string{"star less path, matched", "told the number of pages less told nothing", "told the shape less told the number of pages"} {
		f := score.Figure{N: 100, Value: z[i] / 100, Low: z[i]/100 - 0.02, High: z[i]/100 + 0.02, Error: 0.01}
		r.Tables[0].Rows = append(r.Tables[0].Rows, study.Row{Keys: []string{set, by, "all_pages_in_chain"}, Measure: "difference", Figure: f})
	}
	named := r.Tables[slices.IndexFunc(r.Tables, func(t *study.Table) bool { return t.Name == "found-by-shape" })]
	named.Rows = []study.Row{
		{Keys: []string{set, "3", "nothing"}, Measure: "claims", Figure: score.Exact(19, 19)},
		{Keys: []string{set, "3", "nothing"}, Measure: "right", Share: true, Figure: score.Figure{N: 19, Value: 5.0 / 19, High: 1}},
		{Keys: []string{set, "3", "nothing"}, Measure: "f1", Figure: score.Figure{N: 19, Value: 0.5, High: 1}},
		{Keys: []string{set, "2", "nothing"}, Measure: "claims", Figure: score.Exact(20, 20)},
		{Keys: []string{set, "2", "nothing"}, Measure: "right", Share: true, Figure: score.Figure{N: 20, Value: 0.25, Low: 0.1, High: 0.4}},
	}
	r.Correct()
	return r
}

// Of z = 2.5, 2.2 and 1 the p-values are .0124, .0278 and .3173: corrected, .0373, .0556 and .3173.
func TestHolm(t *testing.T) {
	r := differences("s", 2.5, 1, 2.2)
	var got []float64
	for _, row := range r.Tables[0].Rows {
		if row.Measure == "holm_p" {
			got = append(got, row.Value)
		}
	}
	slices.Sort(got)
	for i, want := range []float64{0.0373, 0.0556, 0.3173} {
		if len(got) != 3 || got[i] < want-0.0001 || got[i] > want+0.0001 {
			t.Fatalf("got %v, want .0373, .0556 and .3173", got)
		}
	}
}

// A report begins with five sentences, of which none calls a difference a change that the correction doesn't leave; then come the
// comparisons, then all else. Of fewer than 20 claims it has counts and no rates.
func TestWriteAll(t *testing.T) {
	var b strings.Builder
	if err := differences("s", -2.5, 1, 2.2).WriteAll(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if lines[0] != "# Chain against star" || lines[8] != "## Comparisons" {
		t.Fatalf("got %q, want a title, five sentences and the comparisons", lines[:9])
	}
	for _, want := range []string{
		"; told the shape of four pages too, the share shows no change in s.\nFrom paths to stars of the same label and as many words, named " +
			"pages and hidden pages, this share changes by -0.025 (-0.045 to -0.005) in s.\n",
		"| s | 3 | nothing | 19 | 19 | 5 of 19 | - |\n", "| s | 2 | nothing | 20 | 20 | 0.250 (0.100 to 0.400) |  |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("got %s, want it to hold %q", b.String(), want)
		}
	}
}
