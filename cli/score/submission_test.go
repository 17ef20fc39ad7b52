package score_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/cli/score"
)

// submit writes a submission.
func submit(t *testing.T, task string, gold, pred score.File) (string, *score.Submission) {
	t.Helper()
	s, err := score.Submit(context.Background(), task, gold, pred)
	if err != nil {
		t.Fatal(err)
	}
	return string(s.Text), s
}

// figuresOf is a report as JSON.
func figuresOf(t *testing.T, task string, gold, pred score.File) map[string]any {
	t.Helper()
	r, err := score.Run(context.Background(), task, gold, pred, fast)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// What was submitted scores as what it was made of, by the official figures and by ours, whatever form that had.
func TestSubmissionScoresTheSame(t *testing.T) {
	for _, c := range []struct{ task, gold, pred string }{
		{"fever", "gold.jsonl", "pred_strong.jsonl"}, {"fever", "gold.jsonl", "pred_weak.jsonl"},
		{"fever", "gold.jsonl", "pred_empty_evidence.jsonl"}, {"fever", "gold.jsonl", "pred_label_case.jsonl"},
		{"fever", "gold.jsonl", "pred_nfc_titles.jsonl"}, {"fever", "gold_only_nei.jsonl", "pred_only_nei.jsonl"},
		{"feverous", "gold.jsonl", "pred_strong.jsonl"}, {"feverous", "gold.jsonl", "pred_medium.jsonl"},
		{"feverous", "gold.jsonl", "pred_nfc_ids.jsonl"}, {"feverous", "gold.jsonl", "pred_strong.submission.jsonl"},
		{"hotpotqa", "gold.json", "pred_strong.json"}, {"hotpotqa", "gold.json", "pred_missing.json"},
		{"hotpotqa", "gold.json", "pred_float_numbers.json"}, {"hotpotqa", "gold.json", "pred_empty.json"},
		{"hover", "gold.json", "pred_strong.submission.json"}, {"hover", "gold.json", "pred_missing.submission.json"},
		{"hover", "gold.json", "pred_nfd.submission.json"},
	} {
		t.Run(c.task+"/"+c.pred, func(t *testing.T) {
			file := func(name string) score.File { return open(t, fixture(t, c.task+"/"+name)) }
			written, s := submit(t, c.task, file(c.gold), file(c.pred))
			if s.Blind || s.Claims == 0 || s.Left+s.Bad > 0 {
				t.Errorf("told of it: %+v", s)
			}
			want := figuresOf(t, c.task, file(c.gold), file(c.pred))
			got := figuresOf(t, c.task, file(c.gold), text("submission", written))
			for _, r := range []map[string]any{want, got} { // ids are added, predictions of no claim are left out
				for _, note := range []string{"paired_by", "predictions", "unknown", "unknown_ids"} {
					delete(r["bridgehop"].(map[string]any), note)
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("scores of the submission (-want +got):\n%s", d)
			}
		})
	}
}

// FEVER's lines stand in the order of the gold file, which its official scorer pairs by.
func TestSubmissionInGoldsOrder(t *testing.T) {
	file := func(name string) score.File { return open(t, fixture(t, "fever/"+name)) }
	written, _ := submit(t, "fever", file("gold.jsonl"), file("pred_shuffled_order.jsonl"))
	got := figuresOf(t, "fever", file("gold.jsonl"), text("submission", written))
	if want := figuresOf(t, "fever", file("gold.jsonl"), file("pred_strong.jsonl")); !cmp.Equal(want, got) {
		t.Errorf("shuffled predictions score %v when submitted, want the %v of those in order", got["fever_score"], want["fever_score"])
	}
}

// The forms to the byte, of our own predictions: one claim with evidence that the form has no place for, one without a
// prediction.
func TestSubmissionForms(t *testing.T) {
	for _, c := range []struct{ task, gold, pred, want string }{
		{"fever", `{"id": 7, "claim": "c", "label": "REFUTES", "evidence": []}` + "\n" + `{"id": 8, "claim": "d", "label": "SUPPORTS", "evidence": []}`,
			`{"id": 7, "predicted_label": "SUPPORTS", "predicted_evidence": [["A_&_B_-LRB-film-RRB-", 0], ["odd"]]}`,
			`{"id":7,"predicted_label":"SUPPORTS","predicted_evidence":[["A_&_B_-LRB-film-RRB-",0]]}` + "\n" +
				`{"id":8,"predicted_label":"NOT ENOUGH INFO","predicted_evidence":[]}` + "\n"},
		{"feverous", `{"id": 7, "claim": "c", "label": "REFUTES", "evidence": [], "challenge": "Other"}` + "\n" + `{"id": 8, "claim": "d", "label": "SUPPORTS", "evidence": [], "challenge": "Other"}`,
			`{"id": "", "claim": "", "predicted_label": "", "predicted_evidence": []}` + "\n" +
				`{"id": 7, "predicted_label": "SUPPORTS", "predicted_evidence": ["A_sentence_3", "A_header_cell_0_1_2", "A_table_caption_0", "A_cell_0_1_2", "A_item_1_4", "A_title", "odd"]}`,
			`{"id":7,"predicted_label":"SUPPORTS","predicted_evidence":[["A","sentence","3"],["A","header_cell","0_1_2"],["A","table_caption","0"],["A","cell","0_1_2"],["A","item","1_4"],["A","title",""]]}` + "\n" +
				`{"id":8,"predicted_label":"NOT ENOUGH INFO","predicted_evidence":[]}` + "\n"},
		{"hover", `[{"uid": "a", "claim": "c", "label": "SUPPORTED", "supporting_facts": []}, {"uid": "b", "claim": "d", "label": "SUPPORTED", "supporting_facts": []}]`,
			`{"id": "a", "predicted_label": "NOT_SUPPORTED", "predicted_evidence": [["A & B", 0], ["C", 2]]}`,
			`[{"uid":"a","supporting_facts":[["A & B",0],["C",2]],"label":"NOT_SUPPORTED"}]` + "\n"},
		{"hotpotqa", `[{"_id": "a", "question": "c?", "supporting_facts": [["A", 0]]}, {"_id": "b", "question": "d?", "supporting_facts": [["A", 0]]}]`,
			`{"id": "a", "chains": [{"pages": ["A"], "evidence": [{"page": "A", "id": "A_sentence_3"}, {"page": "A", "id": "A_cell_0_1_2"}]}], "retrieved": []}`,
			"{\"answer\": {},\n\"sp\": {\n\"a\": [[\"A\",3]]}}\n"},
	} {
		got, s := submit(t, c.task, text("gold", c.gold), text("pred", c.pred))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.task, d)
		}
		if left := map[bool]int{true: 1}[c.task != "hover"]; s.Claims != 2 || s.Missing != 1 || s.Left != left {
			t.Errorf("%s: told of it: %+v, want 2 claims, 1 missing, %d left out", c.task, s, left)
		}
	}
}

// A claims file without labels can't be scored, and is what a leaderboard wants predictions of.
func TestSubmissionOfBlindClaims(t *testing.T) {
	for task, gold := range map[string]string{
		"fever": `{"id": 1, "claim": "c"}`, "feverous": `{"id": 1, "claim": "c"}`, "hover": `[{"uid": "1", "claim": "c"}]`,
	} {
		got, s := submit(t, task, text("gold", gold), text("pred", `{"id": 1, "predicted_label": "SUPPORTS", "predicted_evidence": []}`))
		if !s.Blind || s.Missing > 0 || !strings.Contains(got, "SUPPORTS") {
			t.Errorf("%s: got %+v and %s", task, s, got)
		}
	}
	if _, s := submit(t, "hotpotqa", text("gold", `[{"_id": "1", "question": "c?", "context": []}]`), text("pred", `{"answer": {"1": "x"}, "sp": {"1": []}}`)); !s.Blind {
		t.Error("questions without supporting facts are not told as blind")
	}
}

// Files of another task, and predictions of other claims, are refused.
func TestSubmissionRefuses(t *testing.T) {
	for _, c := range []struct {
		task, gold, pred string
		want             error
	}{
		{"hover", twoClaims, `{"id": "a", "chains": [], "retrieved": []}`, score.ErrPredictions},
		{"hover", twoClaims, `{"a": {"predicted_sp": [["A", 0]]}}`, score.ErrPredictions},
		{"hotpotqa", twoClaims, `{"id": "a", "predicted_label": "SUPPORTED", "predicted_evidence": []}`, score.ErrPredictions},
		{"hotpotqa", twoClaims, `{"results": {}}`, score.ErrPredictions},
		{"fever", `{"id": 1, "claim": "c", "label": "REFUTES"}`, `{"id": 2, "predicted_label": "SUPPORTS", "predicted_evidence": []}`, score.ErrStrangers},
		{"fever", ``, `{"id": 2, "predicted_label": "SUPPORTS", "predicted_evidence": []}`, score.ErrNoGold},
	} {
		_, err := score.Submit(context.Background(), c.task, text("gold", c.gold), text("pred", c.pred))
		if !errors.Is(err, c.want) {
			t.Errorf("%s of %s: %v, want %v", c.task, c.pred, err, c.want)
		}
	}
	if _, err := score.Submit(context.Background(), "retrieval", text("gold", twoClaims), text("pred", "")); err == nil {
		t.Error("a task without a form is taken")
	}
}
