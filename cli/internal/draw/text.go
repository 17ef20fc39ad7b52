package draw

import (
	"fmt"
	"io"
	"strings"
)

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
