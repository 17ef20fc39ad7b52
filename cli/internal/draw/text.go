package draw

import (
	"fmt"
	"strings"
)

// Cypher is a query that finds the graph in a Neo4j store: its pages by their titles, and the hyperlinks between them. What joins pages without a
// hyperlink is left to the titles.
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

// cypherString is a literal of Cypher.
func cypherString(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`).Replace(s) + "'"
}
