package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
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
	s, err := pebble.Create(path, nil)
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

// The ball around a page is that of following one link after another.
func TestBallAgreesWithOneLinkAtATime(t *testing.T) {
	c := madeUp(t, 60)
	for _, from := range c.ids[:5] {
		for hops := 1; hops <= 3; hops++ {
			heads, links, err := c.ball(t.Context(), from, hops)
			if err != nil {
				t.Fatal(err)
			}
			var got []graph.PageID
			for _, h := range heads {
				got = append(got, h.ID)
			}
			want, followed := c.walk(t, from, hops)
			if slices.Sort(got); !slices.Equal(got, want) || len(links) != followed {
				t.Errorf("%d pages over %d links in %d hops, want %d over %d", len(got), len(links), hops, len(want), followed)
			}
		}
	}
}

// walk is ball, page by page.
func (c *corpus) walk(t *testing.T, from graph.PageID, hops int) (ids []graph.PageID, links int) {
	distance := map[graph.PageID]int{from: 0}
	for queue := []graph.PageID{from}; len(queue) > 0; queue = queue[1:] {
		page := queue[0]
		if ids = append(ids, page); distance[page] == hops {
			continue
		}
		out, err := c.store.Neighbors(t.Context(), []graph.PageID{page}, graph.Out, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range out {
			if links++; !slices.Contains(queue, l.To) && distance[l.To] == 0 && l.To != from {
				distance[l.To] = distance[page] + 1
				queue = append(queue, l.To)
			}
		}
	}
	slices.Sort(ids)
	return ids, links
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

func BenchmarkBall2(b *testing.B) {
	c := madeUp(b, 3000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, err := c.ball(context.Background(), c.ids[i%len(c.ids)], 2); err != nil {
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
