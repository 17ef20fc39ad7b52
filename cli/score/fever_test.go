package score_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

// fixture is a path in the folder of scorer fixtures.
func fixture(t testing.TB, name string) string {
	t.Helper()
	return data(t, filepath.Join("..", "fixtures", "scorers", name))
}

func readJSON(t testing.TB, path string, into any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// figures are the official values of a case, or its error.
type figures map[string]any

func (f figures) check(t *testing.T, r *score.Report) {
	t.Helper()
	if want, ok := f["error"]; ok {
		if r.OfficialError != want {
			t.Errorf("official error = %q, want %q", r.OfficialError, want)
		}
		if len(r.Rows) > 0 {
			t.Errorf("official figures = %v beside the error, want none", r.Rows)
		}
		return
	}
	if r.OfficialError != "" {
		t.Errorf("official error = %q, want none", r.OfficialError)
	}
	f.compare(t, &r.Section)
}

// compare wants every figure to 1e-12.
func (f figures) compare(t *testing.T, s *score.Section) {
	t.Helper()
	for name, want := range f {
		got, ok := s.Value(name)
		if !ok || math.Abs(got-want.(float64)) > 1e-12 {
			t.Errorf("%s = %.17g (%v), want %.17g", name, got, ok, want)
		}
	}
}

var fast = score.Options{Resamples: 20}

type feverCase struct {
	File, Gold string
	Claims     int
	Five       figures `json:"max_evidence=5"`
	ByID       figures `json:"if_paired_by_id_first"`
}

func TestFEVERFixtures(t *testing.T) {
	var expected struct {
		Gold  string
		Cases map[string]feverCase
	}
	readJSON(t, fixture(t, "fever/expected.json"), &expected)
	for name, c := range expected.Cases {
		t.Run(name, func(t *testing.T) {
			gold := expected.Gold
			if c.Gold != "" {
				gold = c.Gold
			}
			r, err := score.Run(context.Background(), "fever", open(t, fixture(t, "fever/"+gold)), open(t, fixture(t, "fever/"+c.File)), fast)
			if err != nil {
				t.Fatal(err)
			}
			c.Five.check(t, r)
			if c.ByID != nil {
				c.ByID.compare(t, r.Find("bridgehop"))
			}
		})
	}
}

// Our reading gives a value where the official scorer raises, and folds titles.
func TestFEVEROwnReading(t *testing.T) {
	gold := fixture(t, "fever/gold.jsonl")
	own := func(file string) *score.Section {
		t.Helper()
		r, err := score.Run(context.Background(), "fever", open(t, gold), open(t, fixture(t, "fever/"+file)), fast)
		if err != nil {
			t.Fatal(err)
		}
		return r.Find("bridgehop")
	}
	strong := own("pred_strong.jsonl")
	for _, file := range []string{"pred_nfc_titles.jsonl", "pred_shuffled_order.jsonl", "pred_line_number_as_text.jsonl", "pred_label_case.jsonl"} {
		s := own(file)
		for _, name := range []string{"fever_score", "label_accuracy", "evidence_precision", "evidence_recall", "evidence_f1", "macro_f1"} {
			got, _ := s.Value(name)
			want, ok := strong.Value(name)
			if !ok || math.Abs(got-want) > 1e-12 {
				t.Errorf("%s: %s = %v, want %v as for pred_strong.jsonl", file, name, got, want)
			}
		}
	}
	missing := own("pred_missing_predictions.jsonl")
	if n, _ := missing.Note("missing"); n != 7 {
		t.Errorf("missing = %v, want 7", n)
	}
	if ids, _ := missing.Note("missing_ids"); len(ids.([]string)) != 7 {
		t.Errorf("missing_ids = %v, want 7 ids", ids)
	}
	zero := own("pred_all_wrong.jsonl")
	if f1, ok := zero.Value("evidence_f1"); !ok || f1 != 0 {
		t.Errorf("evidence_f1 of all wrong = %v, %v, want 0", f1, ok)
	}
}

func TestFEVERScorerVectors(t *testing.T) {
	r, err := score.Run(context.Background(), "fever", open(t, data(t, "fever/scorer_tests/actual.jsonl.gz")),
		open(t, data(t, "fever/scorer_tests/predictions.jsonl.gz")), score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"fever_score": 0.3257325733, "label_accuracy": 0.5208520852,
		"evidence_precision": 0.1043804380, "evidence_recall": 0.4422442244, "evidence_f1": 0.1688970478} {
		row, ok := r.Row(name)
		if !ok || math.Abs(row.Value-want) > 1e-10 {
			t.Errorf("%s = %.12f, want %.10f", name, row.Value, want)
		}
		if !(row.Low < row.Value && row.Value < row.High && row.High-row.Low < 0.04) {
			t.Errorf("%s = %v in [%v, %v], want a narrow interval around it", name, row.Value, row.Low, row.High)
		}
	}
	var text strings.Builder
	if err := r.WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "0.3257") {
		t.Errorf("table = %q, want 0.3257 in it", text.String())
	}
}

type feverousCase struct {
	File       string
	Submission string `json:"submission_file"`
	Scored     int    `json:"claims_scored"`
	Result     figures
	GoldLabel  figures `json:"use_gold_verdict"`
	FromRight  figures `json:"ids_split_from_the_right"`
	Five       figures `json:"max_evidence=5,max_evidence_cell=25"`
}

func TestFEVEROUSFixtures(t *testing.T) {
	var expected struct{ Cases map[string]feverousCase }
	readJSON(t, fixture(t, "feverous/expected.json"), &expected)
	strong := expected.Cases["strong"]
	for name, c := range expected.Cases {
		t.Run(name, func(t *testing.T) {
			run := func(gold, pred string, o score.Options) *score.Report {
				t.Helper()
				r, err := score.Run(context.Background(), "feverous", open(t, fixture(t, "feverous/"+gold)), open(t, fixture(t, "feverous/"+pred)), o)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			base := run(c.File, c.File, fast) // a merged file is its own gold
			c.Result.check(t, base)
			if n, _ := base.Note("claims_scored"); c.Result["error"] == nil && n != c.Scored {
				t.Errorf("claims_scored = %v, want %d", n, c.Scored)
			}
			for _, v := range []struct {
				o    score.Options
				want figures
			}{
				{score.Options{Resamples: -1, GoldVerdict: true}, c.GoldLabel},
				{score.Options{Resamples: -1}, c.Five},
			} {
				if v.want != nil {
					v.want.check(t, run("gold.jsonl", c.File, v.o))
				}
			}
			if c.Submission != "" {
				c.Result.check(t, run("gold.jsonl", c.Submission, fast))
			}
			switch {
			case name == "nfc_ids": // titles are folded, so nothing is lost to NFC
				strong.FromRight.compare(t, base.Find("bridgehop"))
			case c.FromRight != nil:
				c.FromRight.compare(t, base.Find("bridgehop"))
			case name == "no_header": // the header is found by content
				strong.FromRight.compare(t, base.Find("bridgehop"))
			}
		})
	}
}
