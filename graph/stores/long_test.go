package stores_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// A long chain of redirects, a circle of as many, and very many passages of one title are stored and found in time and memory that grow as
// they do: what follows each redirect by itself takes hours.
func TestLongTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all")
	}
	t.Run("Pebble", func(t *testing.T) {
		s, err := pebble.Create(filepath.Join(t.TempDir(), "wiki"))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		longTitles(t, s, 60_000, 50_000)
	})
	t.Run("Neo4j", func(t *testing.T) {
		s, err := onServer(false, neo4j.Options{BatchPages: 500})(t)()
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		longTitles(t, s, 8000, 3000) // a server takes ten times as long for each
	})
}

func longTitles(t *testing.T, s graph.Store, chain, passages int) {
	put := func(b *graph.Batch) {
		t.Helper()
		b.Load = "a"
		if _, err := s.Put(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	finish := func() {
		t.Helper()
		if err := s.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	name := func(i int) string { return fmt.Sprintf("Name %d", i) }
	end := &graph.Page{Title: name(chain), Sentences: []graph.Sentence{{Text: "The end."}}}
	links := &graph.Page{Title: "Links", Sentences: []graph.Sentence{{Text: "All."}}}
	b := &graph.Batch{}
	for i := range chain {
		b.Redirects = append(b.Redirects, graph.Redirect{From: name(i), To: name(i + 1)}, graph.Redirect{From: "Circle " + name(i), To: "Circle " + name((i+1)%chain)})
		links.Sentences[0].Links = append(links.Sentences[0].Links, graph.Hyperlink{Anchor: "all", Target: name(i)})
	}
	put(&graph.Batch{Pages: []*graph.Page{links}})
	for some := range slices.Chunk(b.Redirects, 16_000) {
		put(&graph.Batch{Redirects: some})
	}
	for i := 0; i < passages; i += 1000 {
		b := &graph.Batch{}
		for n := range 1000 {
			b.Pages = append(b.Pages, &graph.Page{Title: "Passages", Sentences: []graph.Sentence{{Text: fmt.Sprintf("Passage %d.", i+n)}}})
		}
		put(b)
	}
	finish()
	put(&graph.Batch{Pages: []*graph.Page{end}}) // changes where all of the chain lead
	finish()
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
			if len(ids) != 1 || ids[0] != end.ID() {
				t.Fatalf("%s leads to %v", names[at+i], ids)
			}
		}
	}
	found, err := s.Lookup(t.Context(), []string{"Circle Name 7", "Passages"})
	if err != nil || len(found[0]) != 0 || len(found[1]) != passages {
		t.Errorf("a circle leads to %d pages, and the title has %d, want 0 and %d (%v)", len(found[0]), len(found[1]), passages, err)
	}
	stats, err := s.Stats(t.Context())
	if err != nil || stats.Pages != int64(passages+2) || stats.Redirects != int64(2*chain) || stats.Links != int64(chain) {
		t.Errorf("got %+v, %v", stats, err)
	}
}
