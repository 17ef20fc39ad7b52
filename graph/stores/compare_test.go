package stores_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// compare reads everything there is from the store and from the oracle.
func (s *session) compare() {
	s.t.Helper()
	ids, titles := s.probes()
	for _, q := range questions(ids, titles) {
		got, err := q.ask(s.ctx, s.store)
		if err != nil {
			s.t.Fatalf("%s: %v", q.name, err)
		}
		want, err := q.ask(s.ctx, s.oracle)
		if err != nil {
			s.t.Fatalf("oracle %s: %v", q.name, err)
		}
		s.equal(q.name, got, want)
	}
}

// question is a call whose answer two stores must agree on.
type question struct {
	name string
	ask  func(context.Context, graph.Reader) (any, error)
}

func questions(ids []graph.PageID, titles []string) []question {
	qs := []question{
		{"Stats", func(ctx context.Context, r graph.Reader) (any, error) { return r.Stats(ctx) }},
		{"All", func(ctx context.Context, r graph.Reader) (any, error) { return collect(r.All(ctx)) }},
		{"Redirects", func(ctx context.Context, r graph.Reader) (any, error) { return collect(r.Redirects(ctx)) }},
		{"Pages", func(ctx context.Context, r graph.Reader) (any, error) { return r.Pages(ctx, ids) }},
		{"Heads", func(ctx context.Context, r graph.Reader) (any, error) { return r.Heads(ctx, ids) }},
		{"Lookup", func(ctx context.Context, r graph.Reader) (any, error) { return r.Lookup(ctx, titles) }},
	}
	for _, dir := range []graph.Direction{graph.Out, graph.In} {
		qs = append(qs, question{"Ends", func(ctx context.Context, r graph.Reader) (any, error) {
			ends, counts, err := graph.LinkEnds(ctx, r, ids, dir)
			return fmt.Sprint(ends, counts), err
		}})
		for limit := range 3 {
			name := [...]string{"Neighbors out", "Neighbors in"}[dir] + [...]string{"", ", limit 1", ", limit 2"}[limit]
			qs = append(qs, question{name, func(ctx context.Context, r graph.Reader) (any,
				error) {
				return r.Neighbors(ctx, ids, dir, limit)
			}})
		}
	}
	return qs
}

func collect[T any](seq iter.Seq2[T, error]) ([]T, error) {
	var out []T
	for v, err := range seq {
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// probes returns the ids of all pages and of some that are not there, not in order, one of them twice; and
// all titles in several spellings.
func (s *session) probes() ([]graph.PageID, []string) {
	ids := []graph.PageID{0, 12345}
	titles := map[string]bool{"": true, "No such page": true}
	held := map[string]int{}
	for p, err := range s.oracle.All(s.ctx) {
		if err != nil {
			s.t.Fatalf("oracle All: %v", err)
		}
		ids = append(ids, p.ID())
		held[p.Title]++
	}
	for title, n := range held {
		titles[title] = true
		ids = append(ids, graph.NewPageID(title, n))
	}
	for r, err := range s.oracle.Redirects(s.ctx) {
		if err != nil {
			s.t.Fatalf("oracle Redirects: %v", err)
		}
		titles[r.From], titles[r.To] = true, true
	}
	for _, t := range slices.Collect(maps.Keys(titles)) {
		titles[norm.NFD.String(t)] = true
		titles[strings.ReplaceAll(t, " ", "_")] = true
		titles[strings.ToLower(t)] = true
	}
	slices.SortFunc(ids, func(a, b graph.PageID) int { return strings.Compare(b.String()[8:], a.String()[8:]) })
	return append(ids, ids[0]), slices.Sorted(maps.Keys(titles))
}
