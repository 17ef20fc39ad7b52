package score_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// data is the path of a real file.
var data = graphtest.Data

func open(t testing.TB, path string) score.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return score.File{Name: path, Reader: f}
}

// firstRun returns the pooled rows of a run of first500, a CSV with titles between " | ", as JSON lines: what it retrieved, or its
// questions with their gold pages, as bench/hops/first500.py writes them.
func firstRun(t *testing.T, file string, gold bool) score.File {
	t.Helper()
	in, err := claims.Decompress(open(t, data(t, file)).Reader)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(in).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, row := range rows[1:] {
		value := func(column string) string { return row[slices.Index(rows[0], column)] }
		if value("setting") == "per_question" {
			continue
		}
		line := map[string]any{"id": value("example_id"), "retrieved": strings.Split(value("retrieved_titles"), " | ")}
		if gold {
			line = map[string]any{"id": value("example_id"), "question": value("question"), "type": value("question_type"),
				"pages": strings.Split(value("gold_titles"), " | ")}
		}
		if err := json.NewEncoder(&out).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	return score.File{Name: file, Reader: &out}
}

// The published figures of the first500 runs: main_results_v1.csv, pooled setting, rounded to three digits; the
// dense runs' full_evidence_recall columns are what all_gold is here.
func TestFirst500Published(t *testing.T) {
	for _, c := range []struct {
		file              string
		all2, all5, all10 float64
		mrr10             float64
	}{
		{"bm25", 0.140, 0.302, 0.500, 0.751},
		{"dense", 0.244, 0.502, 0.664, 0.869},
		{"rerank", 0.436, 0.654, 0.804, 0.948},
	} {
		t.Run(c.file, func(t *testing.T) {
			gold := firstRun(t, "hotpotqa_first500/bm25_results.csv.gz", true)
			run := firstRun(t, "hotpotqa_first500/"+c.file+"_results.csv.gz", false)
			r, err := score.Run(context.Background(), "retrieval", gold, run, score.Options{Resamples: 100})
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string]float64{"all_gold@2": c.all2, "all_gold@5": c.all5, "all_gold@10": c.all10, "mrr": c.mrr10} {
				tolerance := 1e-9
				if name == "mrr" {
					tolerance = 5e-3 // published to rank 10, ours over the whole list
				}
				got, ok := r.Value(name)
				if !ok || math.Abs(got-want) > tolerance {
					t.Errorf("%s = %v, want %v", name, got, want)
				}
			}
			if n, _ := r.Note("missing"); n != 0 {
				t.Errorf("missing = %v, want 0", n)
			}
		})
	}
}
