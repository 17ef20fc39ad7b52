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

// part is one of the things a claim asks of store and index: how long that took over all claims, and what memory is asked for
// at least, whatever the store and the index are made of: places that nothing near was read of, and bytes.
type part struct {
	calls, nanos   atomic.Int64
	places, amount atomic.Int64
}

func (p *part) since(start time.Time) {
	p.calls.Add(1)
	p.nanos.Add(time.Since(start).Nanoseconds())
}

// asks notes what a call needs of memory.
func (p *part) asks(places, amount int) {
	p.places.Add(int64(places))
	p.amount.Add(int64(amount))
}

// least is how many nanoseconds memory takes for what was asked, one place after another.
func (p *part) least(m *memorySpeed) float64 {
	return float64(p.places.Load())*m.latency + float64(p.amount.Load())/m.bandwidth*1e9
}

// watched is a store and an index that count what is asked of them; it is both Graph and Text of a planner.
type watched struct {
	store                                                  *pebble.Store
	index                                                  *text.Index
	pages, links, seeds, weights, idf, mentions, analysing part

	read    []graph.PageID // whole
	sought  [][]string     // the terms of each search
	weighed []weighing
}

// weighing is a call of Weights.
type weighing struct {
	terms []string
	pages int
}

func newWatched(s *pebble.Store, ix *text.Index) *watched { return &watched{store: s, index: ix} }

func (w *watched) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	defer w.pages.since(time.Now())
	w.read = append(w.read, ids...)
	return w.store.Pages(ctx, ids)
}

func (w *watched) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	defer w.pages.since(time.Now())
	w.pages.asks(len(ids), 0)
	return w.store.Heads(ctx, ids)
}

func (w *watched) Gather(ctx context.Context, ids []graph.PageID, few int) (graph.Gathered, error) {
	defer w.pages.since(time.Now())
	w.read = append(w.read, ids...)
	return w.store.Gather(ctx, ids, few)
}

func (w *watched) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	start := time.Now()
	links, err := w.store.Neighbors(ctx, from, dir, limit)
	w.links.since(start)
	w.links.asks(len(from), linkBytes(links))
	return links, err
}

// count notes what pages, searches and weights asked of memory, when the clock has stopped.
func (w *watched) count(ctx context.Context) error {
	pages, err := w.store.Pages(ctx, w.read)
	if err != nil {
		return err
	}
	w.pages.asks(len(pages), textBytes(pages))
	for _, terms := range w.sought {
		n, err := postings(w.index, terms)
		if err != nil {
			return err
		}
		w.seeds.asks(len(terms), n*postingBytes)
	}
	for _, c := range w.weighed {
		for i := range c.terms {
			n, err := postings(w.index, c.terms[i:i+1])
			if err != nil {
				return err
			}
			w.weights.asks(min(c.pages, 1+n*postingBytes/lineBytes), 0) // a short list has few lines
		}
	}
	return nil
}

// textBytes is how much text pages have.
func textBytes(pages []*graph.Page) (n int) {
	for _, p := range pages {
		if p != nil {
			n += len(words(p))
		}
	}
	return n
}

// linkBytes is what links take: the other page and the anchor.
func linkBytes(links []graph.Link) (n int) {
	for i := range links {
		n += 8 + len(links[i].Anchor)
	}
	return n
}

func (w *watched) Analyze(s string) []graph.Term {
	defer w.analysing.since(time.Now())
	w.analysing.asks(0, len(s))
	return w.index.Analyze(s)
}

func (w *watched) IDF(terms []string) ([]float64, error) {
	defer w.idf.since(time.Now())
	w.idf.asks(len(terms), 0)
	return w.index.IDF(terms)
}

func (w *watched) Spellings(ctx context.Context, term string) ([]string, error) {
	defer w.idf.since(time.Now())
	return w.index.Spellings(ctx, term)
}

func (w *watched) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	defer w.seeds.since(time.Now())
	w.sought = append(w.sought, terms)
	return w.index.Seeds(ctx, terms, k)
}

func (w *watched) Weights(ctx context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error) {
	defer w.weights.since(time.Now())
	w.weighed = append(w.weighed, weighing{terms, len(pages)})
	return w.index.Weights(ctx, terms, pages)
}

func (w *watched) First(k int) []graph.PageID { return w.index.First(k) }

func (w *watched) Titles(s string) []graph.Mention { return w.index.Titles(s) }

func (w *watched) Mentions(s string) []graph.Mention {
	defer w.mentions.since(time.Now())
	w.mentions.asks(0, len(s))
	return w.index.Mentions(s)
}

// spent is where the time of a claim goes over one store, in milliseconds, and how often each part is asked for.
type spent struct {
	pages     int
	ms, calls []float64 // of each part, in the order of partNames; the planner itself is the last
	least     []float64 // what memory would take for each part, but for the last
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
	if err := w.count(ctx); err != nil {
		return err
	}
	at := spent{pages: ix.NumPages(), total: total / n}
	rest, speed := total, b.memorySpeed()
	for _, p := range []*part{&w.pages, &w.links, &w.seeds, &w.weights, &w.idf, &w.mentions, &w.analysing} {
		took := float64(p.nanos.Load()) / 1e6
		rest -= took
		at.ms, at.calls = append(at.ms, took/n), append(at.calls, float64(p.calls.Load())/n)
		at.least = append(at.least, p.least(speed)/1e6/n)
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
	w.WriteString("\nWhere a claim's time goes, on one core and with nothing read before, in ms and calls a claim; the growth is that from the\nfirst store to the last, and the last column what memory would take over the last one, for what each part asks for at least:\n\n| part |")
	for _, at := range b.spent {
		fmt.Fprintf(&w, " %d pages |", at.pages)
	}
	w.WriteString(" growth | memory's least |\n|---|" + strings.Repeat("---|", len(b.spent)+2) + "\n")
	last := len(b.spent) - 1
	for i, name := range partNames {
		fmt.Fprintf(&w, "| %s |", name)
		for _, at := range b.spent {
			fmt.Fprintf(&w, " %.2f in %.1f |", at.ms[i], at.calls[i])
		}
		fmt.Fprintf(&w, " %.1f |", b.spent[last].ms[i]/b.spent[0].ms[i])
		if i < len(b.spent[last].least) {
			fmt.Fprintf(&w, " %.3f", b.spent[last].least[i])
		}
		w.WriteString(" |\n")
	}
	w.WriteString("| all |")
	for _, at := range b.spent {
		fmt.Fprintf(&w, " %.2f |", at.total)
	}
	fmt.Fprintf(&w, " %.1f | |\n", b.spent[last].total/b.spent[0].total)
	return w.String()
}
