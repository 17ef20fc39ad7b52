package hop

import (
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// A cell alone matches little: "203 m" is evidence because its row matches which bridge and its column matches length. So tables are
// cited by the row, and a row's words are those of its cells and of the headers above them. This is the context that FEVEROUS gives a cell (Aly et al.
// 2021, section 3), and its 25 cells leave room for it.

// cellMatch is how a cell of a row matches the claim.
type cellMatch uint8

const (
	unmatched     cellMatch = iota
	headerMatched           // by its headers in other rows alone
	matched                 // by its own words or links
)

// trim leaves at most n cells beside the row's first one: those that match the claim, then those whose headers do.
func (e *cited) trim(n int) {
	if len(e.more) <= n {
		return
	}
	keep := make([]bool, len(e.more))
	for _, how := range [...]cellMatch{matched, headerMatched, unmatched} {
		for i := range e.more {
			if n > 0 && e.matches[i] == how {
				keep[i] = true
				n--
			}
		}
	}
	more := make([]graph.Ref, 0, MaxCells)
	for i, r := range e.more {
		if keep[i] {
			more = append(more, r)
		}
	}
	e.more = more
}

// row is a row of a table.
type row struct {
	cells  []*element   // with words, in raw order
	heads  [][]*element // headers of each cell that stand in other rows
	labels []*element   // an infobox's headers in this row: they name its values
	about  []*element   // the caption and the headings over the table
}

// tableRows are the rows of the page's tables that hold more than headers; of a table of nothing but headers, all.
func (r *reading) tableRows() []row {
	r.rowing.Do(func() {
		for i := range r.page.Tables {
			r.rows = append(r.rows, r.rowsOf(&r.page.Tables[i])...)
		}
	})
	return r.rows
}

func (r *reading) rowsOf(t *graph.Table) []row {
	grid := t.Grid()
	var about []*element
	if caption := r.element(graph.Element{Kind: graph.KindCaption, A: t.N}); caption != nil {
		about = append(about, caption)
	}
	about = append(about, r.headings(graph.Element{Kind: graph.KindTable, A: t.N})...)
	var out, bare []row
	for i := range t.Rows {
		line := row{about: about}
		data := slices.ContainsFunc(t.Rows[i], func(c graph.Cell) bool { return !c.Header })
		for j := range t.Rows[i] {
			r.add(&line, t, grid, &t.Rows[i][j], data)
		}
		switch {
		case len(line.cells) == 0:
		case data:
			out = append(out, line)
		default:
			bare = append(bare, line)
		}
	}
	if len(out) == 0 {
		return bare
	}
	return out
}

// add adds a cell to its row: as the name of a value, or as something to cite.
func (r *reading) add(line *row, t *graph.Table, grid *graph.Grid, c *graph.Cell, data bool) {
	e := r.element(c.Element(t.N))
	switch {
	case e == nil || len(r.words(e).terms) == 0:
	case t.Infobox && data && c.Header:
		line.labels = append(line.labels, e)
	default:
		line.cells, line.heads = append(line.cells, e), append(line.heads, r.headers(t, grid, c))
	}
}

// headers are the headers of a cell that stand in other rows: those in its own row belong to its words.
func (r *reading) headers(t *graph.Table, grid *graph.Grid, c *graph.Cell) (out []*element) {
	at, _ := grid.Place(c)
	left, above := grid.Headers(c)
	for _, h := range slices.Concat(left, above) {
		if p, _ := grid.Place(h); p.Row == at.Row {
			continue
		}
		if e := r.element(h.Element(t.N)); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// headings are the titles of the sections that enclose an element.
func (r *reading) headings(e graph.Element) []*element {
	var out []*element
	for _, s := range r.page.Enclosing(e) {
		out = append(out, &element{Element: graph.Element{Kind: graph.KindSection, A: s.N}, text: s.Text})
	}
	return out
}

// row matches a row of member m's page with the claim, its cells and the headers above them. It reports false where the row's own cells have
// no word of the claim and no link of the chain: the headers are above every row.
func (f *frontier) row(s *state, m int, r *reading, line *row) (cited, bool) {
	var c cited
	matches := make([]cellMatch, len(line.cells))
	for i, e := range line.cells {
		w := r.words(e)
		h, joins := f.matchWords(w), f.joins(s, m, e, w.terms)
		if !h.holds.empty() || joins != 0 {
			matches[i] = matched
		}
		c.holds, c.soft, c.joins = c.holds.union(h.holds), c.soft.union(h.soft), c.joins|joins
	}
	add := func(all []*element) (any bool) {
		for _, e := range all {
			h := f.matchWords(r.words(e))
			c.holds, c.soft = c.holds.union(h.holds), c.soft.union(h.soft)
			any = any || !h.holds.empty()
		}
		return any
	}
	add(line.labels)
	if c.holds.empty() && c.joins == 0 {
		return c, false
	}
	if c.joins != 0 {
		c.extra = linkBonus
	}
	for i, heads := range line.heads {
		if add(heads) && matches[i] == unmatched {
			matches[i] = headerMatched
		}
	}
	add(line.about)
	for i, e := range line.cells {
		if i == 0 || matches[i] != unmatched || len(line.cells) <= wholeRowCells {
			matches[len(c.more)] = matches[i]
			c.more = append(c.more, graph.Ref{Page: f.nodes[s.node[m]].id, Element: e.Element})
		}
	}
	c.ref, c.more, c.matches = c.more[0], c.more[1:], matches[1:len(c.more)]
	c.soft = c.soft.minus(c.holds)
	return c, true
}
