package hop

import "github.com/bridgehop/bridgehop/graph"

// Chain is a reasoning graph: 1 to 4 pages grown one hop at a time, each new page joined to an earlier one.
// A chain may branch, so paths and stars are both chains. A TFIDF's has up to 5 pages, which nothing joins.
type Chain struct {
	Steps    []Step
	Evidence []Evidence // what the claim is to be judged by, best first; RuleFEVEROUS's cells after its sentences
	Score    float64    // higher is better; comparable within one claim only, and the sum of Parts
	Parts    Parts      // how Score came about
}

// Step is one page of a chain and the edge that brought it.
type Step struct {
	Page   graph.PageID
	Parent int        // index of the earlier step it was reached from; -1 for the first
	Edge   EdgeKind   // how it was reached
	Via    graph.Link // the hyperlink between Parent's page and this one, in its own direction; zero unless the edge is a link
	Score  float64    // the page's own score: BM25 relative to the claim's best page
	Named  string     // the words of the claim that name the page, empty where none do
	Words  []string   // the words of the claim that the page holds and no earlier page of the chain does
}

// EdgeKind says what joins two pages of a chain.
type EdgeKind uint8

// The kinds of edges, named as HoVer's reasoning graphs have them (Jiang et al. 2020, section 2.1).
const (
	EdgeSeed       EdgeKind = iota // no edge: the claim itself led to the page
	EdgeOut                        // Parent links to the page
	EdgeIn                         // the page links to Parent
	EdgeComparison                 // the claim sets the two side by side
	EdgeShared                     // both name one thing that the claim doesn't name, and may describe; no link that was read joins them
	EdgeClaim                      // nothing that was read joins the two: the claim alone does (see Plan for links that are not read)
)

// String names the edge as the JSON outputs do.
func (k EdgeKind) String() string {
	return [...]string{"seed", "out-link", "in-link", "comparison", "shared-target", "claim"}[min(int(k), 5)]
}

// Evidence is an element the chain cites: a sentence, a cell, a caption or a list item.
type Evidence struct {
	graph.Ref
	// Score is the share of the claim's words, weighted by rarity, that the element adds to those before it; the cells of a
	// table's row all have the row's. A TFIDF's is a cosine, and gold evidence has none.
	Score float64
}

// Pages are the chain's pages in the order they were reached.
func (c *Chain) Pages() []graph.PageID {
	ids := make([]graph.PageID, len(c.Steps))
	for i, s := range c.Steps {
		ids[i] = s.Page
	}
	return ids
}

// Shape is the chain's undirected graph as ShapeOf names it; "apart" where a page was found without a walk: an EdgeClaim joins
// it to nothing.
func (c *Chain) Shape() string {
	var joins [][2]int
	for i, s := range c.Steps {
		if s.Parent >= 0 && s.Edge != EdgeClaim {
			joins = append(joins, [2]int{s.Parent, i})
		}
	}
	return ShapeOf(len(c.Steps), joins)
}

// Parts are the terms a chain's score is the sum of.
type Parts struct {
	Coverage float64 `json:"coverage"` // share of the claim's words, weighted by rarity, that the pages hold
	Words    float64 `json:"words"`    // how well the pages answer the claim by themselves
	Names    float64 `json:"names"`    // pages the claim names
	Links    float64 `json:"links"`    // edges and the words around them
	Size     float64 `json:"size"`     // what a chain of so many pages must make up for

	// Model is what a Scorer says of the chain, against the mean of the chains it was asked about.
	Model float64 `json:"model,omitempty"`
}
