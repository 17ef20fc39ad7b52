package values

import (
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// Sheet is a table of a page with headers above its rows, read once for any number of claims.
type Sheet struct {
	title, caption string
	header         []string
	rows           [][]string
	cells          [][]*graph.Cell // of each of the rows
	n              int             // of the table in its page
	heads, all     *Table
}

// What a table must have to be computed over. One with more cells or columns is left out whole: a part of it has other sums.
const (
	fewestRows   = 2
	mostCells    = 20_000
	widestHeader = 40
)

// NewSheet reads a table of a page; it is nil for an infobox, for a table without headers, and for one that is too small or too large.
func NewSheet(p *graph.Page, t *graph.Table, g *graph.Grid) *Sheet {
	if t.Infobox || g.Rows() == 0 || g.Rows()*g.Columns(0) > mostCells || g.Columns(0) > widestHeader {
		return nil
	}
	s := &Sheet{title: p.Title, caption: t.Caption, n: t.N, header: make([]string, g.Columns(0))}
	for _, h := range p.Enclosing(graph.Element{Kind: graph.KindTable, A: t.N}) {
		s.caption += " " + h.Text
	}
	for r := range g.Rows() {
		s.row(g, r)
	}
	if len(s.rows) < fewestRows || len(s.header) < 2 || slices.Max(s.header) == "" {
		return nil
	}
	return s
}

// row reads a row of a grid: as more headers where it has nothing else and stands above all others.
func (s *Sheet) row(g *graph.Grid, r int) {
	cells, texts := make([]*graph.Cell, len(s.header)), make([]string, len(s.header))
	plain, distinct := false, map[*graph.Cell]bool{}
	for c := range s.header {
		if cells[c] = g.At(r, c); cells[c] != nil {
			texts[c] = spaced(cells[c].Text)
			plain, distinct[cells[c]] = plain || !cells[c].Header, true
		}
	}
	switch {
	case !plain && len(s.rows) == 0:
		for c, text := range texts {
			if text != s.header[c] {
				s.header[c] = spaced(s.header[c] + " " + text)
			}
		}
	case len(distinct) > 1 && !slices.Contains(cells, nil):
		s.rows, s.cells = append(s.rows, texts), append(s.cells, cells)
	}
}

func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// Heads tells whether a claim names an operation and a column of the table. It reads no cell below the header.
func (s *Sheet) Heads(claim string) bool {
	if s.heads == nil {
		s.heads = NewTable(s.title, s.caption, s.header, nil)
	}
	_, ok := s.heads.ask(claim).meant()
	return ok
}

// Judge computes what a claim says of the table, nil where it can't speak of it.
func (s *Sheet) Judge(claim string) *Judged {
	if s.all == nil {
		s.all = NewTable(s.title, s.caption, s.header, s.rows)
	}
	if !s.all.may(claim) {
		return nil
	}
	j := s.all.Judge(claim)
	return &j
}

// Element is that of a place of the table.
func (s *Sheet) Element(at Place) graph.Element { return s.cells[at.Row][at.Column].Element(s.n) }
