package hop

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// A cell alone matches little: "203 m" is evidence because its row has the name of the bridge and its column is
// headed length. So tables are cited by the row, and a row is matched by its cells and the headers above them: the
// context that FEVEROUS gives a cell (Aly et al. 2021, section 3).

// cellMatch is how a cell of a row matches the claim.
type cellMatch uint8

const (
	unmatched     cellMatch = iota
	headerMatched           // only by its headers in other rows
	matched                 // by its own words or links
)

// rowCell is a cell of a cited row.
type rowCell struct {
	graph.Ref
	how cellMatch
}

// trim keeps at most n cells after the row's first one: those that match the claim, then those whose headers match,
// then others.
func (e *cited) trim(n int) {
	if len(e.more) <= n {
		return
	}
	kept := slices.Clone(e.more)
	slices.SortStableFunc(kept, func(a, b rowCell) int { return cmp.Compare(b.how, a.how) })
	kept = kept[:max(n, 0)]
	slices.SortFunc(kept, func(a, b rowCell) int { return cmp.Compare(a.Element.C, b.Element.C) })
	e.more = kept
}

// row is a row of a table.
type row struct {
	cells  []*element   // those with words, in order
	heads  [][]*element // for each cell, its headers in other rows
	labels []*element   // an infobox's headers in this row: they name its values
	about  []*element   // the caption
	within []uint64     // the terms of the headings of the sections around the table
}

// rowsOf returns the rows of a table that have more than headers; all rows of a table of headers only.
func (r indexed) rowsOf(t *graph.Table, analyze func(string) []graph.Term) []row {
	grid := t.Grid()
	var rest row
	if caption := r.element(graph.Element{Kind: graph.KindCaption, A: t.N}); caption != nil {
		rest.about = []*element{caption}
	}
	for _, s := range r.page.Enclosing(graph.Element{Kind: graph.KindTable, A: t.N}) {
		for _, word := range analyze(s.Text) {
			rest.within = append(rest.within, word.Code())
		}
	}
	var out, bare []row
	for i := range t.Rows {
		line := rest
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

// add adds a cell to its row, as a label or as a cell to cite.
func (r indexed) add(line *row, t *graph.Table, grid *graph.Grid, c *graph.Cell, data bool) {
	e := r.element(c.Element(t.N))
	switch {
	case e == nil || len(r.index.Terms(e.at)) == 0:
	case t.Infobox && data && c.Header:
		line.labels = append(line.labels, e)
	default:
		line.cells, line.heads = append(line.cells, e), append(line.heads, r.headers(t, grid, c))
	}
}

// headers returns the headers of a cell in other rows. Those in its own row are cells of the row.
func (r indexed) headers(t *graph.Table, grid *graph.Grid, c *graph.Cell) (out []*element) {
	at, _, _ := grid.Place(c)
	left, above := grid.Headers(c)
	for _, h := range slices.Concat(left, above) {
		if beside, _, _ := grid.Place(h); beside == at {
			continue
		}
		if e := r.element(h.Element(t.N)); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// row matches a row of member m's page with the claim. It returns false if the row's own cells and labels have no
// word of the claim and no link of the chain; headers don't count for this, since they are above every row.
func (f *frontier) row(s *state, m int, line *row) (c cited, ok bool) {
	node := &f.nodes[s.node[m]]
	take := func(marks []mark, words int) bool {
		h := f.matchWords(marks, words)
		c.holds, c.soft = c.holds.union(h.holds), c.soft.union(h.soft)
		return !h.holds.empty()
	}
	add := func(all ...*element) (any bool) {
		for _, e := range all {
			any = take(f.marksOf(node, e.at)) || any
		}
		return any
	}
	how := make([]cellMatch, len(line.cells))
	for i, e := range line.cells {
		joins := f.joins(s, m, e)
		if add(e) || joins != 0 {
			how[i] = matched
		}
		c.joins |= joins
	}
	add(line.labels...)
	if c.holds.empty() && c.joins == 0 {
		return c, false
	}
	if c.joins != 0 {
		c.extra = linkBonus
	}
	for i, heads := range line.heads {
		if add(heads...) && how[i] == unmatched {
			how[i] = headerMatched
		}
	}
	add(line.about...)
	take(f.q.marks(nil, line.within), len(line.within))
	for i, e := range line.cells {
		if i == 0 || how[i] != unmatched || len(line.cells) <= wholeRowCells {
			c.more = append(c.more, rowCell{graph.Ref{Page: node.id, Element: e.Element}, how[i]})
		}
	}
	c.ref, c.more = c.more[0].Ref, c.more[1:]
	c.soft = c.soft.minus(c.holds)
	return c, true
}
