package graph

// Grid is a table laid out: which cell covers which place, spans counted. It shares the table's cells.
type Grid struct {
	rows   [][]*Cell
	places map[*Cell]place
	heads  map[*Cell][2][]*Cell // see Headers; made when first asked for
}

// place is a place in a grid; both count from 0.
type place struct{ row, column int }

// maxColumnSpan is HTML's own bound.
const maxColumnSpan = 1000

// Grid lays out the table's raw rows as HTML does: a cell takes the first free place of its row, and its
// spans cover places to the right and below, where others then find no room. Row spans end with the table.
//
// No cell is lost, however long its row is: each has at least its own place. Spans are cut where they cover
// another cell, and left out altogether once they have used up a number of places that is bounded by the
// number of cells, so that a row span of 10^9 costs nothing.
func (t *Table) Grid() *Grid {
	g := &Grid{rows: make([][]*Cell, len(t.Rows)), places: map[*Cell]place{}}
	budget := 4096
	for _, row := range t.Rows {
		budget += 64 * len(row)
	}
	for r, row := range t.Rows {
		column := 0
		for i := range row {
			for g.At(r, column) != nil {
				column++
			}
			g.place(&row[i], r, column)
			budget = g.span(&row[i], r, column, budget)
			column++
		}
	}
	return g
}

// place gives a cell its own place, which is free.
func (g *Grid) place(c *Cell, row, column int) {
	g.places[c] = place{row, column}
	g.cover(c, row, column)
}

// cover puts c at a place if that is free.
func (g *Grid) cover(c *Cell, row, column int) {
	for len(g.rows[row]) <= column {
		g.rows[row] = append(g.rows[row], nil)
	}
	if g.rows[row][column] == nil {
		g.rows[row][column] = c
	}
}

// span covers the places of a cell's spans and returns what is left of the budget.
func (g *Grid) span(c *Cell, row, column, budget int) int {
	height := min(max(c.RowSpan, 1), len(g.rows)-row)
	width := min(max(c.ColumnSpan, 1), maxColumnSpan)
	if height == 1 && width == 1 {
		return budget
	}
	for r := row; r < row+height; r++ {
		cost := width + max(0, column-len(g.rows[r]))
		if cost > budget {
			return budget
		}
		budget -= cost
		for i := column; i < column+width; i++ {
			g.cover(c, r, i)
		}
	}
	return budget
}

// Rows returns the number of rows.
func (g *Grid) Rows() int { return len(g.rows) }

// Columns returns the number of columns of a row; rows may differ in length.
func (g *Grid) Columns(row int) int {
	if row < 0 || row >= len(g.rows) {
		return 0
	}
	return len(g.rows[row])
}

// At returns the cell that covers a place; nil where there is none.
func (g *Grid) At(row, column int) *Cell {
	if column < 0 || column >= g.Columns(row) {
		return nil
	}
	return g.rows[row][column]
}

// Place returns where a cell of the table begins: its top left place. Rows and columns count from 0.
func (g *Grid) Place(c *Cell) (row, column int, ok bool) {
	p, ok := g.places[c]
	return p.row, p.column, ok
}

// Headers returns the headers of a cell: to its left in the row, and above it in the column, the nearest
// header cell and the one just before that if it is a header too, in reading order. This is the context
// FEVEROUS gives a cell (Aly et al. 2021, section 3). A cell that isn't of this table has none.
func (g *Grid) Headers(c *Cell) (row, column []*Cell) {
	if g.heads == nil {
		g.findHeaders()
	}
	h := g.heads[c]
	return h[0], h[1]
}

// findHeaders goes through the grid once: what stands before a place is what stood before the one to its left, or above
// it, unless a header ends there.
func (g *Grid) findHeaders() {
	g.heads = make(map[*Cell][2][]*Cell, len(g.places))
	above := map[int][]*Cell{} // by column
	for r, cells := range g.rows {
		var left []*Cell
		for i, c := range cells {
			if c == nil {
				continue
			}
			if g.places[c] == (place{r, i}) {
				g.heads[c] = [2][]*Cell{left, above[i]}
			}
			if c.Header {
				left = nearest(left, g.At(r, i-1), c)
				above[i] = nearest(above[i], g.At(r-1, i), c)
			}
		}
	}
}

// nearest returns the headers nearest to what follows h, which follows before: h, and before if it is a header, too.
// Where h goes on, they stay.
func nearest(known []*Cell, before, h *Cell) []*Cell {
	switch {
	case before == h:
		return known
	case before != nil && before.Header:
		return []*Cell{before, h}
	}
	return []*Cell{h}
}

// Text finds an element that has words: a sentence, a caption, a cell, an item, a section's heading, or the
// page's title. A cell is found under KindCell and KindHeaderCell alike, since data sets disagree on which
// cells are headers. Whole tables and lists have no text. Of several elements with one address, the first.
func (p *Page) Text(e Element) (Text, bool) {
	t := Text{Element: e}
	switch e.Kind {
	case KindPage:
		t.Text = p.Title
	case KindSection:
		s := p.section(e.A)
		if s == nil {
			return Text{}, false
		}
		t.Text = s.Text
	case KindSentence:
		s := p.sentence(e.A)
		if s == nil {
			return Text{}, false
		}
		t.Text, t.Links = s.Text, s.Links
	case KindCaption:
		tab := p.Table(e.A)
		if tab == nil || tab.Caption == "" {
			return Text{}, false
		}
		t.Text, t.Links = tab.Caption, tab.CaptionLinks
	case KindCell, KindHeaderCell:
		c := p.Cell(e)
		if c == nil {
			return Text{}, false
		}
		t.Element, t.Text, t.Links = c.Element(e.A), c.Text, c.Links
	case KindItem:
		it := p.item(e)
		if it == nil {
			return Text{}, false
		}
		t.Text, t.Links = it.Text, it.Links
	default:
		return Text{}, false
	}
	return t, true
}

// Cell finds the cell at an address, be it a header or not; nil when there is none.
func (p *Page) Cell(e Element) *Cell {
	t := p.Table(e.A)
	if t == nil || !e.Kind.IsCell() {
		return nil
	}
	if e.B >= 0 && e.B < len(t.Rows) { // most corpora number rows as they lie
		if c := cellIn(t.Rows[e.B], e); c != nil {
			return c
		}
	}
	for _, row := range t.Rows {
		if c := cellIn(row, e); c != nil {
			return c
		}
	}
	return nil
}

func cellIn(row []Cell, e Element) *Cell {
	for i := range row {
		if row[i].Row == e.B && row[i].Column == e.C {
			return &row[i]
		}
	}
	return nil
}

func (p *Page) item(e Element) *Item {
	if l := p.List(e.A); l != nil {
		return numbered(l.Items, e.B, func(it *Item) int { return it.N })
	}
	return nil
}
