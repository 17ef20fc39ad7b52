package pebble_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// Scatter gives the pages that All gives, each with its place there, and what comes after the last Finish is not seen.
func TestScatter(t *testing.T) {
	ctx := context.Background()
	s, err := pebble.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := scattered(t, s); len(got) != 0 {
		t.Errorf("an empty store scatters %d pages", len(got))
	}
	for i := range 300 {
		put(t, s, page(fmt.Sprint("Page ", i), fmt.Sprint("text ", i)))
	}
	if err := s.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	sameAsAll(t, s, 300)
	again := []*graph.Page{page("Page 7", "another text"), page("New page", "text"), page("Page 299", "another text")}
	if _, err := s.Put(ctx, &graph.Batch{Load: "2", Pages: again}); err != nil {
		t.Fatal(err)
	}
	sameAsAll(t, s, 300)
	if err := s.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	sameAsAll(t, s, 301)
	stop := errors.New("enough")
	if err := s.Scatter(ctx, func(int, func() (*graph.Page, error)) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped: got %v, want %v", err, stop)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Scatter(ctx, func(int, func() (*graph.Page, error)) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v, want %v", err, context.Canceled)
	}
}

// scattered are the texts of the pages by place. They are made after Scatter is done.
func scattered(t *testing.T, s *pebble.Store) map[int]string {
	t.Helper()
	loads := map[int]func() (*graph.Page, error){}
	err := s.Scatter(context.Background(), func(place int, load func() (*graph.Page, error)) error {
		if loads[place] != nil {
			t.Errorf("place %d comes twice", place)
		}
		loads[place] = load
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]string{}
	for place, load := range loads {
		p, err := load()
		if err != nil {
			t.Fatal(err)
		}
		out[place] = p.Title + ": " + p.PlainText()
	}
	return out
}

func sameAsAll(t *testing.T, s *pebble.Store, want int) {
	t.Helper()
	got, n := scattered(t, s), 0
	for p, err := range s.All(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if want := p.Title + ": " + p.PlainText(); got[n] != want {
			t.Errorf("page %d is %q, want %q", n, got[n], want)
		}
		n++
	}
	if len(got) != want || n != want {
		t.Errorf("%d pages scattered, %d in all, want %d", len(got), n, want)
	}
}
