package pebble_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// linked is a store of n pages with links at random, among them a hub whose links fill several chunks.
func linked(t *testing.T, rng *rand.Rand, n int) (*pebble.Store, []graph.PageID) {
	t.Helper()
	s, err := pebble.Create(filepath.Join(t.TempDir(), "wiki"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	b, ids := &graph.Batch{Load: "test"}, []graph.PageID{graph.NewPageID("Not there", 0)}
	for i := range n {
		p := &graph.Page{Title: fmt.Sprintf("Page %d", i)}
		links := rng.IntN(6)
		if i == 0 {
			links = 4000
		}
		for j := range links {
			to := fmt.Sprintf("Page %d", rng.IntN(n))
			p.Sentences = append(p.Sentences, graph.Sentence{N: j, Text: to + " and " + to + " and Page 0",
				Links: []graph.Hyperlink{{Anchor: to, Target: to}, {Anchor: to, Target: to}, {Anchor: "Page 0", Target: "Page 0"}}})
		}
		b.Pages, ids = append(b.Pages, p), append(ids, p.ID())
	}
	if _, err := s.Put(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, ids
}

// Ends gives the pages of Neighbors' links, for few pages (by keys) and for many (by stepping).
func TestEndsAgreeWithNeighbors(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s, ids := linked(t, rng, 300)
	for round := range 60 {
		from := make([]graph.PageID, rng.IntN(20))
		for i := range from {
			from[i] = ids[rng.IntN(len(ids))]
		}
		if round%2 == 0 {
			slices.Sort(from)
		}
		dir := graph.Direction(round / 2 % 2)
		ends, counts, err := s.Ends(t.Context(), from, dir)
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range from {
			got := ends[:counts[i]]
			ends = ends[counts[i]:]
			if want := otherEnds(t, s, id, dir); !slices.Equal(got, want) {
				t.Fatalf("round %d: the ends of %v in direction %d are %v, want %v", round, id, dir, got, want)
			}
		}
		if len(ends) > 0 {
			t.Fatalf("%d ends are left over", len(ends))
		}
		checkTogether(t, s, from, dir)
	}
}

func otherEnds(t *testing.T, s *pebble.Store, id graph.PageID, dir graph.Direction) (out []graph.PageID) {
	t.Helper()
	links, err := s.Neighbors(t.Context(), []graph.PageID{id}, dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if dir == graph.In {
			out = append(out, l.From)
		} else {
			out = append(out, l.To)
		}
	}
	return slices.Compact(out)
}

// checkTogether: links read together are those read page by page.
func checkTogether(t *testing.T, s *pebble.Store, from []graph.PageID, dir graph.Direction) {
	t.Helper()
	for _, limit := range []int{0, 1, 5, 2500} {
		got, err := s.Neighbors(t.Context(), from, dir, limit)
		if err != nil {
			t.Fatal(err)
		}
		var want []graph.Link
		for _, id := range from {
			links, err := s.Neighbors(t.Context(), []graph.PageID{id}, dir, limit)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, links...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d links of %v with limit %d together, want %d", len(got), from, limit, len(want))
		}
	}
}
