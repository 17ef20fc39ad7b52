package hop

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Graph is the part of graph.Reader that the planner needs.
type Graph interface {
	Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error)
	Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error)
	Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error)
}

// Text is an index of the words and names of pages, such as *text.Index.
type Text interface {
	// Analyze returns the terms of a text.
	Analyze(s string) []graph.Term
	// IDF returns the inverse document frequency of each term, aligned with terms; never negative.
	IDF(terms []string) ([]float64, error)
	// Seeds returns the k pages that match the terms best, best first, ties in a fixed order.
	Seeds(ctx context.Context, terms []string, k int) ([]graph.Hit, error)
	// Weights returns how the best passages of each page match the terms.
	Weights(ctx context.Context, terms []string, pages []graph.PageID) ([]graph.Match, error)
	// Words returns the words of pages, aligned with ids; nil for a page that the index lacks.
	Words(ids []graph.PageID) ([]*graph.Words, error)
	// First returns k pages, always the same ones, to fill up a ranked list.
	First(k int) []graph.PageID
	// Spellings returns the known terms that an unknown term may stand for, in a fixed order; none for a known term.
	Spellings(ctx context.Context, term string) ([]string, error)
	// Mentions returns the runs of words in s that name pages.
	Mentions(s string) []graph.Mention
	// Titles returns the runs of words in s that are titles of pages, also of common words.
	Titles(s string) []graph.Mention
}
