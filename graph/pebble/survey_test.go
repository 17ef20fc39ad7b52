package pebble_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
)

// Whole and Around give what the calls give that they stand for, of pages that are there and of one that isn't.
func TestSurveyAgreesWithSingleCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	s, ids := linked(t, rng, 100)
	for range 20 {
		from := make([]graph.PageID, rng.IntN(20))
		for i := range from {
			from[i] = ids[rng.IntN(len(ids))]
		}
		limit := rng.IntN(5)
		pages, heads, err := s.Whole(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		out, in, err := s.Around(t.Context(), from, limit)
		if err != nil {
			t.Fatal(err)
		}
		wantPages, err := s.Pages(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		wantHeads, err := s.Heads(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		wantOut, err := s.Neighbors(t.Context(), from, graph.Out, limit)
		if err != nil {
			t.Fatal(err)
		}
		wantIn, err := s.Neighbors(t.Context(), from, graph.In, limit)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(pages, wantPages) + cmp.Diff(heads, wantHeads); d != "" {
			t.Errorf("pages and heads differ from those of single calls:\n%s", d)
		}
		if d := cmp.Diff(out, wantOut) + cmp.Diff(in, wantIn); d != "" {
			t.Errorf("links differ from those of single calls:\n%s", d)
		}
	}
}
