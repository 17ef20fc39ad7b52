package main

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

// counted is a writer that counts pages and links, and keeps nothing.
type counted struct{ Pages, Links int }

// Mark implements graph.Writer.
func (*counted) Mark(context.Context, string) (graph.Mark, error) { return graph.Mark{}, nil }

// Put implements graph.Writer.
func (c *counted) Put(_ context.Context, b *graph.Batch) (graph.PutCounts, error) {
	for _, p := range b.Pages {
		for _, e := range p.Elements() {
			c.Links += len(e.Links)
		}
	}
	c.Pages += len(b.Pages)
	return graph.PutCounts{Added: len(b.Pages)}, nil
}

// Finish implements graph.Writer.
func (*counted) Finish(context.Context) error { return nil }

// parse reads files to pages, a number of times.
func parse(ctx context.Context, times int, format string, paths []string) (c counted, err error) {
	for range times {
		sources, err := loader.Open(paths, loader.Input{Format: loader.Format(format)})
		if err != nil {
			return c, err
		}
		if _, err := loader.Load(ctx, &c, sources, loader.Options{}); err != nil {
			return c, err
		}
	}
	return c, nil
}
