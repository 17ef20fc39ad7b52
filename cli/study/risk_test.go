package study_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
)

// drawn are answers whose error falls with their confidence: right with the probability they state.
func drawn(n int, seed uint64) []study.Answer {
	random := rand.New(rand.NewPCG(seed, 5))
	out := make([]study.Answer, n)
	for i := range out {
		sure := 0.5 + random.Float64()/2
		out[i] = study.Answer{ID: fmt.Sprintf("%d-%d", seed, i), Shape: "path4", Sure: sure, Right: random.Float64() < sure}
	}
	return out
}

// The guarantee itself: over many draws of claims, the threshold's true error is above the bound in at most Delta of them.
// Here the true error of accepting from t on is known: 1 - (1+t)/2.
func TestThresholdKeepsTheError(t *testing.T) {
	const draws = 300
	broken, found := 0, 0
	for i := range draws {
		got := study.Risk{Error: .15, Delta: .1, Seed: 3}.Choose(drawn(1500, uint64(i)))
		if !got.Found {
			continue
		}
		found++
		if 1-(1+got.At)/2 > .15 {
			broken++
		}
	}
	if found < draws*9/10 {
		t.Errorf("found a threshold in %d of %d draws, want nearly all", found, draws)
	}
	if float64(broken) > .14*draws { // .1, and 3 standard errors of 300 draws would be .05
		t.Errorf("the error was above the bound in %d of %d draws, want at most a tenth", broken, draws)
	}
}

func TestThresholdOfFewOrWrong(t *testing.T) {
	r := study.Risk{Error: .05, Delta: .1}
	if got := r.Choose(drawn(20, 1)); got.Found {
		t.Errorf("got %+v for 20 claims, want none", got)
	}
	wrong := drawn(1000, 1)
	for i := range wrong {
		wrong[i].Right = i%3 > 0
	}
	if got := r.Choose(wrong); got.Found {
		t.Errorf("got %+v where a third is wrong at any confidence, want none", got)
	}
	right := drawn(1000, 1)
	for i := range right {
		right[i].Right = true
	}
	got := r.Choose(right)
	if !got.Found || got.Accepted != got.Held || got.Wrong != 0 || got.Held < 300 {
		t.Errorf("got %+v where all are right, want all of those held back", got)
	}
}

// Claims of a family fall into one part.
func TestFamiliesStayTogether(t *testing.T) {
	var all []study.Answer
	for i := range 900 {
		all = append(all, study.Answer{ID: fmt.Sprint(i), Family: "f" + fmt.Sprint(i%9), Sure: .9, Right: true})
	}
	got := study.Risk{Error: .1, Delta: .1}.Choose(all)
	if got.Calibrating%100 != 0 || got.Held%100 != 0 {
		t.Errorf("got %+v, want whole families of 100", got)
	}
}

func TestRiskCurve(t *testing.T) {
	var all []study.Answer
	for i := range 40 {
		all = append(all, study.Answer{ID: fmt.Sprint(i), Shape: "2", Sure: 1 - float64(i)/100, Right: i < 20})
	}
	r := study.Risk{Error: .1, Delta: .1}.Report(all, "cmd")
	points := r.Charts[0].Curves[0].Points
	if len(points) != 40 || points[19].Y != 0 || points[39].Y != .5 || points[39].X != 1 {
		t.Errorf("got %v, want no error up to half, and half at the end", points)
	}
	row := func(measure string) study.Row {
		i := slices.IndexFunc(r.Tables[0].Rows, func(x study.Row) bool { return x.Measure == measure && x.Keys[0] == "2" })
		if i < 0 {
			t.Fatalf("no %s", measure)
		}
		return r.Tables[0].Rows[i]
	}
	if a := row("accuracy"); a.Value != .5 || a.N != 40 {
		t.Errorf("got accuracy %+v, want .5 of 40", a)
	}
	// Errors i of 20+i: the mean over coverages.
	want := 0.0
	for i := 1; i <= 20; i++ {
		want += float64(i) / float64(20+i) / 40
	}
	if a := row("area"); a.Value < want-1e-9 || a.Value > want+1e-9 || !a.Bare {
		t.Errorf("got area %+v, want %v without an interval", a, want)
	}
}

const judgedFile = `{"evidence":[],"id":"","claim":"","label":"","predicted_label":"","predicted_evidence":[]}
{"id":1,"label":"SUPPORTS","predicted_label":"SUPPORTS","probabilities":{"SUPPORTS":0.9,"REFUTES":0.1},"chain":{"shape":"3"},"explain":{"shortcut":true,"pages":[{"page":"A","share":0.5},{"page":"B","share":0,"bridge":true}]}}
{"id":2,"label":"REFUTES","predicted_label":"SUPPORTS","probabilities":{"SUPPORTS":0.6},"chain":{"shape":"3"},"explain":{"shortcut":false,"pages":[{"page":"B","share":0.2,"bridge":true}]}}
{"id":3,"label":"NOT_SUPPORTED","predicted_label":"REFUTES","probabilities":{"REFUTES":0.7},"chain":{"shape":"2"},"explain":{"shortcut":false,"pages":[]}}
{"id":4,"predicted_label":"NOT ENOUGH INFO","probabilities":{"NOT ENOUGH INFO":1},"chain":null}
{"id":5,"predicted_label":"NOT ENOUGH INFO","probabilities":{"NOT ENOUGH INFO":1},"chain":null,"error":"claim is too long"}
`

func TestReadJudged(t *testing.T) {
	all, bad, err := study.ReadLines(file(t, judgedFile), study.DecodeVerdict)
	if err != nil || len(bad) > 0 {
		t.Fatal(bad, err)
	}
	if len(all) != 4 || !all[0].Right || all[1].Right || !all[2].Right || all[3].Labelled || all[3].Shape != "none" || all[0].Sure != .9 {
		t.Errorf("got %+v", all)
	}
	if n := len(study.Answers(all)); n != 3 {
		t.Errorf("got %d answers with labels, want 3", n)
	}
	table := study.Shortcuts(all, 1, "")
	want := map[string]float64{"all shortcut": .5, "3 shortcut": .5, "3 right, shortcut": 1, "3 right, no shortcut": 0, "3 share of a bridge page": .1, "3 share of another page": .5}
	for _, r := range table.Rows {
		key := r.Keys[0] + " " + r.Measure
		if v, ok := want[key]; ok && r.Value != v {
			t.Errorf("%s: got %v, want %v", key, r.Value, v)
		}
		delete(want, key)
	}
	if len(want) > 0 {
		t.Errorf("missing %v of %+v", want, table.Rows)
	}
	if _, bad, err := study.ReadLines(file(t, `{"claims":1}`), study.DecodeVerdict); len(bad) != 1 || err != nil {
		t.Errorf("refused %v (%v), want the one line of something else", bad, err)
	}
}
