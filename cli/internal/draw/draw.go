// Package draw turns reasoning graphs and paths into pictures: SVG, Graphviz's DOT, and the Cypher that finds them in Neo4j.
package draw

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Graph is pages joined by edges, each page after the one that it was reached from.
type Graph struct {
	Nodes []Node
	Edges []Edge
	Down  bool // drawn from top to bottom, for narrow screens; else from left to right
}

// Node is a page.
type Node struct {
	Title  string
	Bridge bool // the claim does not name it, and it joins others
}

// Edge joins an earlier node to a later one.
type Edge struct {
	From, To int    // nodes, in the order in which they were reached
	Label    string // the anchor of a hyperlink, or the kind of an edge that is none
	Link     bool   // a hyperlink, which has a direction
	Back     bool   // the hyperlink leads from To to From
}

// Joins are the labels of edges that are no hyperlinks.
var Joins = map[hop.EdgeKind]string{hop.EdgeComparison: "compared", hop.EdgeShared: "name one thing", hop.EdgeClaim: "the claim alone"}

// Chain returns the graph of a chain whose pages have these titles.
func Chain(c *hop.Chain, title func(graph.PageID) string) *Graph {
	g := &Graph{}
	neighbours := make([]int, len(c.Steps))
	for i, s := range c.Steps {
		g.Nodes = append(g.Nodes, Node{Title: title(s.Page)})
		if s.Parent < 0 {
			continue
		}
		neighbours[i]++
		neighbours[s.Parent]++
		e := Edge{From: s.Parent, To: i, Label: Joins[s.Edge]}
		if s.Edge == hop.EdgeOut || s.Edge == hop.EdgeIn {
			e.Label, e.Link, e.Back = s.Via.Anchor, true, s.Edge == hop.EdgeIn
		}
		g.Edges = append(g.Edges, e)
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
			l := p.Links[i-1]
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i, Label: l.Anchor, Link: true, Back: l.From != p.Pages[i-1].ID})
		}
	}
	return g
}

// first returns the node that the drawing begins with: of a path one of its ends, so that it looks like one, and of what has branches the
// node with most.
func (g *Graph) first() int {
	degree := make([]int, len(g.Nodes))
	for _, e := range g.Edges {
		degree[e.From]++
		degree[e.To]++
	}
	most, end := 0, 0
	for i, d := range degree {
		if d > degree[most] {
			most = i
		}
		if d == 1 && degree[end] != 1 {
			end = i
		}
	}
	if len(degree) > 0 && degree[most] > 2 {
		return most
	}
	return end
}

// levels returns the nodes by their distance from the first, level by level, and the edges, turned where they must be to lead away from it.
func (g *Graph) levels() (levels [][]int, edges []Edge) {
	depth, seen := make([]int, len(g.Nodes)), make([]bool, len(g.Nodes))
	edges = slices.Clone(g.Edges)
	var walk func(at int)
	walk = func(at int) {
		seen[at] = true
		for i := range edges {
			e := &edges[i]
			if e.To == at && !seen[e.From] {
				e.From, e.To, e.Back = e.To, e.From, !e.Back
			}
			if e.From == at && !seen[e.To] {
				depth[e.To] = depth[at] + 1
				walk(e.To)
			}
		}
	}
	if len(g.Nodes) > 0 {
		walk(g.first())
	}
	for i := range g.Nodes {
		if !seen[i] {
			walk(i)
		}
	}
	for i, d := range depth {
		for len(levels) <= d {
			levels = append(levels, nil)
		}
		levels[d] = append(levels[d], i)
	}
	return levels, edges
}

// wrap breaks words into at most n lines of about width characters; what is left over is cut, with an ellipsis.
func wrap(s string, width, n int) []string {
	var lines []string
	line := ""
	for _, word := range splitWords(s, width) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(lines) > n {
		lines = lines[:n]
		lines[n-1] += "…"
	}
	return lines
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
		from, to, style := e.From, e.To, ""
		switch {
		case !e.Link:
			style = ", dir=none, style=dashed"
		case e.Back:
			style = ", dir=back"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s%s];\n", from, to, quote(e.Label), style)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// quote returns a string of DOT: only quotes and backslashes have a meaning in it.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}

// Cypher returns a query that finds the graph in a Neo4j store: its pages by their titles, and the hyperlinks between them. What joins
// pages without a hyperlink is left to the titles.
func (g *Graph) Cypher() string {
	var patterns, returned []string
	for i, n := range g.Nodes {
		patterns = append(patterns, fmt.Sprintf("(p%d:Page {title: %s})", i, cypherString(n.Title)))
		returned = append(returned, fmt.Sprintf("p%d", i))
	}
	for i, e := range g.Edges {
		if !e.Link {
			continue
		}
		from, to := e.From, e.To
		if e.Back {
			from, to = to, from
		}
		patterns = append(patterns, fmt.Sprintf("(p%d)-[l%d:LINKS_TO]->(p%d)", from, i, to))
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
