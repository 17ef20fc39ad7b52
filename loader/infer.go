package loader

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/ordered"
)

// Mentioner finds the names of pages in a text: all runs of words that name pages, ordered by start, the
// longest first. It is called from several goroutines. graph/text has one.
type Mentioner interface {
	Mentions(text string) []graph.Mention
}

// InferSource is the source under whose name InferLinks keeps its mark.
const InferSource = "infer-links"

// InferLinks links every page to the pages whose titles it mentions, for corpora without hyperlinks. In each
// sentence, caption, cell and item, a mention is the longest run of words, from left to right, that is the
// title of another page, or its title without the parenthesis, written exactly so, and that begins with a
// capital or a digit. A single word counts only when it has four letters or more and is no stop word. A name
// of several pages links to each of them, at most maxNamesakes; a page is linked at most once from an
// element. The links that authors set stay, and so do the words they stand on.
//
// With Options.Inferred, a page that an earlier run looked at is looked at again only when it has changed, or has
// a word that a new title begins with; the links are the same as those of a run that looks at all. After pages
// were removed, all are looked at.
//
// The store must be finished; m must know its pages. Inferred links of an earlier run are replaced. When ctx
// ends, what was put is finished, and the next run goes on behind it, unless pages came in between; of a process
// that was killed, it goes on only when nothing else finished the store. Of Report, Records is the number of pages
// looked at and Links that of links written; in Progress, Bytes and Total count pages.
func InferLinks(ctx context.Context, store graph.Store, m Mentioner, o Options) (Report, error) {
	f := &inferrer{store: store, mentioner: m, load: load{Options: o.withDefaults(), store: store}}
	f.meter.begin = f.Now()
	f.report.Load = InferSource
	err := f.run(ctx)
	if err != nil {
		err = interrupted(ctx, err)
	}
	if err != nil && ctx.Err() != nil && f.report.Records > 0 {
		err = errors.Join(err, f.settle(context.WithoutCancel(ctx)))
	}
	f.report.Elapsed = f.since()
	if err != nil {
		return f.report, fmt.Errorf("infer links: %w", err)
	}
	return f.report, nil
}

// inferrer is the state of one InferLinks.
type inferrer struct {
	load
	store     graph.Store
	mentioner Mentioner
	mark      graph.Mark
}

func (f *inferrer) run(ctx context.Context) error {
	identity, err := f.store.Identity(ctx)
	if err != nil {
		return err
	}
	stats, err := f.store.Stats(ctx)
	if err != nil {
		return err
	}
	f.meter.total = stats.Pages
	if f.mark, err = f.store.Mark(ctx, InferSource); err != nil {
		return err
	}
	if f.mark.Fingerprint != identity {
		f.mark = graph.Mark{Fingerprint: identity, Load: InferSource}
	}
	f.report.Resumed = f.mark.Records
	if f.mark.Done {
		return nil
	}
	if err := f.pages(ctx); err != nil {
		return err
	}
	f.mark.Done = true
	if err := f.settle(ctx); err != nil || f.Inferred == "" {
		return err
	}
	return writeKnown(ctx, f.Inferred, f.store)
}

// settle finishes the store with the links that were put, and keeps the mark under its new state: a load in
// between finds nothing to finish.
func (f *inferrer) settle(ctx context.Context) error {
	if err := f.finish(ctx); err != nil {
		return err
	}
	var err error
	if f.mark.Fingerprint, err = f.store.Identity(ctx); err != nil {
		return err
	}
	if _, err := f.store.Put(ctx, &graph.Batch{Load: InferSource, Source: InferSource, Mark: f.mark}); err != nil {
		return err
	}
	return f.store.Finish(ctx)
}

// pages goes through the store in batches.
func (f *inferrer) pages(ctx context.Context) error {
	news, err := findNews(ctx, f.Inferred, f.store)
	if err != nil {
		return err
	}
	var n, passed int64
	batch := make([]*graph.Page, 0, f.BatchPages)
	for p, err := range f.store.All(ctx) {
		if err != nil {
			return err
		}
		if n++; n <= f.mark.Records {
			continue
		}
		if !news.concern(p) {
			passed++
			continue
		}
		if batch = append(batch, p); len(batch) == f.BatchPages {
			if err := f.put(ctx, batch, passed); err != nil {
				return err
			}
			batch, passed = batch[:0], 0
		}
	}
	return f.put(ctx, batch, passed)
}

// put looks at the pages of a batch and stores their links; passed pages need not be looked at.
func (f *inferrer) put(ctx context.Context, pages []*graph.Page, passed int64) error {
	if len(pages) == 0 {
		return nil
	}
	mentions := func(_ context.Context, p *graph.Page) []mention { return mentionsOf(p, f.mentioner) }
	found := slices.Collect(ordered.Map(ctx, slices.Values(pages), f.Workers, mentions))
	if err := ctx.Err(); err != nil { // then some are missing
		return err
	}
	names, err := f.names(ctx, found)
	if err != nil {
		return err
	}
	b := &graph.Batch{Load: InferSource, Source: InferSource}
	for i, p := range pages {
		links := links(p, found[i], names)
		f.report.Links += int64(len(links))
		if len(links) > 0 || hasInferred(p) {
			b.Inferred = append(b.Inferred, graph.Inference{Page: p.ID(), Links: links})
		}
	}
	b.Mark = f.mark
	b.Mark.Records += int64(len(pages)) + passed
	if _, err := f.store.Put(ctx, b); err != nil {
		return err
	}
	f.mark = b.Mark
	f.report.Records += int64(len(pages))
	f.tell(f.mark.Records, false)
	return nil
}

// names asks for the titles of all pages mentioned, at once.
func (f *inferrer) names(ctx context.Context, found [][]mention) (map[graph.PageID]string, error) {
	var ids []graph.PageID
	for _, ms := range found {
		for _, m := range ms {
			ids = append(ids, m.pages...)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	heads, err := f.store.Heads(ctx, ids)
	if err != nil {
		return nil, err
	}
	names := make(map[graph.PageID]string, len(ids))
	for i, h := range heads {
		names[ids[i]] = h.Title
	}
	return names, nil
}

func hasInferred(p *graph.Page) bool {
	for _, e := range p.Elements() {
		if slices.ContainsFunc(e.Links, func(l graph.Hyperlink) bool { return l.Inferred }) {
			return true
		}
	}
	return false
}
