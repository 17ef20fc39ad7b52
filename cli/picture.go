package cli

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// graphML is the XML that yEd, Gephi, Cytoscape and networkx read: http://graphml.graphdrawing.org.
type graphML struct{ links int }

func (*graphML) begin(w *bufio.Writer) {
	fmt.Fprint(w, xml.Header+`<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="title" for="node" attr.name="title" attr.type="string"/>
<key id="ordinal" for="node" attr.name="ordinal" attr.type="int"/>
<key id="anchor" for="edge" attr.name="anchor" attr.type="string"/>
<key id="element" for="edge" attr.name="element" attr.type="string"/>
<graph edgedefault="directed">
`)
}

func (*graphML) page(w *bufio.Writer, p *graph.Page) {
	fmt.Fprintf(w, `<node id="n%v"><data key="title">`, p.ID())
	_ = xml.EscapeText(w, []byte(p.Title)) // a writer keeps its first error until Flush
	fmt.Fprintf(w, `</data><data key="ordinal">%d</data></node>`+"\n", p.Ordinal)
}

func (g *graphML) link(w *bufio.Writer, l graph.Link) {
	fmt.Fprintf(w, `<edge id="e%d" source="n%v" target="n%v"><data key="anchor">`, g.links, l.From, l.To)
	_ = xml.EscapeText(w, []byte(l.Anchor)) // as above
	fmt.Fprintf(w, `</data><data key="element">%s</data></edge>`+"\n", l.Element)
	g.links++
}

func (*graphML) end(w *bufio.Writer) { fmt.Fprint(w, "</graph>\n</graphml>\n") }

// dot is Graphviz's language.
type dot struct{}

func (dot) begin(w *bufio.Writer) {
	fmt.Fprint(w, "digraph wiki {\n  node [shape=box, style=rounded, fontname=sans];\n  edge [fontname=sans, fontsize=9];\n")
}

func (dot) page(w *bufio.Writer, p *graph.Page) {
	fmt.Fprintf(w, "  n%v [label=%s];\n", p.ID(), dotText(p.Title))
}

func (dot) link(w *bufio.Writer, l graph.Link) {
	fmt.Fprintf(w, "  n%v -> n%v [label=%s];\n", l.From, l.To, dotText(l.Anchor))
}

func (dot) end(w *bufio.Writer) { fmt.Fprint(w, "}\n") }

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\x00", "")

// dotText is a string in dot's quotes.
func dotText(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "�")
	}
	return `"` + dotEscapes.Replace(s) + `"`
}
