package score_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

// `verify --out` lines of HoVer claims are read as they are, and as the site's list.
func TestHoVerLines(t *testing.T) {
	for _, pred := range []string{
		`{"id":"a","label":"SUPPORTED","predicted_label":"SUPPORTED","predicted_evidence":[["Old Mill",0],["Old Mill",0],["Old Mill",5],["Stone Bridge",2]],"chain":{"pages":[]}}
{"id":"b","label":"NOT_SUPPORTED","predicted_label":"SUPPORTED","predicted_evidence":[]}`,
		`{"uid":"a","supporting_facts":[["Old Mill",0],["Old Mill",5],["Stone Bridge",2]],"label":"SUPPORTED"}
{"uid":"b","supporting_facts":[],"label":"SUPPORTED"}`,
		`[{"uid":"a","supporting_facts":[["old_Mill",0],["Stone Bridge",2]],"label":"SUPPORTED"}]`,
	} {
		r, err := score.Run(context.Background(), "hover", text("gold", twoClaims), text("pred", pred), fast)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"hover_score", "hover_score_paper", "label_accuracy", "every_page_covered", "page_recall"} {
			if got, ok := r.Value("bridgehop", name); !ok || got != .5 {
				t.Errorf("%s of %s = %v (%v), want 0.5", name, pred, got, ok)
			}
		}
	}
}

// The site keeps the first two sentences of each of the first hops + 1 pages; the paper has no limit.
func TestHoVerLimits(t *testing.T) {
	for _, c := range []struct {
		name, facts string
		site, paper float64
	}{
		{"third sentence of its page", `["Old Mill",7],["Old Mill",8],["Old Mill",0],["Stone Bridge",2]`, 0, .5},
		{"fourth page of two hops", `["X",0],["Y",0],["Old Mill",0],["Stone Bridge",2]`, 0, .5},
		{"third page of two hops", `["X",0],["Old Mill",0],["Stone Bridge",2]`, .5, .5},
		{"another sentence", `["Old Mill",0],["Stone Bridge",3]`, 0, 0},
	} {
		pred := `[{"uid":"a","label":"SUPPORTED","supporting_facts":[` + c.facts + `]}]`
		r, err := score.Run(context.Background(), "hover", text("gold", twoClaims), text("pred", pred), fast)
		if err != nil {
			t.Fatal(err)
		}
		site, _ := r.Value("hover_score")
		paper, _ := r.Value("bridgehop", "hover_score_paper")
		if site != c.site || paper != c.paper {
			t.Errorf("%s: site %v, paper %v, want %v and %v", c.name, site, paper, c.site, c.paper)
		}
	}
}

// `hop --out` lines have facts and no answers: only the supporting facts are scored, by our reading.
func TestHotpotQALines(t *testing.T) {
	gold := `[{"_id":"q1","question":"Which?","answer":"Rush","type":"bridge","level":"hard","supporting_facts":[["A",0],["B",1]],"context":[]},
{"_id":"q2","question":"Who?","answer":"x","type":"comparison","level":"easy","supporting_facts":[["A",0]],"context":[]}]`
	pred := `{"id":"q1","chains":[{"pages":["A","B"],"evidence":[{"page":"A","id":"A_sentence_0","text":"x"},{"page":"B","id":"B_cell_0_0_1","text":"y"}]}],"retrieved":[]}`
	r, err := score.Run(context.Background(), "hotpotqa", text("gold", gold), text("pred", pred), fast)
	if err != nil {
		t.Fatal(err)
	}
	if r.OfficialError == "" || len(r.Rows) > 0 {
		t.Errorf("official figures %v of a file no official scorer reads", r.Rows)
	}
	for name, want := range map[string]float64{"sp_prec": .25, "sp_recall": .25, "sp_em": 0} {
		if got, ok := r.Value("bridgehop", name); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s = %v (%v), want %v", name, got, ok, want)
		}
	}
	if _, ok := r.Value("bridgehop", "em"); ok {
		t.Error("em is given, though the file has no answers")
	}
	if got, _ := r.Value("bridgehop", "kind", "bridge", "sp_prec"); got != .5 {
		t.Errorf("sp_prec of bridge questions = %v, want 0.5", got)
	}
}

// FEVEROUS predictions without gold, as `verify --out` writes them for claims without evidence ids, are paired by
// position for the official figures, and by id for ours.
func TestFEVEROUSLines(t *testing.T) {
	header := `{"evidence":[{"content":[],"context":{}}],"id":"","claim":"","label":"","challenge":""}` + "\n"
	pred := `{"id":1,"label":"SUPPORTS","predicted_label":"SUPPORTS","predicted_evidence":["C_cell_0_1_1"]}`
	for _, gold := range []string{alternatives, header + alternatives} {
		r, err := score.Run(context.Background(), "feverous", text("gold", gold), text("pred", pred), score.Options{By: []string{"hops"}})
		if err != nil {
			t.Fatal(err)
		}
		if hops := r.Find("bridgehop").Find("hops"); hops == nil || len(hops.Sections) != 1 {
			t.Errorf("by hops: %+v, want the group of the claim's pages", hops)
		}
		official, _ := r.Value("feverous_score")
		own, _ := r.Value("bridgehop", "feverous_score")
		if official != 1 || own != 1 {
			t.Errorf("feverous_score = %v, ours %v, want 1", official, own)
		}
	}
	text1 := `[{"id":1,"claim":"c","label":"supports","challenge":"Other","evidence":"A\tThe mill stands."}]`
	r, err := score.Run(context.Background(), "feverous", text("gold", text1), text("pred", pred), fast)
	if err != nil {
		t.Fatal(err)
	}
	if r.OfficialError == "" {
		t.Error("no official error though the gold evidence has no ids")
	}
	if got, _ := r.Value("bridgehop", "label_accuracy"); got != 1 {
		t.Errorf("label_accuracy = %v, want 1", got)
	}
	if _, ok := r.Value("bridgehop", "feverous_score"); ok {
		t.Error("feverous_score is given, though the gold evidence has no ids")
	}
}

// note is that of our reading, where it is a section of its own.
func note(r *score.Report, name string) any {
	s := r.Find("bridgehop")
	if s == nil {
		s = &r.Section
	}
	n, _ := s.Note(name)
	return n
}

// Repeats are counted, however many there are, and don't pass for predictions of a known claim.
func TestRepeats(t *testing.T) {
	lines := func(id string) score.File {
		return text("pred", strings.Repeat(`{"id":"`+id+`","chains":[],"retrieved":["A"]}`+"\n", 31))
	}
	gold := func() score.File {
		return text("gold", `[{"_id":"q","question":"Which?","answer":"Rush","type":"bridge","level":"hard","supporting_facts":[["A",0]],"context":[]}]`)
	}
	for name, run := range map[string]func(gold, pred score.File) (*score.Report, error){
		"hotpotqa": func(gold, pred score.File) (*score.Report, error) {
			return score.Run(context.Background(), "hotpotqa", gold, pred, fast)
		},
		"retrieval": func(gold, pred score.File) (*score.Report, error) {
			return score.Run(context.Background(), "retrieval", gold, pred, fast)
		},
	} {
		if _, err := run(gold(), lines("other")); !errors.Is(err, score.ErrStrangers) {
			t.Errorf("%s: %v of repeats of an unknown id, want %v", name, err, score.ErrStrangers)
		}
		r, err := run(gold(), lines("q"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for what, want := range map[string]int{"predictions": 31, "duplicate": 30} {
			if n := note(r, what); n != want {
				t.Errorf("%s: %s = %v, want %d", name, what, n, want)
			}
		}
	}
}
