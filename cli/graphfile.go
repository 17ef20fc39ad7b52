package cli

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// graphKey is an attribute of nodes or edges: a string, int, double or boolean.
type graphKey struct{ name, kind string }

// graphItem is a node or, with the nodes that it joins, an edge.
type graphItem struct {
	id, from, to, label string
	values              map[string]any // by the names of keys; an edge has a weight
}

// graphFile writes a graph, nodes before edges, as XML that other programs read: GraphML (yEd, Gephi, Cytoscape,
// networkx; http://graphml.graphdrawing.org) or GEXF 1.3 (Gephi; https://gexf.net). A failed write is left to the
// writer, which keeps it.
type graphFile struct {
	w            io.Writer
	gexf         bool
	nodes, edges []graphKey
	written      int // edges
}

// beginGraph writes what stands before the nodes. GEXF has places of its own for a label and the weight of an edge;
// in GraphML Gephi takes them from the attributes of these names.
func beginGraph(w io.Writer, format string, nodes, edges []graphKey) *graphFile {
	g := &graphFile{w: w, gexf: format == "gexf", nodes: nodes, edges: edges}
	if g.gexf {
		g.edges = slices.DeleteFunc(slices.Clone(edges), func(k graphKey) bool { return k.name == "weight" })
		fmt.Fprint(w, xml.Header+`<gexf xmlns="http://gexf.net/1.3" version="1.3">`+"\n"+
			`<graph mode="static" defaultedgetype="directed">`+"\n")
		g.gexfKeys("node", g.nodes)
		g.gexfKeys("edge", g.edges)
		fmt.Fprint(w, "<nodes>\n")
		return g
	}
	label := []graphKey{{"label", "string"}}
	g.nodes, g.edges = slices.Concat(label, nodes), slices.Concat(label, edges)
	fmt.Fprint(w, xml.Header+`<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`+"\n")
	for i, k := range slices.Concat(g.nodes, g.edges) {
		of := "node"
		if i >= len(g.nodes) {
			of = "edge"
		}
		fmt.Fprintf(w, `<key id="%s_%s" for="%s" attr.name="%[2]s" attr.type="%[4]s"/>`+"\n", of[:1], k.name, of, k.kind)
	}
	fmt.Fprint(w, `<graph edgedefault="directed">`+"\n")
	return g
}

func (g *graphFile) gexfKeys(of string, keys []graphKey) {
	fmt.Fprintf(g.w, `<attributes class="%s">`+"\n", of)
	for i, k := range keys {
		fmt.Fprintf(g.w, `<attribute id="%d" title="%s" type="%s"/>`+"\n", i, k.name,
			strings.Replace(k.kind, "int", "integer", 1))
	}
	fmt.Fprint(g.w, "</attributes>\n")
}

// beginEdges ends the nodes.
func (g *graphFile) beginEdges() {
	if g.gexf {
		fmt.Fprint(g.w, "</nodes>\n<edges>\n")
	}
}

// write writes a node or an edge.
func (g *graphFile) write(it graphItem) {
	kind, keys, prefix := "node", g.nodes, ""
	attributes := fmt.Sprintf(`id="%s"`, escapedXML(it.id))
	if it.from != "" {
		kind, keys = "edge", g.edges
		if !g.gexf {
			prefix = "e"
		}
		attributes = fmt.Sprintf(`id="%s%d" source="%s" target="%s"`, prefix, g.written, escapedXML(it.from),
			escapedXML(it.to))
		g.written++
	}
	if !g.gexf {
		fmt.Fprintf(g.w, "<%s %s>%s</%[1]s>\n", kind, attributes, g.values(kind[:1], keys, it))
		return
	}
	attributes += fmt.Sprintf(` label="%s"`, escapedXML(it.label))
	if it.from != "" {
		attributes += fmt.Sprintf(` weight="%v"`, it.values["weight"])
	}
	fmt.Fprintf(g.w, "<%s %s><attvalues>%s</attvalues></%[1]s>\n", kind, attributes, g.values("", keys, it))
}

// values returns the attributes that an item has.
func (g *graphFile) values(of string, keys []graphKey, it graphItem) string {
	var b strings.Builder
	for i, k := range keys {
		v, ok := it.values[k.name]
		if k.name == "label" {
			v, ok = it.label, true
		}
		switch {
		case !ok || v == "":
		case g.gexf:
			fmt.Fprintf(&b, `<attvalue for="%d" value="%s"/>`, i, escapedXML(v))
		default:
			fmt.Fprintf(&b, `<data key="%s_%s">%s</data>`, of, k.name, escapedXML(v))
		}
	}
	return b.String()
}

func (g *graphFile) end() {
	if g.gexf {
		fmt.Fprint(g.w, "</edges>\n</graph>\n</gexf>\n")
	} else {
		fmt.Fprint(g.w, "</graph>\n</graphml>\n")
	}
}

// escapedXML returns a text as XML has it.
func escapedXML(v any) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(fmt.Sprint(v))) // a Builder doesn't fail
	return b.String()
}
