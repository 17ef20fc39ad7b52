package graph_test

import (
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

// Circles of redirects are found with the titles on their way; redirects that lead into one, to a page or to nothing are none.
func TestCircles(t *testing.T) {
	m := graphtest.Store(t)
	batch := &graph.Batch{Load: "1", Pages: []*graph.Page{{Title: "Oslo"}}}
	for _, r := range [][2]string{{"A", "B"}, {"B", "C"}, {"C", "A"}, {"Into", "B"}, {"Self", "Self"}, {"gone", "Gone"}, {"Nowhere", "Nothing"},
		{"Kristiania", "Christiania"}, {"Christiania", "Oslo"}, {"X", "Y"}, {"y", "X"}, {"Oslo", "Kristiania"}} {
		batch.Redirects = append(batch.Redirects, graph.Redirect{From: r[0], To: r[1]})
	}
	if _, err := m.Put(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	if err := m.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := graph.Circles(t.Context(), m)
	want := [][]string{{"A", "B", "C"}, {"Self"}, {"X", "y"}}
	if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}
