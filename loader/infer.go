package loader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/graph/ordered"
)

// mentioner finds all runs of words in a text that name pages, ordered by start, the longest first. It is called from
// several goroutines. *text.Index is one.
type mentioner interface {
	Mentions(text string) []graph.Mention
}

// InferSource is the name of the source under which InferLinks stores its mark.
const InferSource = "infer-links"

// InferLinks links every page to the pages whose titles it mentions, for corpora without hyperlinks. In each
// sentence, caption, cell and item, a mention is the longest run of words, from left to right, that equals the
// title of another page, with or without its parenthesis, and begins with a
// capital or a digit. A single word must have at least four letters and be no stop word. A name
// of several pages links to each of them, at most maxNamesakes; an element links to a page at most once.
// Words with a link by an author get no other.
//
// The store must be finished, and m, such as its *text.Index, must know its pages. Inferred links of an earlier run are
// replaced. When ctx ends, the store is finished with the links so far, and the next run continues there unless pages
// were added. After a killed process, it continues only if nothing else has finished the store. Report.Records is the
// number of pages searched, and Report.Links that of links written.
func InferLinks(ctx context.Context, store graph.Store, m mentioner, o Options) (Report, error) {
	f := &inferrer{store: store, mentioner: m, load: load{Options: o.withDefaults(), store: store}}
	f.report.Load = InferSource
	err := f.run(ctx)
	if err != nil {
		err = interrupted(ctx, err)
	}
	if err != nil && ctx.Err() != nil && f.report.Records > 0 {
		err = errors.Join(err, f.finishMarked(context.WithoutCancel(ctx)))
	}
	if err != nil {
		return f.report, fmt.Errorf("infer links: %w", err)
	}
	return f.report, nil
}

// inferrer is the state of one InferLinks.
type inferrer struct {
	load
	store     graph.Store
	mentioner mentioner
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
	f.total = stats.Pages
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
	return f.finishMarked(ctx)
}

// finishMarked finishes the store, then puts the mark with the store's new identity and finishes again, so that a later
// load has nothing to finish.
func (f *inferrer) finishMarked(ctx context.Context) error {
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

// pages searches the pages of the store in batches.
func (f *inferrer) pages(ctx context.Context) error {
	n := int64(0)
	batch := make([]*graph.Page, 0, f.BatchPages)
	for p, err := range f.store.All(ctx) {
		if err != nil {
			return err
		}
		if n++; n <= f.mark.Records {
			continue
		}
		if batch = append(batch, p); len(batch) == f.BatchPages {
			if err := f.put(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return f.put(ctx, batch)
}

// put searches the pages of a batch and stores their links.
func (f *inferrer) put(ctx context.Context, pages []*graph.Page) error {
	if len(pages) == 0 {
		return nil
	}
	mentions := func(_ context.Context, p *graph.Page) []mention { return mentionsOf(p, f.mentioner) }
	found := slices.Collect(ordered.Map(ctx, slices.Values(pages), f.Workers, mentions))
	if err := ctx.Err(); err != nil { // found is incomplete
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
	b.Mark.Records += int64(len(pages))
	if _, err := f.store.Put(ctx, b); err != nil {
		return err
	}
	f.mark = b.Mark
	f.report.Records += int64(len(pages))
	f.reportProgress(f.mark.Records)
	return nil
}

// names reads the titles of all pages mentioned.
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

// maxNamesakes is the largest number of pages that one mention links to: first those with that title, then those with
// that bare title, each by id, so that the choice doesn't depend on other pages' links.
const maxNamesakes = 4

// mention is a name in an element and the pages it may stand for.
type mention struct {
	element graph.Element
	anchor  string
	pages   []graph.PageID
}

// mentionsOf returns the mentions in a page that may become links.
func mentionsOf(p *graph.Page, m mentioner) []mention {
	var out []mention
	self := p.ID()
	for _, t := range p.Elements() {
		end := 0
		for _, found := range m.Mentions(t.Text) {
			words := t.Text[found.Start:found.End]
			if found.Start < end || !isName(words) || isLinked(t.Links, words) {
				continue
			}
			pages, is := candidates(found.Candidates, self)
			if is {
				end = found.End
			}
			if len(pages) > 0 {
				out = append(out, mention{t.Element, words, pages})
			}
		}
	}
	return out
}

// candidates returns the pages other than self whose title or bare title equals the words, in the order of
// maxNamesakes. Is reports whether there are any, self included.
func candidates(all []graph.Candidate, self graph.PageID) (pages []graph.PageID, is bool) {
	exact := slices.DeleteFunc(slices.Clone(all), func(c graph.Candidate) bool {
		return !c.Exact || c.By > graph.ByBare
	})
	slices.SortFunc(exact, func(a, b graph.Candidate) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Page, b.Page))
	})
	for _, c := range exact {
		if c.Page != self {
			pages = append(pages, c.Page)
		}
	}
	return pages, len(exact) > 0
}

// isName reports whether words may be a name: they begin with a capital or a digit, and are not a single short or
// common word.
func isName(words string) bool {
	r, _ := utf8.DecodeRuneInString(words)
	if !unicode.IsUpper(r) && !unicode.IsTitle(r) && !unicode.IsDigit(r) {
		return false
	}
	first := english.Words(words)
	if len(first) != 1 {
		return len(first) > 1
	}
	return utf8.RuneCountInString(first[0]) >= 4 && !stopWords[strings.ToLower(first[0])]
}

// isLinked reports whether the anchor of an author's link contains these words.
func isLinked(links []graph.Hyperlink, words string) bool {
	return slices.ContainsFunc(links, func(l graph.Hyperlink) bool {
		return !l.Inferred && strings.Contains(l.Anchor, words)
	})
}

// links returns the inferred links of a page: one for each title mentioned in an element, at most maxNamesakes
// for one mention. Pages with the page's own title are not linked.
func links(p *graph.Page, found []mention, names map[graph.PageID]string) []graph.InferredLink {
	type key struct {
		graph.Element
		target string
	}
	var out []graph.InferredLink
	seen := map[key]bool{}
	for _, t := range p.Elements() {
		for _, l := range t.Links {
			if !l.Inferred {
				seen[key{t.Element, graph.FoldTitle(l.Target)}] = true
			}
		}
	}
	for _, m := range found {
		n := 0
		for _, id := range m.pages {
			title := names[id]
			k := key{m.element, graph.FoldTitle(title)}
			if title == "" || title == p.Title || n == maxNamesakes {
				continue
			}
			n++
			if !seen[k] {
				seen[k] = true
				out = append(out, graph.InferredLink{Element: m.element, Anchor: m.anchor, Target: title})
			}
		}
	}
	return out
}

// stopWords are single words that begin sentences more often than they name pages.
var stopWords = english.Set(`a an the of in on at by for and or to is was were are be been with from as that this which
	who whom whose what when where how many did does do it its he she his her they their has had have not both same
	other also name named one two first more than year years into most new between during`)
