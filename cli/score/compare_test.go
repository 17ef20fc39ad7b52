package score_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

// invented writes n claims and the labels of a system that is right on the share right of them.
func invented(n int, right func(i int) bool) (gold, pred string) {
	var g, p strings.Builder
	for i := range n {
		label := [...]string{"SUPPORTS", "REFUTES"}[i%2]
		fmt.Fprintf(&g, `{"id":%d,"claim":"c","label":"%s","evidence":[[[1,2,"P%d",0]]]}`+"\n", i, label, i)
		if !right(i) {
			label = "NOT ENOUGH INFO"
		}
		fmt.Fprintf(&p, `{"id":%d,"predicted_label":"%s","predicted_evidence":[["P%d",0]]}`+"\n", i, label, i)
	}
	return g.String(), p.String()
}

func verdicts(t *testing.T, gold, pred string) *score.Report {
	t.Helper()
	r, err := score.Run(context.Background(), "labels", text("gold", gold), text("pred", pred), score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCompare(t *testing.T) {
	gold, weak := invented(200, func(i int) bool { return i%5 != 0 }) // 0.8
	_, same := invented(200, func(i int) bool { return i%5 != 1 })    // 0.8, on other claims
	_, better := invented(200, func(i int) bool { return i%20 != 0 }) // 0.95
	a, b, c := verdicts(t, gold, weak), verdicts(t, gold, better), verdicts(t, gold, same)
	for _, x := range []struct {
		name       string
		a, b       *score.Report
		difference float64
		p          func(float64) bool
	}{
		{"better", a, b, .15, func(p float64) bool { return p < .01 }},
		{"worse", b, a, -.15, func(p float64) bool { return p < .01 }},
		{"as good on other claims", a, c, 0, func(p float64) bool { return p > .5 }},
		{"the same file", a, a, 0, func(p float64) bool { return p == 1 }},
	} {
		got, err := score.Compare(x.a, x.b, score.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := got.Rows[0]
		if d.Name != "accuracy" || math.Abs(d.Difference-x.difference) > 1e-12 || d.N != 200 {
			t.Errorf("%s: %+v, want accuracy to differ by %v over 200", x.name, d, x.difference)
		}
		if !x.p(d.P) {
			t.Errorf("%s: p = %v of difference %v", x.name, d.P, d.Difference)
		}
		if d.Low > d.Difference || d.High < d.Difference || x.difference > 0 && d.Low <= 0 {
			t.Errorf("%s: interval [%v, %v] around %v", x.name, d.Low, d.High, d.Difference)
		}
	}
	got, err := score.Compare(a, b, score.Options{Resamples: -1})
	if err != nil {
		t.Fatal(err)
	}
	if d := got.Rows[0]; d.P > .01 || d.Low != d.Difference || d.High != d.Difference {
		t.Errorf("without intervals: %+v, want a p all the same", d)
	}
	small, other := invented(100, func(int) bool { return true })
	if _, err := score.Compare(a, verdicts(t, small, other), score.Options{}); !errors.Is(err, score.ErrCompare) {
		t.Errorf("comparing over other claims: %v, want %v", err, score.ErrCompare)
	}
}

// Real systems: on the first500 questions reranking beats BM25, and a file does not beat itself.
func TestCompareRuns(t *testing.T) {
	report := func(run string) *score.Report {
		gold := firstRun(t, "hotpotqa_first500/bm25_results.csv.gz", true)
		r, err := score.Run(context.Background(), "retrieval", gold, firstRun(t, "hotpotqa_first500/"+run+"_results.csv.gz", false), score.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	got, err := score.Compare(report("bm25"), report("rerank"), score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range got.Rows {
		if d.Name == "all_gold@10" && (math.Abs(d.Difference-.304) > 1e-9 || d.P > .01 || d.Low < .2) {
			t.Errorf("all_gold@10: %+v, want 0.804 - 0.500 and a small p", d)
		}
	}
	var table strings.Builder
	if err := got.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "+0.3040") {
		t.Errorf("table %s has no +0.3040", table.String())
	}
}

func TestVerdicts(t *testing.T) {
	gold := `[{"uid":"a","claim":"1","supporting_facts":[["A",0],["B",0]],"label":"SUPPORTED","num_hops":2,"hpqa_id":"f"},
{"uid":"b","claim":"2","supporting_facts":[["B",1],["A",1]],"label":"NOT_SUPPORTED","num_hops":2,"hpqa_id":"f"},
{"uid":"c","claim":"3","supporting_facts":[["A",0],["B",0],["C",0]],"label":"SUPPORTED","num_hops":3,"hpqa_id":"g"},
{"uid":"d","claim":"4","supporting_facts":[["A",0],["B",0],["C",0]],"label":"NOT_SUPPORTED","num_hops":3,"hpqa_id":"g"}]`
	r := verdicts(t, gold, `{"id":"a","predicted_label":"SUPPORTS"}
{"id":"b","predicted_label":"NOT ENOUGH INFO"}
{"id":"c","predicted_label":"SUPPORTED"}
{"id":"d","predicted_label":"perhaps"}`)
	for name, want := range map[string]float64{"accuracy": .75, "macro_f1": (1 + 2*1./3) / 2} {
		if got, _ := r.Value(name); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	if got, _ := r.Value("hops", "3", "accuracy"); got != .5 {
		t.Errorf("accuracy of 3 hops = %v, want 0.5", got)
	}
	if n, _ := r.Note("foreign_labels"); n != 1 {
		t.Errorf("foreign_labels = %v, want 1", n)
	}
}

func TestBy(t *testing.T) {
	err := score.Options{By: []string{"colour"}}.CheckBy()
	if err == nil || !strings.Contains(err.Error(), `"colour"`) {
		t.Errorf("error = %v, want it to name the unknown breakdown", err)
	}
	r, err := score.Run(context.Background(), "retrieval", text("gold", twoClaims), text("pred", `{"id":"a","retrieved":[]}`), score.Options{By: []string{"label"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Find("label") == nil || r.Find("label").Find("SUPPORTED") == nil || r.Find("hops") != nil {
		t.Errorf("sections %v, want label alone", r.Sections)
	}
}

func ExampleRun_retrieval() {
	gold := `[{"uid":"a","claim":"The mill stands by the bridge.","supporting_facts":[["Old Mill",0],["Stone Bridge",2]],"label":"SUPPORTED","num_hops":2}]`
	pred := `{"id":"a","retrieved":[{"page":"Town"},{"page":"Old Mill"},{"page":"River"},{"page":"Stone Bridge"}]}`
	r, err := score.Run(context.Background(), "retrieval", score.File{Name: "gold.json", Reader: strings.NewReader(gold)},
		score.File{Name: "hops.jsonl", Reader: strings.NewReader(pred)}, score.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"r@2", "all_gold@2", "all_gold@5", "mrr"} {
		v, _ := r.Value(name)
		fmt.Println(name, v)
	}
	// Output:
	// r@2 0.5
	// all_gold@2 0
	// all_gold@5 1
	// mrr 0.5
}

func ExampleRun() {
	gold := `{"id":1,"claim":"The mill stands.","label":"SUPPORTS","evidence":[[[1,2,"Old_Mill",0]]]}
{"id":2,"claim":"The mill fell.","label":"REFUTES","evidence":[[[3,4,"Old_Mill",1]]]}`
	pred := `{"id":2,"predicted_label":"REFUTES","predicted_evidence":[["Old_Mill",1]]}`
	r, err := score.Run(context.Background(), "fever", score.File{Name: "gold.jsonl", Reader: strings.NewReader(gold)},
		score.File{Name: "pred.jsonl", Reader: strings.NewReader(pred)}, score.Options{Resamples: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, _ := r.Value("bridgehop", "fever_score")
	fmt.Println(r.OfficialError)
	fmt.Println(v)
	b, _ := json.Marshal(r.Find("bridgehop").Rows[1])
	fmt.Println(string(b))
	// Output:
	// AssertionError: actual data and predicted data length must match
	// 0.5
	// {"name":"label_accuracy","n":2,"value":0.5,"low":0.5,"high":0.5}
}
