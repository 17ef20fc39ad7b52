package main

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
)

// given is a wiki of which the planner sees a few pages only.
type given struct {
	*gold.Wiki
	pages []graph.PageID
}

// contexts are the paragraph titles of HotpotQA's question files, by question.
var contexts = map[string]map[string][]string{}

// candidates are the pages a question's file gives it to choose from.
func candidates(ctx context.Context, w *gold.Wiki, c gold.Claim) (*given, error) {
	file := c.Place.File
	if contexts[file] == nil {
		titles, err := readContexts(file)
		if err != nil {
			return nil, err
		}
		contexts[file] = titles
	}
	found, err := w.Store.Lookup(ctx, contexts[file][c.ID.Key()])
	if err != nil {
		return nil, err
	}
	g := &given{Wiki: w}
	for _, ids := range found {
		g.pages = append(g.pages, ids...)
	}
	return g, nil
}

func readContexts(file string) (map[string][]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var questions []struct {
		ID      string               `json:"_id"`
		Context [][2]json.RawMessage `json:"context"`
	}
	if err := json.Unmarshal(b, &questions); err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, q := range questions {
		for _, p := range q.Context {
			var title string
			if err := json.Unmarshal(p[0], &title); err != nil {
				return nil, err
			}
			out[q.ID] = append(out[q.ID], title)
		}
	}
	return out, nil
}

func (g *given) has(id graph.PageID) bool { return slices.Contains(g.pages, id) }

// Pages and the methods below are the store's and the index's, without the pages that were not given.
func (g *given) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	return g.Store.Pages(ctx, ids)
}

func (g *given) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	return g.Store.Heads(ctx, ids)
}

func (g *given) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, _ int) ([]graph.Link, error) {
	links, err := g.Store.Neighbors(ctx, from, dir, 0)
	return slices.DeleteFunc(links, func(l graph.Link) bool { return !g.has(l.From) || !g.has(l.To) }), err
}

func (g *given) Analyze(s string) []graph.Term { return g.Index.Analyze(s) }

func (g *given) IDF(terms []string) ([]float64, error) { return g.Index.IDF(terms) }

func (g *given) Weights(ctx context.Context, terms []string, pages []graph.PageID) ([][]float32, error) {
	return g.Index.Weights(ctx, terms, pages)
}

func (g *given) First(k int) []graph.PageID { return g.pages[:min(k, len(g.pages))] }

func (g *given) Mentions(s string) []graph.Mention {
	var out []graph.Mention
	for _, m := range g.Index.Mentions(s) {
		m.Candidates = slices.DeleteFunc(m.Candidates, func(c graph.Candidate) bool { return !g.has(c.Page) })
		if len(m.Candidates) > 0 {
			out = append(out, m)
		}
	}
	return out
}

func (g *given) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
	idf, err := g.IDF(terms)
	if err != nil {
		return nil, err
	}
	weights, err := g.Weights(ctx, terms, g.pages)
	if err != nil {
		return nil, err
	}
	var out []graph.Hit
	for i, id := range g.pages {
		score := 0.0
		for t, w := range weights[i] {
			score += idf[t] * float64(w)
		}
		if score > 0 {
			out = append(out, graph.Hit{Page: id, Score: score})
		}
	}
	slices.SortFunc(out, func(a, b graph.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Page, b.Page))
	})
	return out[:min(k, len(out))], nil
}
