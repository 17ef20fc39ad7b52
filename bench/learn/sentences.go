package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// decided is a claim of written.jsonl with the sentences that decide it.
type decided struct {
	ID       string   `json:"id"`
	Claim    string   `json:"claim"`
	Pages    []string `json:"pages"`
	Deciding []string `json:"deciding"` // Title_sentence_N
}

// writeSentences writes the sentences of the gold pages that are weighed for citing, for trees.py --sentences: FILE has the features of
// all, FILE.jsonl a line for each claim, with a list for each page of whether its sentences decide the claim. A page of which no weighed
// sentence does is left out, and so are all pages of a claim that no chain has together.
func writeSentences(ctx context.Context, sources []*source, file string) error {
	w, err := createLists(file)
	if err != nil {
		return err
	}
	for _, s := range sources {
		for _, name := range s.files {
			err = errors.Join(err, w.sentences(ctx, s.Wiki, name))
		}
	}
	return errors.Join(err, w.close())
}

func (w *listWriter) sentences(ctx context.Context, wiki *gold.Wiki, file string) error {
	all, err := gold.Records[decided](file)
	if err != nil {
		return err
	}
	p := &hop.Planner{Graph: wiki.Store, Text: wiki.Index}
	for _, c := range all {
		pages, err := c.sentences(ctx, wiki, p)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", file, c.ID, err)
		}
		var right [][]bool
		var features [][]float32
		for _, of := range pages {
			right, features = append(right, of.right), append(features, of.features...)
		}
		if err := w.add(map[string]any{"claim": c.Claim, "right": right}, features); err != nil {
			return err
		}
	}
	return nil
}

// weighed are the sentences of one page.
type weighed struct {
	features [][]float32
	right    []bool // which of them decide
}

// sentences returns those of the gold pages that have a deciding one.
func (c *decided) sentences(ctx context.Context, w *gold.Wiki, p *hop.Planner) (out []*weighed, err error) {
	found, err := w.Store.Lookup(ctx, c.Pages)
	if err != nil {
		return nil, err
	}
	var pages []graph.PageID
	of, right := map[graph.PageID]*weighed{}, map[graph.Ref]bool{}
	for i, ids := range found {
		if len(ids) == 0 {
			return nil, nil
		}
		pages = append(pages, ids[0])
		of[ids[0]] = &weighed{}
		for _, name := range c.Deciding {
			if a, err := graph.ParseAddress(name); err == nil && a.Title == c.Pages[i] {
				right[graph.Ref{Page: ids[0], Element: a.Element}] = true
			}
		}
	}
	refs, features, err := p.TraceSentences(ctx, c.Claim, pages)
	if err != nil {
		return nil, err
	}
	for i, r := range refs {
		if of := of[r.Page]; of != nil {
			of.features, of.right = append(of.features, features[i]), append(of.right, right[r])
		}
	}
	for _, id := range pages {
		if slices.Contains(of[id].right, true) {
			out = append(out, of[id])
		}
	}
	return out, nil
}
