package pebble_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// BenchmarkStore measures a made-up wiki of 5,000 pages with 25 hyperlinks each: loading (pages per second), opening, and
// the calls of a hop.
func BenchmarkStore(b *testing.B) {
	ctx := b.Context()
	pages := graphtest.Wiki(5000, 25)
	dir := filepath.Join(b.TempDir(), "wiki")
	b.Run("Load", func(b *testing.B) {
		for b.Loop() {
			s := must(pebble.Create(filepath.Join(b.TempDir(), "wiki")))
			fill(b, ctx, s, pages)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(pages)*b.N)/b.Elapsed().Seconds(), "pages/s")
	})
	s := must(pebble.Create(dir))
	fill(b, ctx, s, pages)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("Open", func(b *testing.B) {
		for b.Loop() {
			if err := must(pebble.Create(dir)).Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	s = must(pebble.Create(dir))
	defer s.Close()
	benchmarkReads(b, ctx, s, pages)
}

func benchmarkReads(b *testing.B, ctx context.Context, s graph.Store, pages []*graph.Page) {
	ids, titles := make([]graph.PageID, 50), make([]string, 50)
	for i := range ids {
		ids[i], titles[i] = graph.NewPageID(pages[i*90].Title, 0), pages[i*90].Title
	}
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"Neighbors50Out", func() error { _, err := s.Neighbors(ctx, ids, graph.Out, 0); return err }},
		{"Neighbors50In", func() error { _, err := s.Neighbors(ctx, ids, graph.In, 100); return err }},
		{"Ends50Out", func() error { _, _, err := graph.LinkEnds(ctx, s, ids, graph.Out); return err }},
		{"Heads50", func() error { _, err := s.Heads(ctx, ids); return err }},
		{"Lookup50", func() error { _, err := s.Lookup(ctx, titles); return err }},
		{"Pages20", func() error { _, err := s.Pages(ctx, ids[:20]); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func must(s *pebble.Store, err error) *pebble.Store {
	if err != nil {
		panic(err) // a benchmark without a store has nothing to say
	}
	return s
}

func fill(b *testing.B, ctx context.Context, s graph.Store, pages []*graph.Page) {
	for i := 0; i < len(pages); i += 500 {
		if _, err := s.Put(ctx, &graph.Batch{Load: "1", Pages: pages[i:min(i+500, len(pages))]}); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Finish(ctx); err != nil {
		b.Fatal(err)
	}
}
