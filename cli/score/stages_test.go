package score_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

func TestErrors(t *testing.T) {
	var gold, hops, verdicts strings.Builder
	evidence := func(id string) string { return fmt.Sprintf(`{"page":"%s","id":"%s","text":"x"}`, id[:1], id) }
	all := evidence("A_sentence_0") + "," + evidence("B_cell_0_1_1")
	for i, c := range []struct{ retrieved, pages, evidence, label string }{
		{`"X"`, ``, ``, "SUPPORTS"},                           // 0 seed missed
		{`"A"`, `"A"`, ``, "SUPPORTS"},                        // 1 bridge missed
		{`"A","B"`, `"A"`, ``, "SUPPORTS"},                    // 2 ranked out
		{``, `"A","B"`, evidence("B_cell_0_1_1"), "SUPPORTS"}, // 3 sentence missed
		{``, `"A","B"`, evidence("A_sentence_0"), "SUPPORTS"}, // 4 cell missed
		{``, `"A","B"`, all, "REFUTES"},                       // 5 verdict wrong
		{``, `"A","B"`, all, "supports"},                      // 6 right
		{`"Z"`, `"Z"`, evidence("Z_sentence_1"), "SUPPORTS"},  // 7 right by the other set
	} {
		fmt.Fprintf(&gold, `{"id":%d,"claim":"c%d","label":"SUPPORTS","challenge":"Other","evidence":[{"content":["A_sentence_0","B_cell_0_1_1"],"context":{}}`, i, i)
		if i == 7 {
			gold.WriteString(`,{"content":["Z_sentence_1"],"context":{}}`)
		}
		gold.WriteString("]}\n")
		fmt.Fprintf(&hops, `{"id":%d,"chains":[{"pages":[%s],"evidence":[%s]}],"retrieved":[%s]}`+"\n", i, c.pages, c.evidence, c.retrieved)
		fmt.Fprintf(&verdicts, `{"id":%d,"predicted_label":"%s"}`+"\n", i, c.label)
	}
	gold.WriteString(`{"id":8,"claim":"c8","label":"SUPPORTS","challenge":"Other","evidence":[{"content":["A_sentence_0"],"context":{}}]}`)
	r, err := score.Errors(context.Background(), "labels", text("gold", gold.String()), []score.File{text("hops", hops.String())},
		[]score.File{text("verdicts", verdicts.String())}, 3, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for s := score.NoPrediction; s <= score.Right; s++ {
		want := 1. / 9
		if s == score.Right {
			want = 2. / 9
		}
		got, ok := r.Value(s.String())
		if !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%v = %v (%v), want %v", s, got, ok, want)
		}
		sum += got
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("shares add up to %v, want 1", sum)
	}
	worst, _ := r.Note("worst")
	var stages []string
	for _, l := range worst.([]score.Lost) {
		stages = append(stages, l.ID.Key()+" "+l.Stage)
	}
	if got := strings.Join(stages, ", "); got != "8 no_prediction, 0 seed_missed, 1 bridge_missed" {
		t.Errorf("worst = %s", got)
	}
}

// Every claim of the scorers' fixtures is in one bin, and what is right is what our reading of the score says.
func TestErrorsAddUp(t *testing.T) {
	for _, c := range []struct {
		task, gold, preds, score string
		official                 func(context.Context, score.File, score.File, score.Options) (*score.Report, error)
	}{
		{"fever", "gold.jsonl", "pred_*.jsonl", "fever_score", score.FEVER},
		{"feverous", "gold.jsonl", "pred_*.jsonl", "feverous_score", score.FEVEROUS},
		{"hover", "gold.json", "pred_*.submission.json", "hover_score", func(ctx context.Context, gold, pred score.File, o score.Options) (*score.Report, error) {
			return score.HoVer(ctx, gold, []score.File{pred}, o)
		}},
		{"hotpotqa", "gold.json", "pred_*.json", "", nil},
	} {
		dir := data(t, "../fixtures/scorers/"+c.task)
		preds, err := filepath.Glob(filepath.Join(dir, c.preds))
		if err != nil || len(preds) == 0 {
			t.Fatalf("no predictions in %s: %v", dir, err)
		}
		for _, pred := range preds {
			if strings.HasSuffix(pred, "pred_odd_evidence.jsonl") || strings.HasSuffix(pred, "pred_only_nei.jsonl") {
				continue // of another gold file
			}
			o := score.Options{Resamples: -1, By: []string{}}
			gold := filepath.Join(dir, c.gold)
			r, err := score.Errors(context.Background(), c.task, open(t, gold), []score.File{open(t, pred)}, []score.File{open(t, pred)}, 0, o)
			if err != nil {
				t.Fatalf("%s: %v", pred, err)
			}
			sum := 0.0
			for s := score.NoPrediction; s <= score.Right; s++ {
				v, _ := r.Value(s.String())
				sum += v
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s: the bins add up to %v, want 1", pred, sum)
			}
			if c.official == nil {
				continue
			}
			want, err := c.official(context.Background(), open(t, gold), open(t, pred), o)
			if err != nil {
				t.Fatalf("%s: %v", pred, err)
			}
			own, _ := want.Value("bridgehop", c.score)
			if got, _ := r.Value("right"); math.Abs(got-own) > 1e-12 {
				t.Errorf("%s: %v are right, and %s is %v", pred, got, c.score, own)
			}
		}
	}
}

// HoVer's stages come in several files: what was retrieved tells a page that was ranked out from one that was missed.
func TestErrorsOfStages(t *testing.T) {
	const gold = `[{"uid":"u","claim":"c","supporting_facts":[["A",0],["B",1]],"label":"SUPPORTED","num_hops":2,"hpqa_id":"q"}]`
	for _, c := range []struct{ doc, sent, verif, want string }{
		{`["X"],"sorted_titles":["X","Y"]`, `[]`, "SUPPORTED", "seed_missed"},
		{`["A"],"sorted_titles":["A","B"]`, `[["A",0]]`, "SUPPORTED", "page_ranked_out"},
		{`["A","B"],"sorted_titles":["A","B"]`, `[["A",0]]`, "SUPPORTED", "sentence_missed"},
		{`["A","B"],"sorted_titles":["A","B"]`, `[["A",0],["B",1]]`, "NOT_SUPPORTED", "verdict_wrong"},
		{`["A","B"],"sorted_titles":["A","B"]`, `[["A",0],["B",1],["C",1]]`, "SUPPORTED", "right"},
		{`["A","B"],"sorted_titles":["A","B"]`, `[["A",3],["A",4],["A",0],["B",1]]`, "SUPPORTED", "sentence_missed"}, // two of a page count
	} {
		files := func() []score.File {
			return []score.File{text("doc", `{"u":{"predicted_docs":`+c.doc+`}}`), text("sent", `{"u":{"predicted_sp":`+c.sent+`}}`),
				text("verif", `{"u":{"predicted_label":"`+c.verif+`"}}`)}
		}
		r, err := score.Errors(context.Background(), "hover", text("gold", gold), files(), files(), 1, score.Options{Resamples: -1})
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := r.Value(c.want); v != 1 {
			t.Errorf("%s, %s, %s: %v, want %s", c.doc, c.sent, c.verif, r.Rows, c.want)
		}
	}
}
