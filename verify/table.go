package verify

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// grid is a table laid out in rows and columns, with its caption.
type grid struct {
	*graph.Grid
	table *graph.Table
	cells map[[2]int]*graph.Cell // by the row and column of their addresses
}

// cell returns the cell at an address, be it a header or not.
func (g *grid) cell(e graph.Element) *graph.Cell { return g.cells[[2]int{e.B, e.C}] }

// headers returns the words that say what a cell is about, outermost first: those of its row and of its column, as FEVEROUS gives them for
// context (graph.Grid.Headers). A row without a header is known by its first cell.
func (g *grid) headers(c *graph.Cell) (row, column string) {
	left, above := g.Headers(c)
	row, column = join(left), join(above)
	if p, ok := g.Place(c); ok && row == "" {
		if first := g.At(p.Row, 0); first != nil && first != c {
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

// Bounds of a table that is computed over. Of one with more cells or columns nothing is read: a part of it has another highest number.
const (
	mostCells   = 20_000
	mostColumns = 40
)

// tables returns the page's tables that have headers above their rows, without infoboxes.
func (b *paper) tables() (out []values.Table) {
	for i := range b.page.Tables {
		t := &b.page.Tables[i]
		g := b.grid(t.N)
		if t.Infobox || g.Rows() == 0 || g.Columns(0) < 2 || g.Columns(0) > mostColumns || g.Rows()*g.Columns(0) > mostCells {
			continue
		}
		v := values.Table{About: b.page.Title + " " + t.Caption, Header: make([]string, g.Columns(0))}
		for _, h := range b.page.Enclosing(graph.Element{Kind: graph.KindTable, A: t.N}) {
			v.About += " " + h.Text
		}
		for r := range g.Rows() {
			g.addRow(&v, r)
		}
		if slices.Max(v.Header) != "" {
			out = append(out, v)
		}
	}
	return out
}

// addRow adds a row of the grid to a table: to its header if it has header cells alone and no other row is above it. A row that is short,
// or one cell all through, is left out.
func (g *grid) addRow(v *values.Table, r int) {
	row := make([]values.Element, len(v.Header))
	plain, whole, distinct := false, true, map[*graph.Cell]bool{}
	for c := range row {
		cell := g.At(r, c)
		if cell == nil {
			whole = false
			continue
		}
		row[c] = values.Element{ID: cell.Element(g.table.N).String(), Text: words(cell.Text)}
		plain, distinct[cell] = plain || !cell.Header, true
	}
	switch {
	case !plain && len(v.Rows) == 0:
		for c := range row {
			if row[c].Text != v.Header[c] {
				v.Header[c] = words(v.Header[c] + " " + row[c].Text)
			}
		}
	case len(distinct) > 1 && whole:
		v.Rows = append(v.Rows, row)
	}
}
