package draw

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// Sizes of a picture, in pixels.
const (
	boxWidth, boxHeight = 176, 64
	rightGap, downGap   = 150, 62 // between levels
	rowGap              = 30      // between boxes of a level
	margin              = 12
	lineHeight          = 17
	boxChars            = 22 // of a line in a box
)

// style is the style sheet of pictures that stand alone; a page that shows pictures has one of its own with the same classes.
const style = `svg{font:14px system-ui,sans-serif;background:#fff}
.node rect{fill:#f3f6fb;stroke:#3b5b92;stroke-width:1.5}.node.bridge rect{stroke-dasharray:5 3;stroke-width:2}
.node text{fill:#14181f;text-anchor:middle}.node .note{font-size:11px;fill:#4a5361}
.edge path{fill:none;stroke:#5a6675;stroke-width:1.5}.edge.none path{stroke-dasharray:3 4}` +
	`.edge .label{fill:#14181f;font-size:12px;text-anchor:middle}
.edge .back{fill:#fff}.arrow{fill:#5a6675}`

// SVG writes the graph as a picture: pages as boxes, hyperlinks as arrows with their anchors. Alone, it holds its own style
// sheet, to be a file; else the page around it has one. Address gives where a node leads, empty for nowhere; it may be nil.
func (g *Graph) SVG(w io.Writer, label string, alone bool, address func(title string) string) error {
	levels, edges := g.levels()
	width, height := g.size(levels)
	arrow := "arrow" // pictures of both directions may stand on a page that shows one of them
	if g.Down {
		arrow = "arrowdown"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="group" aria-label="%s">`,
		width, height, width, height, html.EscapeString(label))
	if alone {
		fmt.Fprintf(&b, "<style>%s</style>", style)
	}
	fmt.Fprintf(&b, `<defs><marker id="%s" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" `+
		`orient="auto-start-reverse"><path class="arrow" d="M0 0L8 4L0 8z"/></marker></defs>`, arrow)
	at := g.places(levels)
	for i := range edges {
		k, n := order(edges, i, at)
		g.edge(&b, &edges[i], at[edges[i].From], at[edges[i].To], k, n, arrow)
	}
	for i := range g.Nodes {
		where := ""
		if address != nil {
			where = address(g.Nodes[i].Title)
		}
		g.Nodes[i].svg(&b, at[i], where)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// size returns the width and height of the picture.
func (g *Graph) size(levels [][]int) (width, height int) {
	most := 1
	for _, l := range levels {
		most = max(most, len(l))
	}
	if g.Down {
		return 2*margin + span(most, boxWidth, rowGap), 2*margin + span(len(levels), boxHeight, downGap)
	}
	return 2*margin + span(len(levels), boxWidth, rightGap), 2*margin + span(most, boxHeight, rowGap)
}

// span returns how long n boxes are with the gaps between them.
func span(n, box, gap int) int { return max(0, n*(box+gap)-gap) }

// Stack writes several graphs below one another, as a file of its own.
func Stack(w io.Writer, label string, graphs []*Graph) error {
	var b strings.Builder
	width, height := 0, 0
	for _, g := range graphs {
		levels, _ := g.levels()
		wide, high := g.size(levels)
		fmt.Fprintf(&b, `<svg y="%d" width="%d" height="%d">`, height, wide, high)
		if err := g.SVG(&b, label, false, nil); err != nil {
			return err
		}
		b.WriteString("</svg>\n")
		width, height = max(width, wide), height+high
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="group" `+
		`aria-label="%s"><style>%s</style>%s</svg>`+"\n",
		width, height, width, height, html.EscapeString(label), style, b.String())
	return err
}

// point is the upper left corner of a box.
type point struct{ x, y int }

// places centres each level.
func (g *Graph) places(levels [][]int) []point {
	at := make([]point, len(g.Nodes))
	width, height := g.size(levels)
	for l, nodes := range levels {
		for i, n := range nodes {
			if g.Down {
				at[n] = point{(width-span(len(nodes), boxWidth, rowGap))/2 + i*(boxWidth+rowGap), margin + l*(boxHeight+downGap)}
			} else {
				at[n] = point{margin + l*(boxWidth+rightGap), (height-span(len(nodes), boxHeight, rowGap))/2 + i*(boxHeight+rowGap)}
			}
		}
	}
	return at
}

func (n *Node) svg(b *strings.Builder, at point, address string) {
	class := "node"
	if n.Bridge {
		class = "node bridge"
	}
	fmt.Fprintf(b, `<g class="%s">`, class)
	if address != "" {
		fmt.Fprintf(b, `<a href="%s">`, html.EscapeString(address))
	}
	fmt.Fprintf(b, `<title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="8"/>`, html.EscapeString(n.Title), at.x, at.y, boxWidth,
		boxHeight)
	most, up := 3, 0
	if n.Bridge {
		most, up = 2, 9 // room for a note
	}
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

// order returns the place of an edge among those that leave its box, by the boxes that they lead to, and their number.
func order(edges []Edge, i int, at []point) (k, n int) {
	for _, o := range edges {
		if o.From == edges[i].From {
			n++
			if from, to := at[o.To], at[edges[i].To]; from.x+from.y <= to.x+to.y { // they are on one level
				k++
			}
		}
	}
	return k, n
}

// edge draws an edge between two boxes, the k-th of n that leave the first. They leave it apart, so that no two seem to share an arrowhead.
func (g *Graph) edge(b *strings.Builder, e *Edge, from, to point, k, n int, arrow string) {
	x1, y1, x2, y2 := from.x+boxWidth, from.y+boxHeight*k/(n+1), to.x, to.y+boxHeight/2
	bendX, bendY, chars := rightGap/2, 0, 20
	if g.Down {
		x1, y1, x2, y2 = from.x+boxWidth*k/(n+1), from.y+boxHeight, to.x+boxWidth/2, to.y
		bendX, bendY, chars = 0, downGap/2, 15
	}
	class, marker := "edge", fmt.Sprintf(` marker-end="url(#%s)"`, arrow)
	switch {
	case !e.Link:
		class, marker = "edge none", ""
	case e.Back:
		marker = fmt.Sprintf(` marker-start="url(#%s)"`, arrow)
	}
	fmt.Fprintf(b, `<g class="%s"><path d="M%d %dC%d %d %d %d %d %d"%s/>`, class, x1, y1, x1+bendX, y1+bendY, x2-bendX, y2-bendY, x2, y2,
		marker)
	lines := wrap(e.Label, chars, 2)
	longest := 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l))
	}
	x, y := (x1+x2)/2, (y1+y2)/2
	wide, high := longest*6+10, len(lines)*14+4
	if longest > 0 {
		fmt.Fprintf(b, `<rect class="back" x="%d" y="%d" width="%d" height="%d" rx="4"/>`, x-wide/2, y-high/2, wide, high)
	}
	for i, line := range lines {
		fmt.Fprintf(b, `<text class="label" x="%d" y="%d">%s</text>`, x, y-high/2+13+i*14, html.EscapeString(line))
	}
	b.WriteString("</g>")
}

// splitWords returns the words of s, those longer than a line cut.
func splitWords(s string, width int) []string {
	var out []string
	for _, w := range strings.Fields(s) {
		for utf8.RuneCountInString(w) > width {
			r := []rune(w)
			out, w = append(out, string(r[:width])), string(r[width:])
		}
		out = append(out, w)
	}
	return out
}
