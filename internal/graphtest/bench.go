package graphtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// Benchmark measures a store on a made-up wiki of 5,000 pages with 25 hyperlinks each: loading (pages per
// second), opening, and the calls of a hop. place makes an empty place each time it is called.
func Benchmark(b *testing.B, place func(b *testing.B) Open) {
	ctx := context.Background()
	pages := Wiki(5000, 25)
	b.Run("Load", func(b *testing.B) {
		for b.Loop() {
			s := must(place(b)())
			fill(b, ctx, s, pages)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(pages)*b.N)/b.Elapsed().Seconds(), "pages/s")
	})
	open := place(b)
	s := must(open())
	fill(b, ctx, s, pages)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("Open", func(b *testing.B) {
		for b.Loop() {
			if err := must(open()).Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	s = must(open())
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

func must(s graph.Store, err error) graph.Store {
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

// Wiki makes n pages with some sentences and links hyperlinks each, the same every time. Low numbers are
// linked to more often, as in a real wiki.
func Wiki(n, links int) []*graph.Page {
	pages := make([]*graph.Page, n)
	for i := range pages {
		pages[i] = WikiPage(i, n, links)
	}
	return pages
}

// WikiPage makes page i of the n pages of Wiki.
func WikiPage(i, n, links int) *graph.Page {
	r := rand.New(rand.NewPCG(uint64(i), 1))
	p := &graph.Page{Title: fmt.Sprintf("Page %d", i)}
	for k := 0; k < links; k += 3 {
		s := graph.Sentence{N: k / 3, Text: fmt.Sprintf("Sentence %d of page %d, with the words %x and %x in it.", k, i, r.Uint64(), r.Uint64())}
		for range min(3, links-k) {
			to := int(float64(n) * r.Float64() * r.Float64() * r.Float64())
			s.Links = append(s.Links, graph.Hyperlink{Anchor: fmt.Sprintf("page %d", to), Target: fmt.Sprintf("Page %d", to)})
		}
		p.Sentences = append(p.Sentences, s)
	}
	return p
}
