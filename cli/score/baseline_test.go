package score_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

func baselines(t *testing.T, f score.File) *score.Report {
	t.Helper()
	r, err := score.Baselines(context.Background(), f, score.Options{Resamples: 200})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Claims that give their label away by a word are won by claim_only, by overlap not at all; grouping keeps a
// family's own word from helping.
func TestBaselines(t *testing.T) {
	var leak, family strings.Builder
	for i := range 200 {
		label, word := "SUPPORTS", "mill"
		if i%2 == 1 {
			label, word = "REFUTES", "never"
		}
		fmt.Fprintf(&leak, `{"id":%d,"text":"the %s number %d stands","label":"%s","wikipedia_page":"P%d","gold_evidence":[{"text":"the quay"}]}`+"\n", i, word, i, label, i)
		label = [...]string{"SUPPORTS", "REFUTES"}[i/10%2]
		fmt.Fprintf(&family, `{"id":%d,"text":"word%d","label":"%s","wikipedia_page":"P%d","gold_evidence":[{"text":"the quay"}]}`+"\n", i, i/10, label, i/10)
	}
	r := baselines(t, text("leak", leak.String()))
	for path, want := range map[string]float64{"majority accuracy": .5, "claim_only accuracy": 1, "claim_only auc": 1, "word_overlap auc": .5} {
		if got, ok := r.Value(strings.Fields(path)...); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s = %v (%v), want %v", path, got, ok, want)
		}
	}
	if got, _ := baselines(t, text("family", family.String())).Value("claim_only", "accuracy"); got > .7 {
		t.Errorf("claim_only on families' own words = %v, want chance: a family shares a fold", got)
	}
	if _, err := score.Baselines(context.Background(), text("gold", `{"id":1,"question":"who?"}`), score.Options{}); !errors.Is(err, score.ErrNoGold) {
		t.Errorf("error = %v, want %v", err, score.ErrNoGold)
	}
}

// Words that were not learnt say nothing: long claims of new words are told by the one word they share with others.
func TestBaselinesNewWords(t *testing.T) {
	var in strings.Builder
	for i := range 200 {
		label, claim, n := "SUPPORTS", "yes", 20
		if i%2 == 1 {
			label, claim, n = "REFUTES", "no", 2
		}
		for j := range n {
			claim += fmt.Sprintf(" word%d", 1000*i+j)
		}
		fmt.Fprintf(&in, `{"id":%d,"text":"%s","label":"%s","wikipedia_page":"P%d","gold_evidence":[{"text":"the quay"}]}`+"\n", i, claim, label, i)
	}
	if got, _ := baselines(t, text("new words", in.String())).Value("claim_only", "accuracy"); got != 1 {
		t.Errorf("claim_only accuracy = %v, want 1", got)
	}
}

// FEVER's claims without enough information name no page: with one of them, folds are by id for all.
func TestBaselinesWithoutPages(t *testing.T) {
	var in strings.Builder
	for i := range 200 {
		label := [...]string{"SUPPORTS", "REFUTES"}[i/10%2]
		fmt.Fprintf(&in, `{"id":%d,"claim":"word%d","label":"%s","evidence":[[[1,2,"P%d",0]]]}`+"\n", i, i/10, label, i/10)
	}
	r := baselines(t, text("pages", in.String()))
	if n, ok := r.Note("folds"); ok {
		t.Errorf("folds: %v, want no note where all claims have pages", n)
	}
	if got, _ := r.Value("claim_only", "accuracy"); got > .7 {
		t.Errorf("claim_only on pages' own words = %v, want chance", got)
	}
	in.WriteString(`{"id":200,"claim":"other","label":"NOT ENOUGH INFO","evidence":[[[1,null,null,null]]]}`)
	r = baselines(t, text("a claim without a page", in.String()))
	if n, _ := r.Note("folds"); n != "by id: 1 labelled claims have neither family nor page" {
		t.Errorf("folds: %v, want by id", n)
	}
	if got, _ := r.Value("claim_only", "accuracy"); got < .9 {
		t.Errorf("claim_only on pages' own words = %v, want nearly all right: a page is in many folds", got)
	}
}

// On FEVEROUS's sentence claims overlap with the gold evidence alone ranks supported above refuted claims.
func TestBaselinesFEVEROUS(t *testing.T) {
	r := baselines(t, open(t, data(t, "feverous/dev.shared.json")))
	if got, _ := r.Value("majority", "accuracy"); math.Abs(got-1044./2065) > 1e-12 {
		t.Errorf("majority accuracy = %v, want 1044/2065", got)
	}
	if row, _ := r.Row("word_overlap", "auc"); row.Value < .8 || row.Low >= row.Value || row.High <= row.Value {
		t.Errorf("word_overlap auc = %+v, want above 0.8 with an interval", row)
	}
	var table strings.Builder
	if err := r.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	t.Log(table.String())
}
