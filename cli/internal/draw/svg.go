package draw

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop"
)

// style is the style sheet of pictures that stand alone; a page that shows pictures has one of its own with the same
// classes.
const style = `svg{font:14px system-ui,sans-serif;background:#fff}
.node rect{fill:#f3f6fb;stroke:#3b5b92;stroke-width:1.5}.node.bridge rect{stroke-dasharray:5 3;stroke-width:2}
.node text{fill:#14181f;text-anchor:middle}.node .note{font-size:11px;fill:#4a5361}
.edge path{fill:none;stroke:#5a6675;stroke-width:1.5}.edge.none path{stroke-dasharray:3 4}` +
	`.edge .label{fill:#14181f;font-size:12px;text-anchor:middle}
.edge .back{fill:#fff}.arrow{fill:#5a6675}`

// SVG writes the graph as a picture: pages as boxes, hyperlinks as arrows with their anchors. Alone, it holds its own
// style sheet, to be a file; else the page around it has one. Address gives where a node leads, empty for nowhere; it
// may be nil.
func (g *Graph) SVG(w io.Writer, label string, alone bool, address func(title string) string) error {
	l := g.layout()
	var b strings.Builder
	b.WriteString(open(l.width, l.height, label))
	if alone {
		fmt.Fprintf(&b, "<style>%s</style>", style)
	}
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" ` +
		`orient="auto-start-reverse"><path class="arrow" d="M0 0L8 4L0 8z"/></marker></defs>`)
	for i := range l.edges {
		l.edge(&b, &l.edges[i])
	}
	for i, n := range g.Nodes {
		where := ""
		if address != nil {
			where = address(n.Title)
		}
		n.svg(&b, l.at[i], where)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// open returns the first tag of a picture.
func open(width, height int, label string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="group" aria-label="%s">`,
		width, height, html.EscapeString(label))
}

// Paths writes link paths below one another, as a file of its own.
func Paths(w io.Writer, found []bridgehop.Path) error {
	const label = "Link paths"
	var b strings.Builder
	width, height := 0, 0
	for i := range found {
		g := Path(&found[i])
		l := g.layout()
		fmt.Fprintf(&b, `<svg y="%d" width="%d" height="%d">`, height, l.width, l.height)
		if err := g.SVG(&b, label, false, nil); err != nil {
			return err
		}
		b.WriteString("</svg>\n")
		width, height = max(width, l.width), height+l.height
	}
	_, err := fmt.Fprintf(w, "%s<style>%s</style>%s</svg>\n", open(width, height, label), style, b.String())
	return err
}

func (n *Node) svg(b *strings.Builder, at point, address string) {
	class, most, up := "node", 3, 0
	if n.Bridge {
		class, most, up = "node bridge", 2, 9 // room for a note
	}
	fmt.Fprintf(b, `<g class="%s">`, class)
	if address != "" {
		fmt.Fprintf(b, `<a href="%s">`, html.EscapeString(address))
	}
	fmt.Fprintf(b, `<title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="8"/>`, html.EscapeString(n.Title),
		at.x, at.y, boxWidth, boxHeight)
	lines := wrap(n.Title, boxChars, most)
	y := at.y + boxHeight/2 - (len(lines)-1)*lineHeight/2 + 5 - up
	for i, line := range lines {
		fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`, at.x+boxWidth/2, y+i*lineHeight, html.EscapeString(line))
	}
	if n.Bridge {
		fmt.Fprintf(b, `<text class="note" x="%d" y="%d">bridge entity</text>`, at.x+boxWidth/2, at.y+boxHeight-8)
	}
	if address != "" {
		b.WriteString("</a>")
	}
	b.WriteString("</g>")
}

// edge draws an edge between two boxes, with its label in the middle.
func (l *layout) edge(b *strings.Builder, e *Edge) {
	x1, y1, x2, y2 := l.at[e.From].x+boxWidth, l.leaves(e), l.at[e.To].x, l.at[e.To].y+boxHeight/2
	class, marker := "edge", ` marker-end="url(#arrow)"`
	switch {
	case !e.Link():
		class, marker = "edge none", ""
	case e.Back():
		marker = ` marker-start="url(#arrow)"`
	}
	const bend = levelGap / 2
	fmt.Fprintf(b, `<g class="%s"><path d="M%d %dC%d %d %d %d %d %d"%s/>`, class, x1, y1, x1+bend, y1, x2-bend, y2, x2,
		y2, marker)
	lines := wrap(e.Label, 20, 2)
	longest := 0
	for _, line := range lines {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	x, y := (x1+x2)/2, (y1+y2)/2
	wide, high := longest*6+10, len(lines)*14+4
	if longest > 0 {
		fmt.Fprintf(b, `<rect class="back" x="%d" y="%d" width="%d" height="%d" rx="4"/>`, x-wide/2, y-high/2, wide,
			high)
	}
	for i, line := range lines {
		fmt.Fprintf(b, `<text class="label" x="%d" y="%d">%s</text>`, x, y-high/2+13+i*14, html.EscapeString(line))
	}
	b.WriteString("</g>")
}

// wrap breaks words into at most n lines of about width characters; what is left over is cut, with an ellipsis.
func wrap(s string, width, n int) (lines []string) {
	for _, word := range strings.Fields(s) {
		rest := []rune(word)
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+1+len(rest) <= width {
			lines[last] += " " + word
			continue
		}
		for ; len(rest) > width; rest = rest[width:] {
			lines = append(lines, string(rest[:width]))
		}
		lines = append(lines, string(rest))
	}
	if len(lines) > n {
		lines = lines[:n]
		lines[n-1] += "…"
	}
	return lines
}
