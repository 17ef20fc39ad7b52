package stores_test

import (
	"context"
	"errors"

	"github.com/bridgehop/bridgehop/graph"
)

// readCases are the other sentences of graph.Reader.
var readCases = []contractCase{
	{"a page comes back whole", func(s *session) {
		want := fullPage("Ola")
		s.load("1", want)
		s.finish()
		for range 2 { // the second time it may come from a cache
			s.equal("page", s.pages([]graph.PageID{want.ID()})[0], want)
		}
		heads, err := s.store.Heads(s.ctx, []graph.PageID{want.ID()})
		if err != nil {
			s.t.Fatalf("heads: %v", err)
		}
		s.equal("head", heads, []graph.Head{{ID: want.ID(), Title: "Ola", Disambiguation: true}})
	}},
	{"answers are aligned, nil for unknown pages", func(s *session) {
		s.load("1", page("A", "a"), page("B", "b"))
		s.finish()
		a, b := graph.NewPageID("A", 0), graph.NewPageID("B", 0)
		pages := s.pages([]graph.PageID{b, 99, a, b})
		s.equal("unknown", pages[1] == nil, true)
		s.equal("titles", []string{pages[0].Title, pages[2].Title, pages[3].Title}, []string{"B", "A", "B"})
		s.equal("none", len(s.pages(nil)), 0)
	}},
	{"All stops when told to", func(s *session) {
		s.load("1", page("A", "a"), page("B", "b"), page("C", "c"))
		s.redirect("D", "A", "E", "A")
		s.finish()
		n := 0
		for _, err := range s.store.All(s.ctx) {
			if n++; err != nil || n == 2 {
				break
			}
		}
		for _, err := range s.store.Redirects(s.ctx) {
			if n++; err != nil || n == 3 {
				break
			}
		}
		s.equal("yielded", n, 3)
	}},
	{"pages may be put while All runs", func(s *session) {
		s.load("1", page("A", "a"), page("B", "b"), page("C", "c"))
		s.finish()
		n := 0
		for p, err := range s.store.All(s.ctx) {
			if err != nil {
				s.t.Fatalf("all: %v", err)
			}
			s.put(inferred(p.Title, "x", "C"))
			if n++; n == 2 {
				s.load("2", page("A", "new"))
				s.finish()
			}
		}
		s.equal("yielded", n, 3)
		s.finish()
	}},
	{"a cancelled context", func(s *session) {
		s.load("1", page("A", "a"))
		s.finish()
		before := s.identity()
		ctx, cancel := context.WithCancel(s.ctx)
		cancel()
		if _, err := s.store.Put(ctx, &graph.Batch{Load: "2", Pages: []*graph.Page{page("B", "b")}}); !errors.Is(err, context.Canceled) {
			s.t.Errorf("put: got error %v, want %v", err, context.Canceled)
		}
		for _, q := range questions([]graph.PageID{graph.NewPageID("A", 0)}, []string{"A"}) {
			if _, err := q.ask(ctx, s.store); !errors.Is(err, context.Canceled) {
				s.t.Errorf("%s: got error %v, want %v", q.name, err, context.Canceled)
			}
		}
		s.finish()
		s.equal("identity", s.identity(), before)
	}},
	{"many readers at once", func(s *session) {
		s.load("1", hub("Hub", 50)...)
		s.finish()
		done := make(chan error)
		for range 4 {
			go func() { done <- s.readAll() }()
		}
		for range 4 {
			if err := <-done; err != nil {
				s.t.Errorf("read: %v", err)
			}
		}
	}},
}

// readAll asks every question once and checks that the answers agree with the oracle's in number.
func (s *session) readAll() error {
	ids := s.oracle.Held()
	for _, q := range questions(ids, []string{"Hub", "Leaf 3"}) {
		if _, err := q.ask(s.ctx, s.store); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) pages(ids []graph.PageID) []*graph.Page {
	s.t.Helper()
	pages, err := s.store.Pages(s.ctx, ids)
	if err != nil {
		s.t.Fatalf("pages: %v", err)
	}
	if len(pages) != len(ids) {
		s.t.Fatalf("pages: got %d, want %d", len(pages), len(ids))
	}
	return pages
}
