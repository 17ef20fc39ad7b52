package verify

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// grid is a table laid out in rows and columns, with its caption.
type grid struct {
	*graph.Grid
	table *graph.Table
	cells map[[2]int]*graph.Cell // by the row and column of their addresses
}

// cell returns the cell at an address, be it a header or not.
func (g *grid) cell(e graph.Element) *graph.Cell { return g.cells[[2]int{e.B, e.C}] }

// headers returns the words that say what a cell is about, outermost first: those of its row and of its column, as
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
