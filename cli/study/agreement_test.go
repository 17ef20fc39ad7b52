package study_test

import (
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// The graphs agree with judgements of 142 claims. The first 58 of HoVer's were looked at while the rule for Method 2 was made, and 12
// were judged after it. Of the 60 that were judged last, twice, 25 were stars by the rule of that day; their two readings differ in
// one. The rule was mended by the first 70 alone.
func TestAgreement(t *testing.T) {
	all, err := study.ReadJudged(filepath.Join("testdata", "judged.jsonl"))
	if err != nil || len(all) != 203 {
		t.Fatalf("%d judgements, %v, want 203", len(all), err)
	}
	total := 0
	for _, c := range []struct {
		set          string
		file         string
		n            int
		shape, edges float64 // least share that agrees
	}{
		{"hover", "hover/hover_dev_release_v1.1.shared.json", 129, 0.82, 0.88},
		{"musique", "musique/musique_ans_dev_subset.jsonl.gz", 13, 1, 1},
	} {
		read, _, err := claims.ReadAll(graphtest.Data(t, c.file))
		if err != nil {
			t.Fatal(err)
		}
		gold := study.Gold(read)
		r := study.NewReport(1)
		r.Agreement(c.set, all, gold)
		n, _ := r.Find("agreement", "judged", c.set, "all")
		shapes, _ := r.Find("agreement", "shape agrees", c.set, "all")
		edges, _ := r.Find("agreement", "edges", c.set, "all")
		t.Logf("%s: n %d, shapes %.3f, edges %.3f", c.file, n.N, shapes.Value, edges.Value)
		if n.N != c.n || shapes.Value < c.shape || edges.Value < c.edges {
			t.Errorf("%s: shapes agree in %.3f of %d, edges in %.3f, want %.2f of %d and %.2f", c.file, shapes.Value, n.N, edges.Value, c.shape, c.n, c.edges)
		}
		if twice, ok := r.Find("agreement", "kappa", c.set, "two readings"); ok != (c.set == "hover") || ok && (twice.N != 60 || twice.Value < 0.9) {
			t.Errorf("%s: two readings have a kappa of %v over %d, want .9 over 60, of HoVer alone", c.file, twice.Value, twice.N)
		}
		total += n.N
	}
	if total != 142 {
		t.Errorf("%d claims were compared, want 142", total)
	}
}
