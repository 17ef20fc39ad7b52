package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// madeUp is a store of n pages of about 150 words drawn by Zipf's law, with ten links each, one in three to a hub.
func madeUp(tb testing.TB, n int) *corpus {
	tb.Helper()
	rng := rand.New(rand.NewPCG(8, 9))
	word := func() string { return fmt.Sprintf("w%d", int(math.Exp(rng.Float64()*math.Log(30_000)))) }
	b := &graph.Batch{Load: "made up"}
	for i := range n {
		p := &graph.Page{Title: fmt.Sprintf("Page %d", i)}
		for j := range 10 {
			words := make([]string, 14)
			for k := range words {
				words[k] = word()
			}
			to := fmt.Sprintf("Page %d", []int{rng.IntN(n), rng.IntN(n), int(float64(n) * math.Pow(rng.Float64(), 6))}[rng.IntN(3)])
			p.Sentences = append(p.Sentences, graph.Sentence{N: j, Text: strings.Join(words, " ") + " " + to + ".",
				Links: []graph.Hyperlink{{Anchor: to, Target: to}}})
		}
		b.Pages = append(b.Pages, p)
	}
	path := filepath.Join(tb.TempDir(), "wiki")
	s, err := pebble.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := s.Put(tb.Context(), b); err != nil {
		tb.Fatal(err)
	}
	if err := s.Finish(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	if err := text.Build(tb.Context(), filepath.Join(path, "text"), s, text.Options{}); err != nil {
		tb.Fatal(err)
	}
	if err := s.Close(); err != nil {
		tb.Fatal(err)
	}
	c, err := openCorpus(tb.Context(), path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := c.close(); err != nil {
			tb.Error(err)
		}
	})
	return c
}

// withoutEnds is a store that can't leave links out.
type withoutEnds struct{ hop.Graph }

// Paths are the same whether the store can leave links out or not.
func TestPathsAgreeHoweverLinksAreRead(t *testing.T) {
	c := madeUp(t, 300)
	found := 0
	for _, p := range somePairs(rand.New(rand.NewPCG(1, 1)), len(c.ids), 60) {
		from, to := c.ids[p[0]], c.ids[p[1]]
		var all [2]string
		for i, g := range []hop.Graph{withoutEnds{c.store}, c.store} {
			got, err := hop.Paths(t.Context(), g, from, to, 4, 5)
			if err != nil {
				t.Fatal(err)
			}
			all[i], found = fmt.Sprint(got), found+len(got)
		}
		if all[1] != all[0] {
			t.Fatalf("paths are\n%v, want\n%v", all[1], all[0])
		}
	}
	if found < 200 {
		t.Errorf("%d paths only", found)
	}
}

func BenchmarkPlan(b *testing.B) {
	c := madeUp(b, 3000)
	claims, err := c.claims(b.Context(), 50)
	if err != nil {
		b.Fatal(err)
	}
	p := &hop.Planner{Graph: c.store, Text: c.index}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := p.Plan(context.Background(), claims[i%len(claims)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPaths5(b *testing.B) {
	c := madeUp(b, 3000)
	pairs := somePairs(rand.New(rand.NewPCG(1, 1)), len(c.ids), 50)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		if _, err := hop.Paths(context.Background(), c.store, c.ids[p[0]], c.ids[p[1]], 5, 5); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSeeds3000(b *testing.B) {
	c := madeUp(b, 3000)
	claims, err := c.claims(b.Context(), 50)
	if err != nil {
		b.Fatal(err)
	}
	var terms [][]string
	for _, claim := range claims {
		terms = append(terms, strings.Fields(claim))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := c.index.Seeds(context.Background(), terms[i%len(terms)], 20); err != nil {
			b.Fatal(err)
		}
	}
}

// claims makes n claims of 18 terms: twelve of one page's words in a row, and six of a page it links to.
func (c *corpus) claims(ctx context.Context, n int) ([]string, error) {
	rng := rand.New(rand.NewPCG(1, 18))
	var out []string
	for len(out) < n {
		id := c.ids[rng.IntN(len(c.ids))]
		links, err := c.store.Neighbors(ctx, []graph.PageID{id}, graph.Out, 0)
		if err != nil {
			return nil, err
		}
		if len(links) == 0 {
			continue
		}
		both, err := c.store.Pages(ctx, []graph.PageID{id, links[rng.IntN(len(links))].To})
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		claim := append(terms(rng, both[0], 12, seen), terms(rng, both[1], 6, seen)...)
		if len(claim) == 18 {
			out = append(out, strings.Join(claim, " "))
		}
	}
	return out, nil
}

// terms are n words in a row of a page, each term once.
func terms(rng *rand.Rand, p *graph.Page, n int, seen map[string]bool) (out []string) {
	s := words(p)
	all := text.Analyze(s)
	for _, t := range all[rng.IntN(max(1, len(all)-2*n)):] {
		if len(out) < n && !seen[t.Text] {
			seen[t.Text] = true
			out = append(out, s[t.Start:t.End])
		}
	}
	return out
}
