package neo4j_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// hubWiki has 40 pages that link to one, some of them twice.
func hubWiki() (*graph.Batch, []graph.PageID) {
	hub := &graph.Page{Title: "Hub", Sentences: []graph.Sentence{{Text: "A port."}}}
	b := &graph.Batch{Load: "1", Pages: []*graph.Page{hub}}
	for i := range 40 {
		s := graph.Sentence{Text: "From Hub to Hub.", Links: []graph.Hyperlink{{Anchor: "Hub", Target: "Hub"}}}
		if i%3 == 0 {
			s.Links = append(s.Links, graph.Hyperlink{Anchor: "to Hub", Target: "Hub"})
		}
		b.Pages = append(b.Pages, &graph.Page{Title: fmt.Sprintf("Ship %d", i), Sentences: []graph.Sentence{s}})
	}
	return b, []graph.PageID{graph.NewPageID("Ship 1", 0), graph.NewPageID("Hub", 0)}
}

// A few links of a hub are read from the pages it keeps, the rest is not visited; they are the same as of any page.
func TestHub(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	store, err := neo4j.Create(ctx, s.URL, &neo4j.Options{Password: s.Password, Hub: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	b, ids := hubWiki()
	oracle, err := graphtest.Fill(b.Pages)
	if err != nil {
		t.Fatal(err)
	}
	w := write(store)
	put := func(b *graph.Batch) {
		t.Helper()
		if _, err := w.Put(ctx, b); err != nil {
			t.Fatal(err)
		}
		if err := w.Finish(ctx); err != nil {
			t.Fatal(err)
		}
	}
	put(b)
	kept := func() any { return s.Cypher(t, "MATCH (p:Page) RETURN sum(size(p.firstIn)) AS n")[0]["n"] }
	if got := kept(); got != int64(40) {
		t.Errorf("pages that hubs keep: got %v, want 40", got)
	}
	for _, limit := range []int{0, 1, 7, 54, 2000} {
		got, err := store.Neighbors(ctx, ids, graph.In, limit)
		if err != nil {
			t.Fatal(err)
		}
		want, err := oracle.Neighbors(ctx, ids, graph.In, limit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("limit %d: got (-), want (+):\n%s", limit, diff)
		}
	}

	s.Cypher(t, "MATCH (p:Page {title: 'Hub'}) SET p.firstIn = p.firstIn[..2]")
	got, err := store.Neighbors(ctx, ids[1:], graph.In, 20)
	if err != nil {
		t.Fatal(err)
	}
	pages := map[graph.PageID]bool{}
	for _, l := range got {
		pages[l.From] = true
	}
	if len(pages) != 2 {
		t.Errorf("pages that links come from, of a hub that keeps two: got %d, want 2", len(pages))
	}

	gone := &graph.Batch{Load: "2"}
	for i := range 35 {
		gone.Removed = append(gone.Removed, fmt.Sprintf("Ship %d", i))
	}
	put(gone)
	if got := kept(); got != int64(0) {
		t.Errorf("pages that are kept when it is no hub any more: got %v, want 0", got)
	}
}
