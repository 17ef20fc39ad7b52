package hop

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Given restricts a wiki to a few pages: the paragraphs of a question (HotpotQA's distractor setting), or those that
// another retriever found. It is both the Graph and the Text of a Planner.
type Given struct {
	Text
	Graph
	pages []graph.PageID
}

// Within restricts a wiki to these pages and the links between them. The rarity of words is still that of the whole
// wiki.
func Within(g Graph, t Text, pages []graph.PageID) *Given {
	return &Given{Text: t, Graph: g, pages: pages}
}

func (g *Given) has(id graph.PageID) bool { return slices.Contains(g.pages, id) }

// Neighbors returns the links between given pages. They are few, so there is no limit.
func (g *Given) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, _ int) ([]graph.Link, error) {
	links, err := g.Graph.Neighbors(ctx, from, dir, 0)
	return slices.DeleteFunc(links, func(l graph.Link) bool { return !g.has(l.From) || !g.has(l.To) }), err
}

// First returns given pages in their order.
func (g *Given) First(k int) []graph.PageID { return g.pages[:min(k, len(g.pages))] }

// Spellings returns the spellings that a given page has.
func (g *Given) Spellings(ctx context.Context, term string) ([]string, error) {
	all, err := g.Text.Spellings(ctx, term)
	if len(all) == 0 || err != nil {
		return nil, err
	}
	weights, err := g.Weights(ctx, all, g.pages)
	if err != nil {
		return nil, err
	}
	var out []string
	for t, s := range all {
		if slices.ContainsFunc(weights, func(m graph.Match) bool { return m.Weight[t] > 0 }) {
			out = append(out, s)
		}
	}
	return out, nil
}

// Mentions returns the mentions of given pages.
func (g *Given) Mentions(s string) []graph.Mention { return g.given(g.Text.Mentions(s)) }

// Titles returns the titles of given pages.
func (g *Given) Titles(s string) []graph.Mention { return g.given(g.Text.Titles(s)) }

func (g *Given) given(all []graph.Mention) (out []graph.Mention) {
	for _, m := range all {
		m.Candidates = slices.DeleteFunc(slices.Clone(m.Candidates), func(c graph.Candidate) bool { return !g.has(c.Page) })
		if len(m.Candidates) > 0 {
			out = append(out, m)
		}
	}
	return out
}

// Seeds returns the given pages whose best passage has a term, by the sum of the terms' weights.
func (g *Given) Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error) {
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
		for t, w := range weights[i].Weight {
			if weights[i].Passage[t] == 0 {
				score += float64(idf[t] * float64(w))
			}
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
