package hop

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Graph is what the planner walks. It is a part of graph.Reader, and its contract is that one's.
type Graph interface {
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
	Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error)
	Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error)
}

// Text is what the planner searches: the words and names of the pages. *text.Index is one.
type Text interface {
	// Analyze gives the terms of a text as the index has them.
	Analyze(s string) []graph.Term
	// IDF tells how rare terms are, aligned with terms; higher is rarer, never negative.
	IDF(terms []string) ([]float64, error)
	// Seeds are the k pages that answer the terms best, best first, ties in a fixed order.
	Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error)
	// Weights returns how the best passages of each page match the terms.
	Weights(ctx context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error)
	// First are k pages, the same ones every time, to fill a ranked list with that the words leave short.
	First(k int) []graph.PageID
	// Spellings are the terms that one no page has may be misspelt for, in a fixed order; none for a term that some page has.
	Spellings(ctx context.Context, term string) ([]string, error)
	// Mentions are the runs of words in s that name pages.
	Mentions(s string) []graph.Mention
	// Titles are the runs of words in s that are titles of pages, however common the words.
	Titles(s string) []graph.Mention
}
