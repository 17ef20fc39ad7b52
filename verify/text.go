package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// paper is a page as premises are written from it: its elements with their order.
type paper struct {
	page  *graph.Page
	order map[graph.Element]int
	text  map[graph.Element]string
	grids map[int]*grid
}

func newPaper(p *graph.Page) *paper {
	elements := p.Elements()
	order, text := make(map[graph.Element]int, len(elements)), make(map[graph.Element]string, len(elements))
	b := &paper{p, order, text, map[int]*grid{}}
	for i, t := range elements {
		b.order[t.Element], b.text[t.Element] = i, t.Text
	}
	return b
}

// find returns an element as the page has it, and reports whether it has words. A header cell may be cited as a cell
// and the other way round: corpora differ in which name they give it.
func (b *paper) find(e graph.Element) (graph.Element, bool) {
	if strings.TrimSpace(b.text[e]) != "" {
		return e, true
	}
	switch e.Kind {
	case graph.KindCell:
		e.Kind = graph.KindHeaderCell
	case graph.KindHeaderCell:
		e.Kind = graph.KindCell
	}
	return e, strings.TrimSpace(b.text[e]) != ""
}

// write puts elements of the page, in reading order, behind its title:
//
//	[Marrow Bridge] It was opened in 1931. Length is 212 m. Bridges of the Marrow: Marrow Bridge: Opened is 1931, Cost is 2 million.
func (b *paper) write(out *strings.Builder, elements []graph.Element) {
	slices.SortFunc(elements, func(x, y graph.Element) int { return cmp.Compare(b.order[x], b.order[y]) })
	if b.page.Title != "" { // FEVER-Symmetric's evidence has no page
		gap(out)
		out.WriteString("[" + b.page.Title + "]")
	}
	for i := 0; i < len(elements); {
		e, end := elements[i], i+1
		gap(out)
		switch e.Kind {
		case graph.KindCell, graph.KindHeaderCell:
			for end < len(elements) && sameRow(e, elements[end]) {
				end++
			}
			out.WriteString(b.row(elements[i:end]))
		case graph.KindItem:
			out.WriteString(b.item(e))
		default:
			out.WriteString(words(b.text[e]))
		}
		i = end
	}
}

func gap(out *strings.Builder) {
	if out.Len() > 0 {
		out.WriteByte(' ')
	}
}

func sameRow(e, f graph.Element) bool {
	return e.Kind.IsCell() && f.Kind.IsCell() && e.A == f.A && e.B == f.B
}

// row writes cells of one row as a sentence: the caption and the row's header once, then "column header is cell".
func (b *paper) row(cells []graph.Element) string {
	g := b.grid(cells[0].A)
	var said []string
	if g != nil {
		if c := words(g.table.Caption); c != "" && !strings.EqualFold(c, b.page.Title) {
			said = append(said, c)
		}
	}
	var parts []string
	about := ""
	for _, e := range cells {
		text := words(b.text[e])
		if g == nil || e.Kind == graph.KindHeaderCell {
			parts = append(parts, text)
			continue
		}
		row, column := g.headers(g.cell(e))
		if row == column {
			row = ""
		}
		if g.table.Infobox && row != "" { // what stands above is a heading, and the row's header names the value
			row, column = column, row
		}
		switch {
		case column != "":
			text = column + " is " + text
		case row != "": // an infobox: the row's header is what the cell is the value of
			text, row = row+" is "+text, ""
		}
		if about == "" && row != "" {
			about = row
		}
		parts = append(parts, text)
	}
	if about != "" && !strings.EqualFold(about, b.page.Title) {
		said = append(said, about)
	}
	return stop(strings.Join(append(said, strings.Join(parts, ", ")), ": "))
}

func (b *paper) grid(n int) *grid {
	if g, ok := b.grids[n]; ok {
		return g
	}
	if t := b.page.Table(n); t != nil {
		g := &grid{t.Grid(), t, map[[2]int]*graph.Cell{}}
		for _, row := range slices.Backward(t.Rows) { // of several cells with one address, the first
			for i := range slices.Backward(row) {
				g.cells[[2]int{row[i].Row, row[i].Column}] = &row[i]
			}
		}
		b.grids[n] = g
		return g
	}
	return nil
}

// item writes a list item behind what leads to it: the sentence that ends in a colon before the list, and the items
// it is indented under.
func (b *paper) item(e graph.Element) string {
	var lead []string
	for i := range b.page.Lists {
		l := &b.page.Lists[i]
		if l.N != e.A {
			continue
		}
		if s := b.before(l.N); s != "" {
			lead = append(lead, s)
		}
		lead = append(lead, parents(l, e.B)...)
	}
	return stop(strings.Join(append(lead, words(b.text[e])), " "))
}

// before returns the sentence just before list n if it announces the list.
func (b *paper) before(n int) string {
	last := ""
	for _, e := range b.page.ReadingOrder() {
		switch {
		case e.Kind == graph.KindList && e.A == n:
			return last
		case e.Kind == graph.KindSentence:
			if last = words(b.text[e]); !strings.HasSuffix(last, ":") {
				last = ""
			}
		default:
			last = ""
		}
	}
	return ""
}

func parents(l *graph.List, n int) []string {
	var out []string
	level := -1
	for i := len(l.Items) - 1; i >= 0; i-- {
		it := &l.Items[i]
		switch {
		case it.N == n:
			level = it.Level
		case level > it.Level:
			level = it.Level
			out = append([]string{strings.TrimSuffix(words(it.Text), ":") + ":"}, out...)
		}
	}
	return out
}

// stop ends what is not a sentence by itself.
func stop(s string) string {
	if s != "" && strings.ContainsAny(s[len(s)-1:], ".!?;") {
		return s
	}
	return s + "."
}

// grid is a table laid out in rows and columns, with its caption.
type grid struct {
	*graph.Grid
	table *graph.Table
	cells map[[2]int]*graph.Cell // by the row and column of their addresses
}

// cell returns the cell at an address, be it a header or not.
func (g *grid) cell(e graph.Element) *graph.Cell { return g.cells[[2]int{e.B, e.C}] }

// headers returns the words that say what a cell is about, outermost first: of its row and of its column, as
// FEVEROUS gives them for context (graph.Grid.Headers). A row without a header is known by its first cell.
func (g *grid) headers(c *graph.Cell) (row, column string) {
	left, above := g.Headers(c)
	row, column = join(left), join(above)
	if at, _, ok := g.Place(c); ok && row == "" {
		if first := g.At(at, 0); first != nil && first != c {
			row = words(first.Text)
		}
	}
	return row, column
}

func join(cells []*graph.Cell) string {
	var out []string
	for _, c := range cells {
		if text := words(c.Text); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// words joins the words of s by single spaces.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }

// mostColumns bounds the columns of a table that are looked at for a name.
const mostColumns = 40
