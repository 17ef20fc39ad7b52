package pebble_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// A chain of 60,000 redirects, circles among them, and 50,000 passages of one title are stored and found in time and memory that grow as they do.
func TestLongTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	const chain, passages = 60_000, 50_000
	s, err := pebble.Create(filepath.Join(t.TempDir(), "wiki"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(b *graph.Batch) {
		t.Helper()
		b.Load = "a"
		if _, err := s.Put(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	name := func(i int) string { return fmt.Sprintf("Name %d", i) }
	first := &graph.Page{Title: name(chain), Sentences: []graph.Sentence{{Text: "The end."}}}
	links := &graph.Page{Title: "Links", Sentences: []graph.Sentence{{Text: "All."}}}
	b := &graph.Batch{}
	for i := range chain {
		b.Redirects = append(b.Redirects, graph.Redirect{From: name(i), To: name(i + 1)}, graph.Redirect{From: "Circle " + name(i), To: "Circle " + name((i+1)%chain)})
		links.Sentences[0].Links = append(links.Sentences[0].Links, graph.Hyperlink{Anchor: "all", Target: name(i)})
	}
	put(&graph.Batch{Pages: []*graph.Page{first, links}})
	put(b)
	for i := 0; i < passages; i += 1000 {
		b := &graph.Batch{}
		for n := range 1000 {
			b.Pages = append(b.Pages, &graph.Page{Title: "Passages", Sentences: []graph.Sentence{{Text: fmt.Sprintf("Passage %d.", i+n)}}})
		}
		put(b)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range chain {
		names = append(names, name(i))
	}
	for at := 0; at < chain; at += 1000 { // as the text index does
		found, err := s.Lookup(t.Context(), names[at:at+1000])
		if err != nil {
			t.Fatal(err)
		}
		for i, ids := range found {
			if len(ids) != 1 || ids[0] != first.ID() {
				t.Fatalf("%s leads to %v", names[at+i], ids)
			}
		}
	}
	found, err := s.Lookup(t.Context(), []string{"Circle Name 7", "Passages"})
	if err != nil || len(found[0]) != 0 || len(found[1]) != passages {
		t.Errorf("a circle leads to %d pages, and the title has %d, want 0 and %d (%v)", len(found[0]), len(found[1]), passages, err)
	}
	stats, err := s.Stats(t.Context())
	if err := errors.Join(err, s.Close()); err != nil || stats.Pages != passages+2 || stats.Redirects != 2*chain {
		t.Errorf("got %+v, %v", stats, err)
	}
}
