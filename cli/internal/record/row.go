package record

import (
	"math"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Row returns a row of a Cypher query's result as an object; names of columns are unique in Cypher.
func Row(r graph.Record) map[string]any {
	out := make(map[string]any, len(r.Columns))
	for i, name := range r.Columns {
		out[name] = plain(r.Values[i])
	}
	return out
}

// plain returns a value for JSON: nodes with their labels, paths as they are drawn, and numbers that JSON lacks as
// text. Lists and maps are changed.
func plain(v any) any {
	switch v := v.(type) {
	case graph.Node:
		return map[string]any{"labels": v.Labels, "properties": v.Properties}
	case graph.Relationship:
		return map[string]any{"type": v.Type, "properties": v.Properties}
	case graph.Path:
		return PathLine(v)
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = plain(v[name])
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	}
	return v
}

// PathLine returns A -[anchor]-> B <-[anchor]- C.
func PathLine(p graph.Path) string {
	g := &draw.Graph{}
	for _, n := range p.Nodes {
		g.Nodes = append(g.Nodes, draw.Node{Title: NodeName(n)})
	}
	for i, l := range p.Links {
		e := draw.Edge{From: i, To: i + 1, Kind: hop.EdgeOut, Label: RelationName(l)}
		if l.Backward {
			e.Kind = hop.EdgeIn
		}
		g.Edges = append(g.Edges, e)
	}
	return g.Line()
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

// Path is a path in paths --json, one a line.
type Path struct {
	Hops  int      `json:"hops"` // links, not pages
	Pages []string `json:"pages"`
	Links []Link   `json:"links"`
}

// NewPath returns the record of a path.
func NewPath(p bridgehop.Path) Path {
	r := Path{Hops: len(p.Links), Links: []Link{}}
	titles := map[graph.PageID]string{}
	for _, h := range p.Pages {
		r.Pages, titles[h.ID] = append(r.Pages, h.Title), h.Title
	}
	for _, l := range p.Links {
		r.Links = append(r.Links, NewLink(l, hop.EdgeOut, func(id graph.PageID) string { return titles[id] }))
	}
	return r
}
