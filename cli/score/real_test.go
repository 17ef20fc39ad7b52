package score_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
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
	f, closer, err := score.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closer() })
	return f
}

// firstRun returns the pooled rows of a run of first500, a CSV with titles between " | ", as JSON lines.
func firstRun(t *testing.T, file string) score.File {
	t.Helper()
	in, err := claims.Decompress(open(t, file).Reader)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for rec, err := range claims.Rows(in, file) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Row["setting"] == "per_question" {
			continue
		}
		line, err := json.Marshal(map[string]any{"id": rec.Row["example_id"], "retrieved": strings.Split(rec.Row["retrieved_titles"], " | ")})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", line)
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
			path := data(t, "hotpotqa_first500/"+c.file+"_results.csv.gz")
			gold := data(t, "hotpotqa_first500/bm25_results.csv.gz")
			r, err := score.Run(context.Background(), "retrieval", open(t, gold), firstRun(t, path), score.Options{Resamples: 100})
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
