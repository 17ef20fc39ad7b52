package graphtest

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// Store returns an empty store in a folder of the test, which is closed when the test ends.
func Store(t testing.TB) *pebble.Store {
	t.Helper()
	s, err := pebble.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Fill returns a store with pages and redirects, put as one load and finished.
func Fill(t testing.TB, pages []*graph.Page, redirects ...graph.Redirect) *pebble.Store {
	t.Helper()
	s := Store(t)
	if _, err := s.Put(t.Context(), &graph.Batch{Load: "fill", Pages: pages, Redirects: redirects}); err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}
