package score_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

func baselines(t *testing.T, f score.File) *score.Section {
	t.Helper()
	s, err := score.Baselines(context.Background(), f, score.Options{Resamples: 200})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Claims whose words stand in their evidence where they are supported are told from others by overlap; those whose evidence has
// none of their words aren't.
func TestBaselines(t *testing.T) {
	var told, untold, family strings.Builder
	for i := range 200 {
		label, evidence := "supports", "the mill stands"
		if i%2 == 1 {
			label, evidence = "refutes", "the quay"
		}
		line := `{"id":%d,"claim":"the mill number %d stands","label":"%s","challenge":"Other","evidence":"P%d\t%s"}` + "\n"
		fmt.Fprintf(&told, line, i, i, label, i, evidence)
		fmt.Fprintf(&untold, line, i, i, label, i, "the quay")
		fmt.Fprintf(&family, line, i, i, label, i/10, evidence)
	}
	for name, c := range map[string]struct {
		gold      string
		low, high float64
	}{"told": {told.String(), 1, 1}, "untold": {untold.String(), .35, .65}, "family": {family.String(), 1, 1}} {
		if got, _ := baselines(t, text(name, c.gold)).Value("word_overlap", "accuracy"); got < c.low || got > c.high {
			t.Errorf("%s: accuracy = %v, want %v to %v", name, got, c.low, c.high)
		}
	}
	for _, gold := range []string{`{"id":1,"question":"who?"}`, `{"id":1,"claim":"c","label":"SUPPORTS","evidence":[[[1,2,"P",0]]]}`} {
		if s := baselines(t, text("gold", gold)); s != nil {
			t.Errorf("%s: %v, want no baseline without labels or text", gold, s)
		}
	}
}

// On FEVEROUS's sentence claims overlap with the gold evidence alone tells supported from refuted claims.
func TestBaselinesFEVEROUS(t *testing.T) {
	s := baselines(t, open(t, data(t, "feverous/dev.shared.json")))
	row, _ := s.RowAt("word_overlap", "accuracy")
	if row.N != 2065 || row.Value < .7 || row.Low >= row.Value || row.High <= row.Value {
		t.Errorf("word_overlap accuracy = %+v, want above 0.7 of 2065 with an interval", row)
	}
}
