package text_test

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// world is a store in memory, as far as an index needs one.
type world struct {
	pages     []*graph.Page
	redirects []graph.Redirect
	identity  string
	fail      error // after half of the pages
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
