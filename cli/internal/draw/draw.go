// Package draw shows reasoning graphs and paths: as a line of text, as SVG, in Graphviz's DOT, and as the Cypher that
// finds them in Neo4j.
package draw

import (
	"fmt"
	"io"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/hop"
)

// Graph is pages joined by edges, each page after the one that it was reached from.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Node is a page.
type Node struct {
	Title  string
	Bridge bool // the claim does not name it, and it joins others
}

// Edge joins an earlier node to a later one.
type Edge struct {
	From, To int // nodes, in the order in which they were reached
	Kind     hop.EdgeKind
	Label    string // the anchor of a hyperlink, or words for an edge that is none
}

// Link reports whether the edge is a hyperlink.
func (e *Edge) Link() bool { return e.Kind == hop.EdgeOut || e.Kind == hop.EdgeIn }

// Back reports whether the hyperlink leads from To to From.
func (e *Edge) Back() bool { return e.Kind == hop.EdgeIn }

// turn reads the edge from its other end.
func (e *Edge) turn() {
	e.From, e.To = e.To, e.From
	switch e.Kind {
	case hop.EdgeOut:
		e.Kind = hop.EdgeIn
	case hop.EdgeIn:
		e.Kind = hop.EdgeOut
	}
}

// joins are the labels of edges that are no hyperlinks.
var joins = map[hop.EdgeKind]string{hop.EdgeComparison: "compared", hop.EdgeShared: "name one thing",
	hop.EdgeClaim: "the claim alone"}

// Chain returns the graph of a chain.
func Chain(c *bridgehop.Chain) *Graph {
	g := &Graph{}
	neighbours := make([]int, len(c.Steps))
	for i, s := range c.Steps {
		g.Nodes = append(g.Nodes, Node{Title: c.Title(s.Page)})
		if s.Parent < 0 {
			continue
		}
		neighbours[i]++
		neighbours[s.Parent]++
		label, ok := joins[s.Edge]
		if !ok {
			label = s.Via.Anchor
		}
		g.Edges = append(g.Edges, Edge{From: s.Parent, To: i, Kind: s.Edge, Label: label})
	}
	for i, s := range c.Steps {
		g.Nodes[i].Bridge = neighbours[i] > 1 && s.Named == "" || s.Described
	}
	return g
}

// Path returns the graph of a way along hyperlinks.
func Path(p *bridgehop.Path) *Graph {
	g := &Graph{}
	for i, page := range p.Pages {
		g.Nodes = append(g.Nodes, Node{Title: page.Title})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i, Kind: hop.EdgeOut, Label: p.Links[i-1].Anchor})
		}
	}
	return g
}

// Line returns the graph on one line, page by page: A -[anchor]-> B <-[anchor]- C. A page reached from an earlier one
// than the last begins again from that one.
func (g *Graph) Line() string {
	var b strings.Builder
	edges := g.Edges
	for i, n := range g.Nodes {
		if len(edges) > 0 && edges[0].To == i {
			e := &edges[0]
			edges = edges[1:]
			if e.From != i-1 {
				b.WriteString("; " + g.Nodes[e.From].Title)
			}
			b.WriteString(e.arrow())
		} else if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(n.Title)
	}
	return b.String()
}

// arrow returns the edge between two pages of a line.
func (e *Edge) arrow() string {
	switch e.Kind {
	case hop.EdgeOut:
		return " -[" + e.Label + "]-> "
	case hop.EdgeIn:
		return " <-[" + e.Label + "]- "
	}
	return " -(" + e.Kind.String() + ")- "
}

// DOT writes the graph in Graphviz's language.
func (g *Graph) DOT(w io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph chain {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n")
	for i, n := range g.Nodes {
		style := ""
		if n.Bridge {
			style = `, style="rounded,dashed", xlabel="bridge entity"`
		}
		fmt.Fprintf(&b, "  n%d [label=%s%s];\n", i, quote(n.Title), style)
	}
	for _, e := range g.Edges {
		style := ""
		switch {
		case !e.Link():
			style = ", dir=none, style=dashed"
		case e.Back():
			style = ", dir=back"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s%s];\n", e.From, e.To, quote(e.Label), style)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// quote returns a string of DOT: only quotes and backslashes have a meaning in it.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}

// Cypher returns a query that finds the graph in a Neo4j store: its pages by their titles, and the hyperlinks between
// them. What joins pages without a hyperlink is left to the titles.
func (g *Graph) Cypher() string {
	var patterns, returned []string
	for i, n := range g.Nodes {
		patterns = append(patterns, fmt.Sprintf("(p%d:Page {title: %s})", i, cypherString(n.Title)))
		returned = append(returned, fmt.Sprintf("p%d", i))
	}
	for i, e := range g.Edges {
		if !e.Link() {
			continue
		}
		if e.Back() {
			e.turn()
		}
		patterns = append(patterns, fmt.Sprintf("(p%d)-[l%d:LINKS_TO]->(p%d)", e.From, i, e.To))
		returned = append(returned, fmt.Sprintf("l%d", i))
	}
	if len(patterns) == 0 {
		return ""
	}
	return "MATCH " + strings.Join(patterns, ",\n      ") + "\nRETURN " + strings.Join(returned, ", ")
}

// cypherString returns a literal of Cypher.
func cypherString(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`).Replace(s) + "'"
}
