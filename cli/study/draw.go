package study

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// DOT is the graph in Graphviz's language. Named pages are filled; edges off the best tree are dashed; hyperlinks have
// arrows.
func (g *Graph) DOT() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  label=%s;\n  node [shape=box, style=rounded, fontname=sans];\n  edge [fontname=sans, fontsize=9];\n", quoted(g.ID.Key()), quoted(g.caption()))
	for i, p := range g.Pages {
		style := "rounded"
		if slices.Contains(g.Named, p) {
			style = "\"rounded,filled\", fillcolor=\"#dde8f5\""
		}
		fmt.Fprintf(&b, "  p%d [label=%s, style=%s];\n", i, quoted(p), style)
	}
	for _, e := range g.Edges {
		more := ""
		if e.Kind != OutLink && e.Kind != InLink {
			more = ", dir=none"
		}
		if !e.InTree {
			more += ", style=dashed"
		}
		fmt.Fprintf(&b, "  p%d -> p%d [label=%s%s];\n", slices.Index(g.Pages, e.From), slices.Index(g.Pages, e.To), quoted(e.label()), more)
	}
	b.WriteString("}\n")
	return b.String()
}

// caption is the shapes with their confidences.
func (g *Graph) caption() string {
	parts := make([]string, len(g.Shapes))
	for i, s := range g.Shapes {
		parts[i] = s.Shape
		if s.Order != "" {
			parts[i] += " (" + s.Order + ")"
		}
		parts[i] += " " + number(s.Confidence)
	}
	return g.ID.Key() + ": " + strings.Join(parts, ", ")
}

func (e *Edge) label() string {
	s := string(e.Kind)
	if e.Kind == SharedTarget && e.Via != "" {
		s += ": " + e.Via
	}
	return fmt.Sprintf("%s, %s %.2f", s, e.Source, e.Confidence)
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\x00", "")

func quoted(s string) string { return `"` + dotEscapes.Replace(strings.ToValidUTF8(s, "�")) + `"` }

// The size of a drawing in pixels.
const drawWidth, drawHeight, boxHeight = 720, 420, 30

// SVG is the graph drawn: a path from left to right, anything else around its centre.
func (g *Graph) SVG() string {
	at := g.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif">`+"\n", drawWidth, drawHeight, drawWidth, drawHeight)
	b.WriteString(`<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#444"/></marker></defs>` + "\n")
	fmt.Fprintf(&b, `<text x="12" y="24" font-size="15">%s</text>`+"\n", html.EscapeString(g.caption()))
	for i := range g.Edges {
		g.drawEdge(&b, &g.Edges[i], at, i)
	}
	for i, p := range g.Pages {
		fill := "#ffffff"
		if slices.Contains(g.Named, p) {
			fill = "#dde8f5"
		}
		label := clipped(p, 26)
		w := 8*float64(len([]rune(label))) + 16
		fmt.Fprintf(&b, `<rect x="%.0f" y="%.0f" width="%.0f" height="%d" rx="8" fill="%s" stroke="#0072b2"/><text x="%.0f" y="%.0f" font-size="13" text-anchor="middle"><title>%s</title>%s</text>`+"\n",
			at[i].x-w/2, at[i].y-boxHeight/2, w, boxHeight, fill, at[i].x, at[i].y+5, html.EscapeString(p), html.EscapeString(label))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

type spot struct{ x, y float64 }

func (g *Graph) drawEdge(b *strings.Builder, e *Edge, at []spot, i int) {
	from, to := at[slices.Index(g.Pages, e.From)], at[slices.Index(g.Pages, e.To)]
	dash, arrow := "", ""
	if !e.InTree {
		dash = ` stroke-dasharray="5 4"`
	}
	if e.Kind == OutLink || e.Kind == InLink {
		arrow = ` marker-mid="url(#head)"`
	}
	bend := 0.0 // edges outside the tree are bent, so that they don't cover others
	if !e.InTree {
		bend = 50 + 14*float64(i%4)
	}
	mid := spot{(from.x + to.x) / 2, (from.y+to.y)/2 + bend}
	fmt.Fprintf(b, `<polyline points="%.0f,%.0f %.0f,%.0f %.0f,%.0f" fill="none" stroke="#444"%s%s/><text x="%.0f" y="%.0f" font-size="10" fill="#555" text-anchor="middle">%s</text>`+"\n",
		from.x, from.y, mid.x, mid.y, to.x, to.y, dash, arrow, mid.x, mid.y-6, html.EscapeString(clipped(e.label(), 44)))
}

// layout places pages: a path in a zigzag line, with the page of most neighbours in the middle otherwise.
func (g *Graph) layout() []spot {
	out := make([]spot, len(g.Pages))
	order := g.walk()
	centre := slices.IndexFunc(g.Pages, func(p string) bool { return g.Position(p) == Centre })
	if len(order) == 1 {
		return []spot{{drawWidth / 2, 200}}
	}
	gaps, k := float64(len(order)-1), 0.0
	for _, i := range order {
		switch a := 2*math.Pi*k/gaps - math.Pi/2; {
		case i == centre:
			out[i] = spot{drawWidth / 2, 220}
			continue
		case centre < 0:
			out[i] = spot{100 + float64(drawWidth-200)/gaps*k, 170 + 90*math.Mod(k, 2)}
		default:
			out[i] = spot{drawWidth/2 + 240*math.Cos(a), 220 + 140*math.Sin(a)}
		}
		k++
	}
	return out
}

// walk orders pages along the best tree, from an end.
func (g *Graph) walk() []int {
	start := slices.IndexFunc(g.Pages, func(p string) bool { return g.Position(p) != Middle && g.Position(p) != Centre })
	if start < 0 {
		start = 0
	}
	seen := make([]bool, len(g.Pages))
	var out []int
	var visit func(int)
	visit = func(i int) {
		seen[i] = true
		out = append(out, i)
		for j, p := range g.Pages {
			if !seen[j] && slices.ContainsFunc(g.Tree(), func(e Edge) bool {
				return e.From == p && e.To == g.Pages[i] || e.To == p && e.From == g.Pages[i]
			}) {
				visit(j)
			}
		}
	}
	if len(g.Pages) > 0 {
		visit(start)
	}
	for i := range g.Pages {
		if !seen[i] {
			visit(i)
		}
	}
	return out
}
