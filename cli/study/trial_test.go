package study_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// A gold passage is found as itself, not as another of its title.
func TestTrialOfTwoPassages(t *testing.T) {
	store, dir := graphtest.NewMemory(), t.TempDir()
	page := func(title, text string) *graph.Page {
		return &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: text}}}
	}
	pages := []*graph.Page{page("Varde", "A fair of eels and rye."), page("Varde", "A bridge of nine arches."), page("Varde", "A mill that grinds rye by the fair.")}
	if _, err := store.Put(t.Context(), &graph.Batch{Load: "l", Pages: pages}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Finish(t.Context()), text.Build(t.Context(), dir, store, text.Options{})); err != nil {
		t.Fatal(err)
	}
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	claim := "The mill that grinds rye stands by the bridge of nine arches."
	gold := graphs(t, store, `{"id":"2hop__1","question":"`+claim+`","paragraphs":[{"idx":1,"title":"Varde","paragraph_text":"A mill that grinds rye by the fair.","is_supporting":true},{"idx":2,"title":"Varde","paragraph_text":"A bridge of nine arches.","is_supporting":true}],"question_decomposition":[{"question":"x","answer":"y","paragraph_support_idx":1},{"question":"#1?","answer":"z","paragraph_support_idx":2}]}`)["2hop__1"]
	trials := &study.Trials{Perturber: &study.Perturber{Store: store, Text: ix}, Plan: func(g hop.Graph, x hop.Text) *hop.Planner { return &hop.Planner{Graph: g, Text: x} }}
	out, err := trials.Run(t.Context(), []*study.Graph{gold}, []study.Perturbation{study.Unperturbed}, 1)
	if err != nil || len(out) != 1 {
		t.Fatalf("got %d trials, %v, want 1", len(out), err)
	}
	res, err := (&hop.Planner{Graph: store, Text: ix}).Plan(t.Context(), claim)
	if err != nil {
		t.Fatal(err)
	}
	for i, ordinal := range []int{2, 1} {
		want := 1 + slices.IndexFunc(res.Retrieved, func(r hop.Ranked) bool { return r.Page == graph.NewPageID("Varde", ordinal) })
		if p := out[0].Pages[i]; want == 0 || p.Rank != want {
			t.Errorf("%s: rank %d, want %d", p.Page, p.Rank, want)
		}
	}
}
