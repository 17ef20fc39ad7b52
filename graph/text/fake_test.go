package text_test

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// world is a store in memory, as far as an index needs one.
type world struct {
	graph.Reader // for what is not asked for

	pages     []*graph.Page
	redirects []graph.Redirect
	identity  string
	fail      error // after half of the pages

	mu    sync.Mutex
	known *looks
}

func (w *world) All(context.Context) iter.Seq2[*graph.Page, error] {
	pages := slices.SortedFunc(slices.Values(w.pages), func(a, b *graph.Page) int {
		if a.ID() < b.ID() {
			return -1
		}
		return 1
	})
	return func(yield func(*graph.Page, error) bool) {
		for i, p := range pages {
			if w.fail != nil && i >= len(pages)/2 {
				yield(nil, w.fail)
				return
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

func (w *world) Redirects(context.Context) iter.Seq2[graph.Redirect, error] {
	return func(yield func(graph.Redirect, error) bool) {
		for _, r := range w.redirects {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// looks is what is looked up in a world.
type looks struct {
	pages   map[graph.PageID]*graph.Page
	titles  map[string][]graph.PageID // in no normal form
	targets map[string]string         // of redirects
}

func (w *world) looks() *looks {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l := w.known; l != nil && len(l.pages) == len(w.pages) {
		return l
	}
	l := &looks{map[graph.PageID]*graph.Page{}, map[string][]graph.PageID{}, map[string]string{}}
	for _, p := range w.pages {
		l.pages[p.ID()] = p
		l.titles[p.Title] = append(l.titles[p.Title], p.ID())
	}
	for _, r := range w.redirects {
		l.targets[r.From] = r.To
	}
	w.known = l
	return l
}

func (l *looks) title(title string) []graph.PageID {
	for range 9 {
		if ids := l.titles[title]; len(ids) > 0 {
			return ids
		}
		title = l.targets[title]
	}
	return nil
}

func (w *world) Neighbors(_ context.Context, from []graph.PageID, _ graph.Direction, _ int) (out []graph.Link, err error) {
	l := w.looks()
	for _, id := range from {
		for _, e := range l.pages[id].Elements() {
			for _, h := range e.Links {
				for _, to := range l.title(h.Target) {
					out = append(out, graph.Link{From: id, To: to, Element: e.Element, Anchor: h.Anchor, Inferred: h.Inferred})
				}
			}
		}
	}
	return out, nil
}

func (w *world) Lookup(_ context.Context, titles []string) (out [][]graph.PageID, err error) {
	for _, title := range titles {
		out = append(out, w.looks().title(title))
	}
	return out, nil
}

func (w *world) Heads(_ context.Context, ids []graph.PageID) ([]graph.Head, error) {
	out := make([]graph.Head, len(ids))
	for i, id := range ids {
		if p := w.looks().pages[id]; p != nil {
			out[i] = graph.Head{ID: id, Title: p.Title, Ordinal: p.Ordinal}
		}
	}
	return out, nil
}

func (w *world) Stats(context.Context) (graph.Stats, error) {
	return graph.Stats{Pages: int64(len(w.pages))}, nil
}

func (w *world) Identity(context.Context) (string, error) {
	if w.identity == "" {
		return "world of " + strconv.Itoa(len(w.pages)), nil
	}
	return w.identity, nil
}

// page is a page of one-line sentences.
func page(title string, sentences ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for i, s := range sentences {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: s})
	}
	return p
}
