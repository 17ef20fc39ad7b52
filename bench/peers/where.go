package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// part is one of the things a claim asks of store and index, and how long that took over all claims.
type part struct {
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

func newWatched(s *pebble.Store, ix *text.Index) *watched { return &watched{store: s, index: ix} }

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

// spent is where the time of a claim goes over one store, in milliseconds, and how often each part is asked for.
type spent struct {
	pages     int
	ms, calls []float64 // of each part, in the order of partNames; the planner itself is the last
	total     float64
}

// partNames are the rows of the table of where a claim's time goes.
var partNames = []string{"read pages and heads", "read links", "find seeds", "weigh words in pages", "rarity of words", "find names", "take texts apart", "the planner itself"}

// where notes where the time of a claim goes, on one core, over a store that nothing has been read of yet.
func (b *bench) where(ctx context.Context, path string, claims []string) (err error) {
	s, ix, err := openBoth(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ix.Close(), s.Close()) }()
	w := newWatched(s, ix)
	p := &hop.Planner{Graph: w, Text: w}
	start := time.Now()
	for _, claim := range claims {
		if _, err := p.Plan(ctx, claim); err != nil {
			return err
		}
	}
	total, n := time.Since(start).Seconds()*1e3, float64(len(claims))
	at := spent{pages: ix.NumPages(), total: total / n}
	rest := total
	for _, p := range []*part{&w.pages, &w.links, &w.seeds, &w.weights, &w.idf, &w.mentions, &w.analysing} {
		took := float64(p.nanos.Load()) / 1e6
		rest -= took
		at.ms, at.calls = append(at.ms, took/n), append(at.calls, float64(p.calls.Load())/n)
	}
	at.ms, at.calls = append(at.ms, rest/n), append(at.calls, 1)
	b.spent = append(b.spent, at)
	if len(b.spent) == 1 {
		return nil
	}
	return b.seedLimit(ctx, ix, claims)
}

// spending is the table of where a claim's time goes, a column for each store.
func (b *bench) spending() string {
	if len(b.spent) == 0 {
		return ""
	}
	var w strings.Builder
	w.WriteString("\nWhere a claim's time goes, on one core and with nothing read before, in ms and calls a claim; the last column is the growth from the\nfirst store to the last:\n\n| part |")
	for _, at := range b.spent {
		fmt.Fprintf(&w, " %d pages |", at.pages)
	}
	w.WriteString(" growth |\n|---|" + strings.Repeat("---|", len(b.spent)+1) + "\n")
	last := len(b.spent) - 1
	for i, name := range partNames {
		fmt.Fprintf(&w, "| %s |", name)
		for _, at := range b.spent {
			fmt.Fprintf(&w, " %.2f in %.1f |", at.ms[i], at.calls[i])
		}
		fmt.Fprintf(&w, " %.1f |\n", b.spent[last].ms[i]/b.spent[0].ms[i])
	}
	w.WriteString("| all |")
	for _, at := range b.spent {
		fmt.Fprintf(&w, " %.2f |", at.total)
	}
	fmt.Fprintf(&w, " %.1f |\n", b.spent[last].total/b.spent[0].total)
	return w.String()
}
