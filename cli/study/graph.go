package study

import (
	"cmp"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Kind is the kind of an edge.
type Kind string

// The kinds of edges, with the names of hop's edges. Mention is one page's mention of the other without a known
// hyperlink.
const (
	OutLink      Kind = "out-link" // From's hyperlink leads to To, which is later in Graph.Pages
	InLink       Kind = "in-link"  // From's hyperlink leads to To, which is earlier in Graph.Pages
	SharedTarget Kind = "shared-target"
	Mention      Kind = "mention"
	ClaimOnly    Kind = "claim" // nothing in the store joins the two; found graphs only
)

// Source is how an edge is known.
type Source string

// The sources of edges.
const (
	Hyperlink     Source = "hyperlink"     // of the store
	TitleMention  Source = "title-mention" // a link that load --infer-links made
	Family        Source = "family"        // claims grown from one another (HoVer, section 2.1.2)
	Decomposition Source = "decomposition" // MuSiQue's #1, #2, …
	Annotated     Source = "annotated"     // the file lists its edges
	Unobserved    Source = "unobserved"    // nothing joins the pair, but the tree needs an edge
)

// Edge joins two pages of a reasoning graph, by title. From is the page with the link; for other kinds it is the page
// that comes first in Graph.Pages.
type Edge struct {
	From       string  `json:"from"`
	To         string  `json:"to"`
	Kind       Kind    `json:"kind"`
	Source     Source  `json:"source"`
	Confidence float64 `json:"confidence"`    // probability that the claim was made along it, before the tree is chosen
	Via        string  `json:"via,omitempty"` // the title that both ends link to (shared-target), else the anchor
	InTree     bool    `json:"tree"`          // on the best tree, which the first shape is of
}

// ShapeGuess is a shape with the probability that it is the right one.
type ShapeGuess struct {
	Shape      string  `json:"shape"` // of hop.ShapeOf: single, 2, 3, path4, star4; path5, star5, tree5, …; apart
	Confidence float64 `json:"confidence"`
}

// Graph is the reasoning graph of a claim, gold or found: an undirected tree over its pages, with all known edges and
// their sources.
//
// The rule for cycles: a claim grows by one page at a time, joined to one earlier page, so its graph is a tree. Each
// edge has a confidence c that the claim was made along it; pairs without an edge have unseen. The weight of a tree is
// the product of c/(1-c) over its edges. The confidence of a shape is the sum over its trees. The tree is the one with
// the highest weight of the most confident shape, the first in the order of Pages among equals. So a cycle loses its
// least certain edge, and a claim whose cycle could become a path or a star lists both. Of a claim of HoVer only the
// trees in which it may have grown are weighed, by the probability of each too. Where the claims file lists the
// edges of a tree, that is the tree; a cycle of listed edges leaves the graph without a shape, and so do more than
// maxTreePages pages.
type Graph struct {
	ID     claims.ID    `json:"id"`
	Claim  string       `json:"claim,omitempty"`
	Label  string       `json:"label,omitempty"`
	Family string       `json:"family,omitempty"`
	Pages  []string     `json:"pages"`           // titles, in the order of the gold evidence, or of the walk
	Edges  []Edge       `json:"edges"`           // in order of From's and To's places in Pages, then kind and source
	Shapes []ShapeGuess `json:"shapes"`          // most confident first; more than one if it is ambiguous
	Named  []string     `json:"named,omitempty"` // pages whose title is in the claim; the others are hidden
	Cycle  []string     `json:"cycle,omitempty"` // pages around a cycle of the file's edges: there is no shape

	// Passages are the fingerprints of Pages (graph.Page.Passage), aligned with them, if the file has paragraphs that
	// may share a title (MuSiQue). The second page with a title is called "Title #2".
	Passages []string `json:"passages,omitempty"`

	Place  claims.Place       `json:"-"` // of the claim in its file
	grown  []weighed          // the trees that the claim may have, if its file tells; nil for all trees
	likely map[string]float64 // probability of every shape, of unlisted ones too
}

// group names the claims that are drawn together: a family's, else the claim alone.
func (g *Graph) group() string { return cmp.Or(g.Family, g.ID.Key()) }

// Shape returns the most confident shape; empty if there is none.
func (g *Graph) Shape() string {
	if len(g.Shapes) == 0 {
		return ""
	}
	return g.Shapes[0].Shape
}

// Tree returns the edges of the best tree.
func (g *Graph) Tree() []Edge {
	var out []Edge
	for _, e := range g.Edges {
		if e.InTree {
			out = append(out, e)
		}
	}
	return out
}

// Position returns the position of a page in the best tree: an end has one neighbour, a middle page of a path two, a
// centre three and more.
func (g *Graph) Position(page string) string {
	degree := 0
	for _, e := range g.Tree() {
		if e.From == page || e.To == page {
			degree++
		}
	}
	return []string{"only", "end", "middle", "centre"}[min(degree, 3)]
}
