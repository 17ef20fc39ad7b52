package record

import (
	"math"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// Row returns a row of a Cypher query's result as an object; names of columns are unique in Cypher.
func Row(r graph.Record) map[string]any {
	out := make(map[string]any, len(r.Columns))
	for i, name := range r.Columns {
		out[name] = plain(r.Values[i])
	}
	return out
}

// plain returns a value for JSON: nodes with their labels, paths as they are drawn, and numbers that JSON lacks as text.
func plain(v any) any {
	switch v := v.(type) {
	case graph.Node:
		return map[string]any{"labels": v.Labels, "properties": v.Properties}
	case graph.Relationship:
		return map[string]any{"type": v.Type, "properties": v.Properties}
	case graph.Path:
		return PathLine(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name := range v {
			out[name] = plain(v[name])
		}
		return out
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return v
}

// PathLine returns A -[anchor]-> B <-[anchor]- C.
func PathLine(p graph.Path) string {
	var b strings.Builder
	for i, n := range p.Nodes {
		b.WriteString(NodeName(n))
		if i >= len(p.Links) {
			break
		}
		if l := p.Links[i]; l.Backward {
			b.WriteString(" <-[" + RelationName(l.Relationship) + "]- ")
		} else {
			b.WriteString(" -[" + RelationName(l.Relationship) + "]-> ")
		}
	}
	return b.String()
}

// NodeName returns what a node is known by: the title, the address of an element, the text, else its labels.
func NodeName(n graph.Node) string {
	for _, name := range []string{"fullTitle", "title", "address", "text", "id"} {
		if s, ok := n.Properties[name].(string); ok && s != "" {
			return s
		}
	}
	return "(" + strings.Join(n.Labels, ":") + ")"
}

// RelationName returns the anchor of a link, the type of another relationship.
func RelationName(r graph.Relationship) string {
	if s, ok := r.Properties["anchor"].(string); ok && (r.Type == "LINKS_TO" || r.Type == "HOP") {
		return s
	}
	return r.Type
}
