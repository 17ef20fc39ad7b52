package verify

import (
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/values"
)

// sheet is a table as programs run over it.
type sheet struct {
	*values.Table
	cells [][]*graph.Cell // of each of its rows
}

// What a table must have to be computed over, and the certainty that a program must have.
const (
	fewestRows  = 2
	mostCells   = 20_000
	leastHolds  = .75
	mostColumns = 40
)

// tabulate computes what a claim says of whole tables of the pages, where nothing else answers it: how many rows, the highest of a column, their sum. refs gets the places of
// the cells.
func (l *library) tabulate(claim string, pages []graph.PageID, found []values.Finding, refs map[place]graph.Ref) []values.Finding {
	if slices.ContainsFunc(found, func(f values.Finding) bool { return f.Family != values.Wording && strength(&f) > 0 }) {
		return nil
	}
	var best values.Finding
	for p, id := range pages {
		b := l.paper(id)
		if b == nil {
			continue
		}
		for i := range b.page.Tables {
			s := b.sheet(&b.page.Tables[i])
			if s == nil || !s.Covers(claim) {
				continue
			}
			j := s.Judge(claim)
			if j.Best == nil || j.Best.Sure < leastHolds || j.Best.Sure <= best.Sure {
				continue
			}
			best = *j.Best
			for k, at := range j.Cells {
				e := s.cells[at.Row][at.Column].Element(b.page.Tables[i].N)
				best.Operands[k].Page, best.Operands[k].Element = p, e.String()
				refs[place{p, e.String()}] = graph.Ref{Page: id, Element: e}
			}
		}
	}
	if best.Sure == 0 {
		return nil
	}
	return []values.Finding{best}
}

// sheet is a table of the page with headers above its rows, nil for any other.
func (b *paper) sheet(t *graph.Table) *sheet {
	if s, ok := b.sheets[t.N]; ok {
		return s
	}
	b.sheets[t.N] = nil
	g := b.grid(t.N)
	if t.Infobox || g.Rows() == 0 || g.Rows()*g.Columns(0) > mostCells || g.Columns(0) > mostColumns {
		return nil
	}
	header := make([]string, g.Columns(0))
	s := &sheet{}
	var rows [][]string
	for r := range g.Rows() {
		cells, texts := make([]*graph.Cell, len(header)), make([]string, len(header))
		plain, distinct := false, map[*graph.Cell]bool{}
		for c := range header {
			if cells[c] = g.At(r, c); cells[c] != nil {
				texts[c] = words(cells[c].Text)
				plain, distinct[cells[c]] = plain || !cells[c].Header, true
			}
		}
		switch {
		case !plain && len(rows) == 0:
			for c, text := range texts {
				if text != header[c] {
					header[c] = words(header[c] + " " + text)
				}
			}
		case len(distinct) > 1 && !slices.Contains(cells, nil):
			rows, s.cells = append(rows, texts), append(s.cells, cells)
		}
	}
	if len(rows) < fewestRows || len(header) < 2 || slices.Max(header) == "" {
		return nil
	}
	s.Table = values.NewTable(b.page.Title, t.Caption, header, rows)
	b.sheets[t.N] = s
	return s
}
