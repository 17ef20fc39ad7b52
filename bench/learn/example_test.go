package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Only the claims of the training side of a file named dev become examples.
func TestReadLeavesOutHeldBackClaims(t *testing.T) {
	b, lines, want := &graph.Batch{Load: "twenty pages"}, "", 0
	for i := range 20 {
		title := fmt.Sprintf("Page %d", i)
		b.Pages = append(b.Pages, &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: title + " is a page."}}})
		lines += fmt.Sprintf(`{"uid":"%d","claim":"%[2]s ends.","supporting_facts":[["%[2]s",0]],"label":"SUPPORTED"}`+"\n", i, title)
		if (claims.Evidence{Page: title}).Trained() {
			want++
		}
	}
	got := examplesOf(t, b, "dev.jsonl", lines, false)
	if len(got) != want || want == 0 || want == 20 {
		t.Errorf("got %d examples of 20 claims, want the %d of the trained side", len(got), want)
	}
}

// Questions become statements, of which those that still ask something are left out.
func TestReadTurnsQuestionsIntoStatements(t *testing.T) {
	page, lines := &graph.Page{Title: "Varde", Sentences: []graph.Sentence{{Text: "Varde is a town."}}}, ""
	for i, q := range []string{"Who  founded Varde ?", "Are Varde and Ost old?", "In which year was Varde built?", "Must Varde be rebuilt?",
		"(Which town is Varde?)"} {
		lines += fmt.Sprintf(`{"_id":"q%d","question":"%s","supporting_facts":[["Varde",0]],"context":[]}`+"\n", i, q)
	}
	var texts []string
	for _, e := range examplesOf(t, &graph.Batch{Load: "a page", Pages: []*graph.Page{page}}, "train.jsonl", lines, true) {
		texts = append(texts, e.claim)
	}
	if want := []string{"founded Varde.", "Varde and Ost old.", "In which year was Varde built.", "Varde be rebuilt."}; !slices.Equal(texts, want) {
		t.Errorf("got %q, want %q", texts, want)
	}
}

// examplesOf reads the lines of a file of claims about the batch's pages.
func examplesOf(t *testing.T, b *graph.Batch, name, lines string, forClaims bool) []*example {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := read(t.Context(), wikiOf(t, b), file, forClaims, 0)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wikiOf is a store of the batch's pages, with its index.
func wikiOf(t *testing.T, b *graph.Batch) *gold.Wiki {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "wiki")
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []func() error{
		func() error { _, err := s.Put(t.Context(), b); return err },
		func() error { return s.Finish(t.Context()) },
		func() error { return text.Build(t.Context(), filepath.Join(dir, "text"), s, text.Options{}) },
		s.Close,
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	w, err := gold.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}
