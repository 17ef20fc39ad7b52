package study_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// The graphs agree with a person's judgement of 100 claims. The first 58 of HoVer's were looked at while the rule for
// Method 2 was made; the 12 called fresh were judged after it.
func TestAgreement(t *testing.T) {
	judged, bad, err := study.ReadLines(filepath.Join("testdata", "judged.jsonl"), study.DecodeJudged)
	if err != nil || len(bad) > 0 || len(judged) != 100 {
		t.Fatalf("%d judgements, %v, %v, want 100", len(judged), bad, err)
	}
	total := 0
	for _, c := range []struct {
		file, store  string
		n            int
		shape, edges float64 // least agreement
	}{
		{"hover/hover_dev_release_v1.1.shared.json", "", 70, 0.90, 0.92},
		{"musique/musique_ans_dev_subset.jsonl.gz", "", 13, 1, 1},
		{"2wikimultihopqa/dev_subset.json", "", 8, 1, 1},
		{"exfever/test.shared.csv", "", 5, 1, 1},
		{"feverous/dev.shared.json", "feverous/evidence_pool.jsonl", 4, 0.25, 0.7},
	} {
		all, _, err := claims.ReadAll(graphtest.Data(t, c.file), claims.Auto)
		if err != nil {
			t.Fatal(err)
		}
		b := study.Gold{}
		if c.store != "" {
			b.Store = load(t, graphtest.Data(t, c.store))
		}
		gold, err := b.Graphs(context.Background(), all)
		if err != nil {
			t.Fatal(err)
		}
		table := study.Agreement(gold, judged, 1)
		shape, _ := table.Find("shape", "all")
		edges, _ := table.Find("edges", "all")
		for _, r := range table.Rows {
			t.Logf("%-14s %-7s n %3d  %.3f (%.3f to %.3f)", r.Keys[0], r.Measure, r.N, r.Value, r.Low, r.High)
		}
		if shape.N != c.n || shape.Value < c.shape || edges.Value < c.edges {
			t.Errorf("%s: shapes agree in %.3f of %d, edges in %.3f, want %.2f of %d and %.2f", c.file, shape.Value, shape.N, edges.Value, c.shape, c.n, c.edges)
		}
		total += shape.N
	}
	if total != 100 {
		t.Errorf("%d claims were compared, want 100", total)
	}
}

// load makes a store of a corpus file.
func load(t *testing.T, path string) study.Store {
	t.Helper()
	ctx := context.Background()
	s, err := pebble.Create(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	sources, err := loader.Open([]string{path}, loader.Input{Format: loader.Passages})
	if err == nil {
		_, err = loader.Load(ctx, s, sources, loader.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}
