package cli

import (
	"embed"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
)

// graphKey is an attribute of nodes or edges: a string, int, double or boolean.
type graphKey struct{ Name, Kind string }

// Type returns the kind as GEXF calls it.
func (k graphKey) Type() string { return strings.Replace(k.Kind, "int", "integer", 1) }

// graphItem is a node or, with the nodes that it joins, an edge.
type graphItem struct {
	ID, From, To, Label string
	Values              map[string]any // by the names of keys; an edge has a weight

	Number int          // of an edge
	Has    []graphValue // in the order of the keys
}

type graphValue struct {
	Place int // among the keys
	Name  string
	Value any
}

// graphForms are graphs, nodes before edges, as XML that other programs read: GraphML (yEd, Gephi, Cytoscape,
// networkx; http://graphml.graphdrawing.org) and GEXF 1.3 (Gephi; https://gexf.net).
//
//go:embed graphml.tmpl gexf.tmpl
var graphForms embed.FS

// graphFile writes a graph. A failed write is left to the writer, which keeps it.
type graphFile struct {
	w            io.Writer
	form         *template.Template
	Nodes, Edges []graphKey
	written      int // edges
}

// beginGraph writes what stands before the nodes. GEXF has places of its own for a label and the weight of an edge;
// in GraphML Gephi takes them from the attributes of these names.
func beginGraph(w io.Writer, format string, nodes, edges []graphKey) *graphFile {
	if format == "gexf" {
		edges = slices.DeleteFunc(slices.Clone(edges), func(k graphKey) bool { return k.Name == "weight" })
	}
	form := template.New(format).Funcs(template.FuncMap{"xml": escapedXML})
	g := &graphFile{w: w, form: template.Must(form.ParseFS(graphForms, format+".tmpl")), Nodes: nodes, Edges: edges}
	g.part("begin", g)
	return g
}

// part writes a part of the form: begin, node, edges between nodes and edges, edge, or end.
func (g *graphFile) part(name string, of any) { _ = g.form.ExecuteTemplate(g.w, name, of) }

// write writes a node or an edge.
func (g *graphFile) write(it graphItem) {
	part, keys := "node", g.Nodes
	if it.From != "" {
		part, keys, it.Number = "edge", g.Edges, g.written
		g.written++
	}
	for i, k := range keys {
		if v, ok := it.Values[k.Name]; ok && v != "" {
			it.Has = append(it.Has, graphValue{i, k.Name, v})
		}
	}
	g.part(part, it)
}

// escapedXML returns a text as XML has it.
func escapedXML(v any) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(fmt.Sprint(v))) // a Builder doesn't fail
	return b.String()
}
