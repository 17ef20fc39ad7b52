package main

import (
	"fmt"
	"os"
	"path/filepath"
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
		lines += fmt.Sprintf(`{"uid":"u%d","claim":"%s is long.","supporting_facts":[["%s",0]],"label":"SUPPORTED","num_hops":1,"hpqa_id":"h%d"}`+"\n", i, title, title, i)
		if claims.Trained(title) {
			want++
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "dev.jsonl")
	if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := read(t.Context(), wikiOf(t, b), file, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != want || want == 0 || want == 20 {
		t.Errorf("got %d examples of 20 claims, want the %d of the trained side", len(got), want)
	}
}

// wikiOf is a store of the batch's pages, with its index.
func wikiOf(t *testing.T, b *graph.Batch) *gold.Wiki {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "wiki")
	s, err := pebble.Create(dir, nil)
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
