package verify

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// grid is a table as it is seen: spanned cells cover several places. Ids count raw order and not places (FEVEROUS), so
// headers can only be found here.
type grid struct {
	table *graph.Table
	at    map[place]*graph.Cell
	home  map[graph.Element]place // top left place of a cell
}

type place struct{ row, column int }

// widestSpan bounds what a span may cover; wikis hold spans of thousands by mistake.
const widestSpan = 256

func newGrid(t *graph.Table) *grid {
	g := &grid{t, map[place]*graph.Cell{}, map[graph.Element]place{}}
	for r := range t.Rows {
		column := 0
		for c := range t.Rows[r] {
			cell := &t.Rows[r][c]
			for g.at[place{r, column}] != nil { // taken by a span from above
				column++
			}
			g.home[cell.Element(t.N)] = place{r, column}
			wide, high := span(cell.ColumnSpan), min(span(cell.RowSpan), len(t.Rows)-r)
			for i := range high {
				for j := range wide {
					if p := (place{r + i, column + j}); g.at[p] == nil {
						g.at[p] = cell
					}
				}
			}
			column += wide
		}
	}
	return g
}

func span(n int) int { return min(max(n, 1), widestSpan) }

// headers are the words that say what the cell of e is about, outermost first: of its row, the nearest header to the left
// with the one just before it; of its column, the nearest header above likewise. This is the context that FEVEROUS gives
// its cells (Aly et al. 2021, section 3). A row without a header is known by its first cell.
func (g *grid) headers(e graph.Element) (row, column string) {
	p, ok := g.home[e]
	if !ok {
		return "", ""
	}
	cell := g.at[p]
	row = g.nearest(cell, p, func(q place) place { return place{q.row, q.column - 1} })
	column = g.nearest(cell, p, func(q place) place { return place{q.row - 1, q.column} })
	if first := g.at[place{p.row, 0}]; row == "" && first != nil && first != cell {
		row = words(first.Text)
	}
	return row, column
}

// nearest walks from p until a header stands there, and takes the header just before it along.
func (g *grid) nearest(from *graph.Cell, p place, step func(place) place) string {
	var found []string
	last := from
	for p = step(p); p.row >= 0 && p.column >= 0; p = step(p) {
		cell := g.at[p]
		if cell == last {
			continue
		}
		if cell == nil || !cell.Header {
			if len(found) > 0 {
				break
			}
			continue
		}
		last = cell
		if text := words(cell.Text); text != "" {
			found = append([]string{text}, found...)
		}
		if len(found) == 2 {
			break
		}
	}
	return strings.Join(found, ", ")
}

// words joins the words of s by single spaces.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }
