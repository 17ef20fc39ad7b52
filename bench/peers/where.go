package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// part is one of the things a claim asks of store and index, and how long that took over all claims.
type part struct {
	name  string
	calls atomic.Int64
	nanos atomic.Int64
}

func (p *part) since(start time.Time) {
	p.calls.Add(1)
	p.nanos.Add(time.Since(start).Nanoseconds())
}

// watched is a store and an index that count what is asked of them; it is both Graph and Text of a planner.
type watched struct {
	store                                                  *pebble.Store
	index                                                  *text.Index
	pages, links, seeds, weights, idf, mentions, analysing part
}

func newWatched(s *pebble.Store, ix *text.Index) *watched {
	w := &watched{store: s, index: ix}
	for name, p := range map[string]*part{"read pages and heads": &w.pages, "read links": &w.links, "find seeds": &w.seeds,
		"weigh words in pages": &w.weights, "rarity of words": &w.idf, "find names": &w.mentions, "take texts apart": &w.analysing} {
		p.name = name
	}
	return w
}

func (w *watched) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	defer w.pages.since(time.Now())
	return w.store.Pages(ctx, ids)
}

func (w *watched) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	defer w.pages.since(time.Now())
	return w.store.Heads(ctx, ids)
}

func (w *watched) Whole(ctx context.Context, ids []graph.PageID) ([]*graph.Page, []graph.Head, error) {
	defer w.pages.since(time.Now())
	return w.store.Whole(ctx, ids)
}

func (w *watched) Around(ctx context.Context, from []graph.PageID, limit int) (out, in []graph.Link, err error) {
	defer w.links.since(time.Now())
	return w.store.Around(ctx, from, limit)
}

func (w *watched) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	defer w.links.since(time.Now())
	return w.store.Neighbors(ctx, from, dir, limit)
}

func (w *watched) Analyze(s string) []graph.Term {
	defer w.analysing.since(time.Now())
	return w.index.Analyze(s)
}

func (w *watched) IDF(terms []string) ([]float64, error) {
	defer w.idf.since(time.Now())
	return w.index.IDF(terms)
}

func (w *watched) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	defer w.seeds.since(time.Now())
	return w.index.Seeds(ctx, terms, k)
}

func (w *watched) Weights(ctx context.Context, terms []string, pages []graph.PageID) ([][]float32, error) {
	defer w.weights.since(time.Now())
	return w.index.Weights(ctx, terms, pages)
}

func (w *watched) First(k int) []graph.PageID { return w.index.First(k) }

func (w *watched) Mentions(s string) []graph.Mention {
	defer w.mentions.since(time.Now())
	return w.index.Mentions(s)
}

// where adds to the tables where the time of a claim goes, on one core.
func (b *bench) where(ctx context.Context, s *pebble.Store, ix *text.Index, claims []string) error {
	w := newWatched(s, ix)
	p := &hop.Planner{Graph: w, Text: w}
	start := time.Now()
	for _, claim := range claims {
		if _, err := p.Plan(ctx, claim); err != nil {
			return err
		}
	}
	total, rest, n := time.Since(start), time.Since(start), float64(len(claims))
	for _, p := range []*part{&w.pages, &w.links, &w.seeds, &w.weights, &w.idf, &w.mentions, &w.analysing} {
		took := time.Duration(p.nanos.Load())
		rest -= took
		b.alone = append(b.alone, fmt.Sprintf("| of a claim's time over %d pages: %s | %.0f%%: %.2f ms in %.1f calls |",
			ix.NumPages(), p.name, 100*took.Seconds()/total.Seconds(), took.Seconds()*1e3/n, float64(p.calls.Load())/n))
	}
	b.alone = append(b.alone, fmt.Sprintf("| of a claim's time over %d pages: the planner itself | %.0f%%: %.2f ms of %.2f |",
		ix.NumPages(), 100*rest.Seconds()/total.Seconds(), rest.Seconds()*1e3/n, total.Seconds()*1e3/n))
	return b.seedLimit(ctx, ix, claims)
}
