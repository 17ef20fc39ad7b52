package neo4j_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/internal/graphtest"
	"github.com/bridgehop/bridgehop/internal/server/servertest"
)

// What is asked in one round trip is what Pages, Heads and Neighbors say.
func TestSurveyor(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	ctx := context.Background()
	wiki := oddWiki(t)
	if _, err := wiki.Put(ctx, &graph.Batch{Load: "2", Pages: graphtest.Wiki(120, 9)}); err != nil {
		t.Fatal(err)
	}
	if err := wiki.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	store := openStore(t, s, neo4j.Create)
	copyStore(t, store, wiki)
	ids := []graph.PageID{1, graph.NewPageID("Page 0", 0), graph.NewPageID("Page 7", 0), graph.NewPageID("Page 0", 0)}
	for _, title := range oddStrings {
		ids = append(ids, graph.NewPageID(title, 0))
	}
	pages, heads, err := store.Whole(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	wantPages, err := store.Pages(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	wantHeads, err := store.Heads(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(pages, wantPages); diff != "" {
		t.Errorf("pages: got (-), want (+):\n%s", diff)
	}
	if diff := cmp.Diff(heads, wantHeads); diff != "" {
		t.Errorf("heads: got (-), want (+):\n%s", diff)
	}
	for _, few := range []int{0, 1, 20, 1000} {
		pages, heads, out, in, err := store.Gather(ctx, ids, few)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(pages, wantPages); diff != "" {
			t.Errorf("pages with up to %d links: got (-), want (+):\n%s", few, diff)
		}
		var some []graph.PageID
		for _, h := range heads {
			if h.ID != 0 && h.Out+h.In <= few {
				some = append(some, h.ID)
			}
		}
		wantOut, wantIn, err := store.Around(ctx, some, 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([2][]graph.Link{out, in}, [2][]graph.Link{wantOut, wantIn}); diff != "" {
			t.Errorf("links of pages that have up to %d: got (-), want (+):\n%s", few, diff)
		}
	}
	for _, limit := range []int{0, 1, 5} {
		out, in, err := store.Around(ctx, ids, limit)
		if err != nil {
			t.Fatal(err)
		}
		for dir, got := range map[graph.Direction][]graph.Link{graph.Out: out, graph.In: in} {
			want, err := store.Neighbors(ctx, ids, dir, limit)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, want); diff != "" {
				t.Errorf("links %v, limit %d: got (-), want (+):\n%s", dir, limit, diff)
			}
		}
	}
}
