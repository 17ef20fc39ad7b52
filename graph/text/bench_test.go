package text_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// zipfWorld has n pages of 80 words drawn as words are in English: the r-th most frequent with probability 1/r.
func zipfWorld(n int) (*world, [][]string) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() string { return "w" + strconv.Itoa(int(math.Exp(rng.Float64()*math.Log(200_000)))) }
	words := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = draw()
		}
		return out
	}
	w := &world{}
	for i := range n {
		w.pages = append(w.pages, page("Page "+strconv.Itoa(i)+" "+draw(), strings.Join(words(80), " ")))
	}
	var queries [][]string
	for range 200 {
		queries = append(queries, words(18))
	}
	return w, queries
}

func hotpotQueries(b *testing.B) (*world, [][]string) {
	var queries [][]string
	for _, q := range questions(b, "hotpotqa", "hotpot_dev_distractor_subset.json") {
		queries = append(queries, terms(q.Question))
	}
	return passages(b, "hotpotqa", "hotpot_context_corpus.jsonl.bz2"), queries
}

func benchmarkSeeds(b *testing.B, w *world, queries [][]string) {
	ix := build(b, w, text.Options{})
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		if _, err := ix.Seeds(context.Background(), queries[i%len(queries)], 32); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSeedsHotpotQA(b *testing.B) {
	w, q := hotpotQueries(b)
	benchmarkSeeds(b, w, q)
}

func BenchmarkSeeds100000(b *testing.B) {
	w, q := zipfWorld(100_000)
	benchmarkSeeds(b, w, q)
}

// BenchmarkWeights weighs 20 terms in 300 pages.
func BenchmarkWeights(b *testing.B) {
	w, queries := hotpotQueries(b)
	ix := build(b, w, text.Options{})
	var ids []graph.PageID
	for i := 0; len(ids) < 300; i += 50 {
		ids = append(ids, w.pages[i].ID())
	}
	query := append(queries[0], queries[1]...)
	query = append(query, queries[2]...)[:20]
	b.ResetTimer()
	for b.Loop() {
		if _, err := ix.Weights(context.Background(), query, ids); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMentions(b *testing.B) {
	w, _ := hotpotQueries(b)
	d := build(b, w, text.Options{})
	for i := 0; b.Loop(); i++ {
		s := w.pages[i%len(w.pages)].PlainText()
		b.SetBytes(int64(len(s)))
		d.Mentions(s)
	}
}

func BenchmarkBuildHotpotQA(b *testing.B) {
	w, _ := hotpotQueries(b)
	for b.Loop() {
		if err := text.Build(context.Background(), b.TempDir(), w, text.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
