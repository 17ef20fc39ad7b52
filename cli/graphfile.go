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

func (g *graphFile) node(n graphItem) {
	if g.gexf {
		fmt.Fprintf(g.w, `<node id="%s" label="%s"><attvalues>`, escapedXML(n.id), escapedXML(n.label))
		g.values("n", g.nodes, n)
		fmt.Fprint(g.w, "</attvalues></node>\n")
		return
	}
	fmt.Fprintf(g.w, `<node id="%s">`, escapedXML(n.id))
	g.values("n", g.nodes, n)
	fmt.Fprint(g.w, "</node>\n")
}

// beginEdges ends the nodes.
func (g *graphFile) beginEdges() {
	if g.gexf {
		fmt.Fprint(g.w, "</nodes>\n<edges>\n")
	}
}

func (g *graphFile) edge(e graphItem) {
	from, to := escapedXML(e.from), escapedXML(e.to)
	if g.gexf {
		fmt.Fprintf(g.w, `<edge id="%d" source="%s" target="%s" label="%s" weight="%v"><attvalues>`, g.written, from,
			to, escapedXML(e.label), e.values["weight"])
		g.values("e", g.edges, e)
		fmt.Fprint(g.w, "</attvalues></edge>\n")
	} else {
		fmt.Fprintf(g.w, `<edge id="e%d" source="%s" target="%s">`, g.written, from, to)
		g.values("e", g.edges, e)
		fmt.Fprint(g.w, "</edge>\n")
	}
	g.written++
}

// values writes the attributes that an item has.
func (g *graphFile) values(of string, keys []graphKey, it graphItem) {
	for i, k := range keys {
		v, ok := it.values[k.name]
		if k.name == "label" {
			v, ok = it.label, true
		}
		switch {
		case !ok || v == "":
		case g.gexf:
			fmt.Fprintf(g.w, `<attvalue for="%d" value="%s"/>`, i, escapedXML(v))
		default:
			fmt.Fprintf(g.w, `<data key="%s_%s">%s</data>`, of, k.name, escapedXML(v))
		}
	}
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
