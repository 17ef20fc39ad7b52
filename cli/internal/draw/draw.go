// Package draw turns reasoning graphs and paths into pictures: SVG, Graphviz's DOT, and the Cypher that finds them in Neo4j.
package draw

import (
	"unicode/utf8"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
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
	Note   string // below the title: what the page adds
	Bridge bool   // the claim does not name it, and it joins others
}

// Edge joins an earlier node to a later one.
type Edge struct {
	From, To int    // nodes, in the order in which they were reached
	Label    string // the anchor of a hyperlink, or the kind of an edge that is none
	Link     bool   // a hyperlink, which has a direction
	Back     bool   // the hyperlink leads from To to From
}

// Chain is the graph of a chain whose pages have these titles.
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
		e := Edge{From: s.Parent, To: i, Label: s.Edge.String()}
		if s.Edge == hop.EdgeOut || s.Edge == hop.EdgeIn {
			e.Label, e.Link, e.Back = s.Via.Anchor, true, s.Edge == hop.EdgeIn
		}
		g.Edges = append(g.Edges, e)
	}
	for i, s := range c.Steps {
		g.Nodes[i].Bridge = neighbours[i] > 1 && s.Named == ""
	}
	return g
}

// Path is the graph of a way along hyperlinks.
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

// columns are the nodes by their distance from the first, from left to right.
func (g *Graph) columns() [][]int {
	depth := make([]int, len(g.Nodes))
	for _, e := range g.Edges {
		depth[e.To] = depth[e.From] + 1
	}
	var out [][]int
	for i, d := range depth {
		for len(out) <= d {
			out = append(out, nil)
		}
		out[d] = append(out[d], i)
	}
	return out
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
