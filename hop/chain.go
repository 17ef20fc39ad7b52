package hop

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/graph"
)

// Chain is a reasoning graph: 1 to 4 pages found one hop at a time, each new page joined to an earlier one.
// A chain may branch, so both paths and stars are chains. A chain of a TFIDF has up to 5 pages, which nothing joins.
type Chain struct {
	Steps    []Step
	Evidence []Evidence // the elements to judge the claim by, best first
	Score    float64    // higher is better; comparable within one claim only, and the sum of Parts
	Parts    Parts      // the terms of Score
	Open     []string   // the words of the claim that no page of the chain has where it answers its part; nil for a question
	Unsaid   bool       // no page of the chain speaks of what the claim tells of its subject
}

// Step is one page of a chain and the edge that led to it.
type Step struct {
	Page   graph.PageID
	Parent int        // index of the earlier step it was reached from; -1 for the first
	Edge   EdgeKind   // how it was reached
	Via    graph.Link // the hyperlink between Parent's page and this one, in its own direction; zero unless the edge is a link
	Score  float64    // the page's own score: BM25 relative to the claim's best page
	Named  string     // the words of the claim that name the page; may be empty
	// Described: Named doesn't name the page, it describes it (verify.Bridge).
	Described bool
	Words     []string // the words of the claim that the page has and no earlier page of the chain has
	Answers   string   // the part of the claim that the page answers, in the claim's words; empty for a question
}

// EdgeKind is the kind of edge between two pages of a chain.
type EdgeKind uint8

// The kinds of edges, named as HoVer's reasoning graphs have them (Jiang et al. 2020, section 2.1).
const (
	EdgeSeed       EdgeKind = iota // no edge: the claim itself led to the page
	EdgeOut                        // Parent links to the page
	EdgeIn                         // the page links to Parent
	EdgeComparison                 // the claim compares the two
	EdgeShared                     // both name a thing that the claim may describe but doesn't name; no link that was read joins them
	EdgeClaim                      // only the claim joins the two, nothing that was read (see Plan for links that are not read)
)

// String names the edge as the JSON outputs do.
func (k EdgeKind) String() string {
	return [...]string{"seed", "out-link", "in-link", "comparison", "shared-target", "claim"}[min(int(k), 5)]
}

// Evidence is an element the chain cites: a sentence, a cell, a caption or a list item. Its score is the share of the
// claim's words, weighted by rarity, that the element adds to the elements before it. All cells of a table row have the
// score of the row. With a TFIDF it is a cosine; gold evidence has no score.
type Evidence = graph.Citation

// Pages returns the chain's pages in the order in which they were reached.
func (c *Chain) Pages() []graph.PageID {
	ids := make([]graph.PageID, len(c.Steps))
	for i, s := range c.Steps {
		ids[i] = s.Page
	}
	return ids
}

// Shape returns the name of the chain's undirected graph (see ShapeOf). It is "apart" if an EdgeClaim leads to one of
// the pages, because such an edge joins nothing.
func (c *Chain) Shape() string {
	var joins [][2]int
	for i, s := range c.Steps {
		if s.Parent >= 0 && s.Edge != EdgeClaim {
			joins = append(joins, [2]int{s.Parent, i})
		}
	}
	return ShapeOf(len(c.Steps), joins)
}

// Parts are the terms whose sum is a chain's score.
type Parts struct {
	Coverage float64 `json:"coverage"` // share of the claim's words, weighted by rarity, that the pages have
	Words    float64 `json:"words"`    // how well each page matches the claim by itself
	Names    float64 `json:"names"`    // pages that the claim names
	Links    float64 `json:"links"`    // edges and the words around them
	Size     float64 `json:"size"`     // number of pages; longer chains must earn it back
}

// Shape is the shape of a claim's reasoning graph, given as an oracle to measure the cost of not knowing it. The zero
// Shape is unknown.
type Shape struct {
	Form  string // "path", "star", or empty; the two differ for chains of 4 pages
	Pages int    // number of pages; 0 if it is not known
}

// ParseShape parses "auto" (the zero Shape), "path", "star", or the name of a shape with its number of pages:
// "single", "2", "3", "path4", "star4".
func ParseShape(name string) (Shape, error) {
	s, ok := map[string]Shape{"auto": {}, "": {}, "path": {Form: "path"}, "star": {Form: "star"}, "single": {Pages: 1},
		"2": {Pages: 2}, "3": {Pages: 3}, "path4": {"path", 4}, "star4": {"star", 4}}[name]
	if !ok {
		return s, fmt.Errorf("shape %q: want auto, path, star, single, 2, 3, path4 or star4", name)
	}
	return s, nil
}

// grows reports whether a chain may grow at its m-th page: a path at its ends, a star at its centre, which the third
// page decides.
func (k Shape) grows(s *state, m int) bool {
	if k.Form == "" || s.n < 3 {
		return true
	}
	return (s.degree(m) == 1) == (k.Form == "path")
}

// jumps returns the index of the page of a chain to which a page without an edge is joined: the first at which the
// chain may grow.
func (k Shape) jumps(s *state) int {
	for m := range s.n {
		if k.grows(s, m) {
			return m
		}
	}
	return 0
}

// degree returns the number of edges of a chain's m-th page.
func (s *state) degree(m int) int {
	d := 0
	for i := 1; i < s.n; i++ {
		if i == m || int(s.parent[i]) == m {
			d++
		}
	}
	return d
}

// known keeps the chains with the number of pages of the known shape; all chains if there is none.
func (f *frontier) known(all []state) []state {
	n := f.p.Shape.Pages
	if n == 0 || !slices.ContainsFunc(all, func(s state) bool { return s.n == n }) {
		return all
	}
	for i := range f.scored {
		if f.scored[i].n != n {
			f.scored[i].score = math.Inf(-1)
		}
	}
	return slices.DeleteFunc(all, func(s state) bool { return s.n != n })
}

// ShapeOf returns the name of the undirected acyclic graph of n pages and the joins between them: "single", "2", "3",
// "path4", "star4" and so on, "tree5" for one that is neither, and "apart" for one that is not connected. HoVer's
// graphs 4a and 4b (Table 1) are both path4: they differ only in the order of extension.
func ShapeOf(n int, joins [][2]int) string {
	degree := make([]int, n)
	most := 0
	for _, j := range joins {
		for _, i := range j {
			degree[i]++
			most = max(most, degree[i])
		}
	}
	size := strconv.Itoa(n)
	switch {
	case n < 2:
		return "single"
	case len(joins) < n-1:
		return "apart"
	case n < 4:
		return size
	case most == 2:
		return "path" + size
	case most == n-1:
		return "star" + size
	}
	return "tree" + size
}
