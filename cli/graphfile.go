package cli

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// graphKey is an attribute of nodes or edges: a string, int, double or boolean.
type graphKey struct{ name, kind string }

type graphNode struct {
	id, label string
	values    map[string]any // by the names of keys
}

type graphEdge struct {
	from, to, label string
	values          map[string]any
}

// graphWriter writes a graph in a format of other programs, nodes before edges. A failed write is left to the writer,
// which keeps it.
type graphWriter interface {
	begin(w io.Writer, nodes, edges []graphKey)
	node(w io.Writer, n *graphNode)
	between(w io.Writer)
	edge(w io.Writer, e *graphEdge)
	end(w io.Writer)
}

// graphFormats are the formats by the names of --to.
var graphFormats = map[string]func() graphWriter{
	"graphml": func() graphWriter { return &graphML{} },
	"gexf":    func() graphWriter { return &gexf{} },
}

// escapedXML returns a text as XML has it.
func escapedXML(v any) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(fmt.Sprint(v))) // a Builder doesn't fail
	return b.String()
}

// graphML is the XML that yEd, Gephi, Cytoscape and networkx read: http://graphml.graphdrawing.org. Gephi shows the
// attribute label, and takes the attribute weight for the weight of an edge.
type graphML struct {
	nodes, edges []graphKey
	written      int // edges
}

func (g *graphML) begin(w io.Writer, nodes, edges []graphKey) {
	label := graphKey{"label", "string"}
	g.nodes, g.edges = append([]graphKey{label}, nodes...), append([]graphKey{label}, edges...)
	fmt.Fprint(w, xml.Header+"<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n")
	for _, of := range []struct {
		what string
		keys []graphKey
	}{{"node", g.nodes}, {"edge", g.edges}} {
		for _, k := range of.keys {
			fmt.Fprintf(w, `<key id="%s" for="%s" attr.name="%s" attr.type="%s"/>`+"\n", keyID(of.what, k.name),
				of.what, k.name, k.kind)
		}
	}
	fmt.Fprint(w, "<graph edgedefault=\"directed\">\n")
}

// keyID returns an id that an attribute of nodes and one of edges don't share.
func keyID(what, name string) string { return what[:1] + "_" + name }

func (g *graphML) data(w io.Writer, what, label string, keys []graphKey, values map[string]any) {
	for _, k := range keys {
		v, ok := values[k.name]
		if k.name == "label" {
			v, ok = label, true
		}
		if ok && v != "" {
			fmt.Fprintf(w, `<data key="%s">%s</data>`, keyID(what, k.name), escapedXML(v))
		}
	}
}

func (g *graphML) node(w io.Writer, n *graphNode) {
	fmt.Fprintf(w, `<node id="%s">`, escapedXML(n.id))
	g.data(w, "node", n.label, g.nodes, n.values)
	fmt.Fprint(w, "</node>\n")
}

func (*graphML) between(io.Writer) {}

func (g *graphML) edge(w io.Writer, e *graphEdge) {
	fmt.Fprintf(w, `<edge id="e%d" source="%s" target="%s">`, g.written, escapedXML(e.from), escapedXML(e.to))
	g.data(w, "edge", e.label, g.edges, e.values)
	fmt.Fprint(w, "</edge>\n")
	g.written++
}

func (*graphML) end(w io.Writer) { fmt.Fprint(w, "</graph>\n</graphml>\n") }

// gexf is Gephi's own XML, version 1.3: https://gexf.net.
type gexf struct {
	nodes, edges []graphKey
	written      int // edges
}

func (g *gexf) begin(w io.Writer, nodes, edges []graphKey) {
	g.nodes, g.edges = nodes, nil
	for _, k := range edges {
		if k.name != "weight" { // which an edge has by itself
			g.edges = append(g.edges, k)
		}
	}
	fmt.Fprint(w, xml.Header+`<gexf xmlns="http://gexf.net/1.3" version="1.3">`+"\n"+
		`<graph mode="static" defaultedgetype="directed">`+"\n")
	for _, of := range []struct {
		what string
		keys []graphKey
	}{{"node", g.nodes}, {"edge", g.edges}} {
		fmt.Fprintf(w, `<attributes class="%s">`+"\n", of.what)
		for i, k := range of.keys {
			kind := k.kind
			if kind == "int" {
				kind = "integer"
			}
			fmt.Fprintf(w, `<attribute id="%d" title="%s" type="%s"/>`+"\n", i, k.name, kind)
		}
		fmt.Fprint(w, "</attributes>\n")
	}
	fmt.Fprint(w, "<nodes>\n")
}

func (g *gexf) values(w io.Writer, keys []graphKey, values map[string]any) {
	fmt.Fprint(w, "<attvalues>")
	for i, k := range keys {
		if v, ok := values[k.name]; ok && v != "" {
			fmt.Fprintf(w, `<attvalue for="%d" value="%s"/>`, i, escapedXML(v))
		}
	}
	fmt.Fprint(w, "</attvalues>")
}

func (g *gexf) node(w io.Writer, n *graphNode) {
	fmt.Fprintf(w, `<node id="%s" label="%s">`, escapedXML(n.id), escapedXML(n.label))
	g.values(w, g.nodes, n.values)
	fmt.Fprint(w, "</node>\n")
}

func (*gexf) between(w io.Writer) { fmt.Fprint(w, "</nodes>\n<edges>\n") }

func (g *gexf) edge(w io.Writer, e *graphEdge) {
	weight := e.values["weight"]
	if weight == nil {
		weight = 1
	}
	fmt.Fprintf(w, `<edge id="%d" source="%s" target="%s" label="%s" weight="%v">`, g.written, escapedXML(e.from),
		escapedXML(e.to), escapedXML(e.label), weight)
	g.values(w, g.edges, e.values)
	fmt.Fprint(w, "</edge>\n")
	g.written++
}

func (*gexf) end(w io.Writer) { fmt.Fprint(w, "</edges>\n</graph>\n</gexf>\n") }
