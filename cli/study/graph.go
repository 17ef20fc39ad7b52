package study

import (
	"cmp"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// The kinds of edges.
const (
	SharedTarget = "shared-target" // both pages name the same thing
	Mention      = "mention"       // one page names the other
	ClaimOnly    = "claim"         // only the claim joins the two
)

// The sources of edges: how they are known.
const (
	Family        = "family"        // claims grown from one another (HoVer, section 2.1.2)
	Decomposition = "decomposition" // MuSiQue's #1, #2, …
	Annotated     = "annotated"     // the file lists its edges
	Unobserved    = "unobserved"    // a claim of two pages must join them
)

// Edge joins two pages of a reasoning graph, by title.
type Edge struct {
	From       string  `json:"from"` // the page that comes first in Graph.Pages
	To         string  `json:"to"`
	Kind       string  `json:"kind"`
	Source     string  `json:"source"`
	Confidence float64 `json:"confidence"`    // probability that the claim was made along it, before the tree is chosen
	Via        string  `json:"via,omitempty"` // the thing that both pages name (shared-target)
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
// A claim grows by one page at a time, joined to one earlier page, so its graph is a tree. Where the claims file lists
// the edges of a tree, or MuSiQue's questions give them, that is the tree; a cycle of listed edges leaves the graph
// without a shape. A claim of HoVer may have grown in several trees, each with a probability: the confidence of a shape
// is the sum over its trees, and the tree is the most probable one of the most confident shape.
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

	Of     *claims.Claim      `json:"-"` // a gold graph's
	trees  []weighed          // the trees that the claim may have; nil if they are not known
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
// centre three and more. It is "only" if there is no tree.
func (g *Graph) Position(page string) string {
	degree := 0
	for _, e := range g.Tree() {
		if e.From == page || e.To == page {
			degree++
		}
	}
	return []string{"only", "end", "middle", "centre"}[min(degree, 3)]
}
