package pebble_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// pageTo is a page that links to others.
func pageTo(title string, to ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for i, target := range to {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: target, Links: []graph.Hyperlink{{Anchor: target, Target: target}}})
	}
	return p
}

// A store holds its links once it has been asked a few times, and anew after each Finish.
func TestChartFollowsTheStore(t *testing.T) {
	s, err := pebble.Create(filepath.Join(t.TempDir(), "wiki"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, b := range []*graph.Batch{
		{Load: "first", Pages: []*graph.Page{pageTo("Varde", "Ribe", "Ribe", "Skagen", "Varde"), pageTo("Ribe", "Varde"), pageTo("Skagen")}},
		{Load: "second", Pages: []*graph.Page{pageTo("Ribe", "Skagen", "Nowhere"), pageTo("Tarm", "Varde")}},
	} {
		if _, err := s.Put(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if err := s.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			if c, err := s.Chart(t.Context()); c != nil || err != nil {
				t.Fatalf("asked for the %d. time: %v, %v, want none yet", i+1, c, err)
			}
		}
		c, err := s.Chart(t.Context())
		if err != nil || c == nil {
			t.Fatalf("no chart: %v", err)
		}
		again, err := s.Chart(t.Context())
		if err != nil || again != c {
			t.Errorf("the chart was made twice, or %v", err)
		}
		sameEnds(t, s, c)
	}
}

// sameEnds compares the chart with the store's own links.
func sameEnds(t *testing.T, s *pebble.Store, c *graph.Chart) {
	t.Helper()
	for number := range int32(c.Len()) {
		id := c.ID(number)
		for dir, ends := range map[graph.Direction]*graph.Ends{graph.Out: &c.Out, graph.In: &c.In} {
			want, _, err := s.Ends(t.Context(), []graph.PageID{id}, dir)
			if err != nil {
				t.Fatal(err)
			}
			want = slices.DeleteFunc(want, func(end graph.PageID) bool { return end == id })
			var got []graph.PageID
			for _, end := range ends.Of(number) {
				got = append(got, c.ID(end))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("page %v has the ends %v, want %v", id, got, want)
			}
		}
	}
}
