package stores_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// opener opens one store: empty the first time, and after Close again with what was put into it.
type opener func() (graph.Store, error)

// newPlace finds an empty place for a store that lives as long as the test.
type newPlace func(t *testing.T) opener

// runReaders tests what every graph.Reader must do, sentence by sentence, and then compares the store with memory on random
// operations. It has no switches: all backends do the same. draws is the number of random runs, unless -rapid.checks gives one.
func runReaders(t *testing.T, draws int, place newPlace) {
	runCases(t, place, "Lookup", lookupCases)
	runCases(t, place, "Links", linkCases)
	runCases(t, place, "Read", readCases)
	runCases(t, place, "Remove", removeCases)
	t.Run("Random", func(t *testing.T) { runRandom(t, draws, place) })
}

// runWriter tests what the one writer must do, and what every reader must.
func runWriter(t *testing.T, draws int, place newPlace) {
	runCases(t, place, "Put", putCases)
	runReaders(t, draws, place)
}

func runCases(t *testing.T, place newPlace, name string, cases []contractCase) {
	t.Run(name, func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.run(newSession(t, place)) })
		}
	})
}

// contractCase is one sentence of the contract.
type contractCase struct {
	name string
	run  func(s *session)
}

// session drives a store and the oracle alike; finish compares them.
type session struct {
	t      failer
	ctx    context.Context
	open   opener
	store  graph.Store
	oracle *memory
}

// failer is what a session needs of *testing.T and *rapid.T.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

func newSession(t *testing.T, place newPlace) *session {
	s := &session{t: t, ctx: context.Background(), open: place(t), oracle: new(memory)}
	s.reopen()
	t.Cleanup(s.close)
	return s
}

func (s *session) close() {
	s.t.Helper()
	if s.store == nil {
		return
	}
	if err := s.store.Close(); err != nil {
		s.t.Errorf("close: %v", err)
	}
	s.store = nil
}

func (s *session) reopen() {
	s.t.Helper()
	s.close()
	store, err := s.open()
	if err != nil {
		s.t.Fatalf("open: %v", err)
	}
	s.store = store
}

// put puts a batch into both and compares the counts.
func (s *session) put(b *graph.Batch) graph.PutCounts {
	s.t.Helper()
	got, err := s.store.Put(s.ctx, b)
	if err != nil {
		s.t.Fatalf("put: %v", err)
	}
	want, err := s.oracle.Put(s.ctx, b)
	if err != nil {
		s.t.Fatalf("oracle put: %v", err)
	}
	if !reflect.DeepEqual(got, want) {
		s.t.Fatalf("put: got counts %+v, want %+v", got, want)
	}
	return got
}

// load puts pages as one batch of a load.
func (s *session) load(name string, pages ...*graph.Page) graph.PutCounts {
	s.t.Helper()
	return s.put(&graph.Batch{Load: name, Pages: pages})
}

func (s *session) redirect(pairs ...string) {
	s.t.Helper()
	b := &graph.Batch{Load: "redirects"}
	for i := 0; i < len(pairs); i += 2 {
		b.Redirects = append(b.Redirects, graph.Redirect{From: pairs[i], To: pairs[i+1]})
	}
	s.put(b)
}

// finish finishes both and compares everything that can be read.
func (s *session) finish() {
	s.t.Helper()
	if err := s.store.Finish(s.ctx); err != nil {
		s.t.Fatalf("finish: %v", err)
	}
	if err := s.oracle.Finish(s.ctx); err != nil {
		s.t.Fatalf("oracle finish: %v", err)
	}
	s.compare()
}

// equal fails when got and want differ; an empty slice is like none.
func (s *session) equal(what string, got, want any) {
	s.t.Helper()
	if diff := cmp.Diff(got, want, cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("%s: got (-), want (+):\n%s", what, diff)
	}
}

// lookup returns what a title finds, as titles with their ordinals.
func (s *session) lookup(title string) []string {
	s.t.Helper()
	ids, err := s.store.Lookup(s.ctx, []string{title})
	if err != nil {
		s.t.Fatalf("lookup: %v", err)
	}
	return s.names(ids[0])
}

// names prints pages as "Title" or "Title#1".
func (s *session) names(ids []graph.PageID) []string {
	s.t.Helper()
	heads, err := s.store.Heads(s.ctx, ids)
	if err != nil {
		s.t.Fatalf("heads: %v", err)
	}
	var out []string
	for _, h := range heads {
		name := h.Title
		for range h.Ordinal {
			name += "'"
		}
		out = append(out, name)
	}
	return out
}

// links prints the links of the pages of a title as "From -anchor-> To".
func (s *session) links(title string, dir graph.Direction) []string {
	s.t.Helper()
	ids, err := s.store.Lookup(s.ctx, []string{title})
	if err != nil {
		s.t.Fatalf("lookup: %v", err)
	}
	links, err := s.store.Neighbors(s.ctx, ids[0], dir, 0)
	if err != nil {
		s.t.Fatalf("neighbors: %v", err)
	}
	var out []string
	for _, l := range links {
		n := s.names([]graph.PageID{l.From, l.To})
		out = append(out, n[0]+" -"+l.Anchor+"-> "+n[1])
	}
	return out
}

func (s *session) stats() graph.Stats {
	s.t.Helper()
	st, err := s.store.Stats(s.ctx)
	if err != nil {
		s.t.Fatalf("stats: %v", err)
	}
	return st
}

func (s *session) identity() string {
	s.t.Helper()
	id, err := s.store.Identity(s.ctx)
	if err != nil {
		s.t.Fatalf("identity: %v", err)
	}
	return id
}

// page makes a page of one sentence with links: anchor, target, anchor, target, …
func page(title, text string, links ...string) *graph.Page {
	p := &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: text}}}
	for i := 0; i < len(links); i += 2 {
		p.Sentences[0].Links = append(p.Sentences[0].Links, graph.Hyperlink{Anchor: links[i], Target: links[i+1]})
	}
	return p
}
