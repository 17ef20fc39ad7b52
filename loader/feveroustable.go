package loader

import (
	"encoding/json"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// feverousTable is a table of a FEVEROUS page. Caption is null or missing for most.
type feverousTable struct {
	Type    string           `json:"type"`
	Caption *string          `json:"caption"`
	Rows    [][]feverousCell `json:"table"`
}

type feverousCell struct {
	ID         string `json:"id"`
	Value      string `json:"value"`
	IsHeader   bool   `json:"is_header"`
	RowSpan    number `json:"row_span"`
	ColumnSpan number `json:"column_span"`

	element graph.Element // that the id says, see identify; KindPage for none
}

// readTable keeps every cell: rows of different lengths and spans of any size are as they are in the dump,
// and it is graph.Table.Grid that lays them out. Only a cell that repeats another's id and words (a spanned
// cell written once for each place it covers) is taken once.
func readTable(p *graph.Page, n int, data json.RawMessage) error {
	r, err := readRows(data)
	if err != nil {
		return err
	}
	t := graph.Table{N: n, Infobox: r.Type == "infobox"}
	if r.Caption != nil {
		t.Caption, t.CaptionLinks = Unlink(strings.TrimSpace(*r.Caption))
	}
	seen := newCellsSeen(r.Rows, identify(r.Rows))
	for i, row := range r.Rows {
		cells := make([]graph.Cell, 0, len(row))
		for j := range row {
			if c := &row[j]; !seen.again(c) {
				cells = append(cells, c.cell(i, j))
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	p.Tables = append(p.Tables, t)
	return nil
}

// identify reads the cells' ids, and tells whether all have one and these ascend, so that no two are the same.
func identify(rows [][]feverousCell) (ascending bool) {
	ascending = true
	last := [2]int{-1, -1}
	for _, row := range rows {
		for i := range row {
			c := &row[i]
			if c.element = cellElement(c.ID); c.element.Kind == graph.KindPage {
				ascending = false
				continue
			}
			at := [2]int{c.element.B, c.element.C}
			ascending = ascending && (at[0] > last[0] || at[0] == last[0] && at[1] > last[1])
			last = at
		}
	}
	return ascending
}

// cellElement is the element of a cell's id, of KindPage where it is no cell's.
func cellElement(id string) graph.Element {
	rest, kind := id, graph.KindCell
	if after, ok := strings.CutPrefix(id, "header_"); ok {
		rest, kind = after, graph.KindHeaderCell
	}
	if after, ok := strings.CutPrefix(rest, "cell"); ok {
		if n, ok := threeNumbers(after); ok {
			return graph.Element{Kind: kind, A: n[0], B: n[1], C: n[2]}
		}
	}
	if e, err := graph.ParseElement(id); err == nil && e.Kind.IsCell() {
		return e
	}
	return graph.Element{}
}

// threeNumbers reads numbers of up to six digits, each behind a low line, without zeros before them.
func threeNumbers(s string) (n [3]int, ok bool) {
	for k := range n {
		if s == "" || s[0] != '_' {
			return n, false
		}
		i := 1
		for i < len(s) && i < 8 && s[i] >= '0' && s[i] <= '9' {
			n[k] = 10*n[k] + int(s[i]-'0')
			i++
		}
		if i == 1 || i == 8 || s[1] == '0' && i > 2 {
			return n, false
		}
		s = s[i:]
	}
	return n, s == ""
}

// cellsSeen are the cells of a table that were met, by id, and by id and words where an id stands on several; nil where no
// two have one id.
type cellsSeen struct {
	first map[string]string
	more  map[[2]string]bool
}

func newCellsSeen(rows [][]feverousCell, distinct bool) *cellsSeen {
	if distinct {
		return nil
	}
	size := 0
	for _, row := range rows {
		size += len(row)
	}
	return &cellsSeen{first: make(map[string]string, size), more: map[[2]string]bool{}}
}

// again says that a cell of this id and these words was met before, and notes it.
func (s *cellsSeen) again(c *feverousCell) bool {
	if s == nil || c.ID == "" {
		return false
	}
	words, met := s.first[c.ID]
	if !met {
		s.first[c.ID] = c.Value
		return false
	}
	key := [2]string{c.ID, c.Value}
	if words == c.Value || s.more[key] {
		return true
	}
	s.more[key] = true
	return false
}

// readRows reads a table's record.
func readRows(data []byte) (r feverousTable, err error) {
	s, width := scan{data, string(data)}, 0
	row := func(i int) (int, bool) {
		cells := make([]feverousCell, 0, width) // most rows are as wide as the one before
		end, ok := eachOf(data, i, '[', ']', func(i int) (int, bool) {
			cells = append(cells, feverousCell{})
			return cells[len(cells)-1].read(s, i)
		})
		r.Rows, width = append(r.Rows, cells), len(cells)
		return end, ok
	}
	_, ok := eachKey(data, 0, func(key []byte, i int) (int, bool) {
		switch string(key) {
		case `"type"`:
			return s.text(i, &r.Type)
		case `"caption"`:
			r.Caption = new(string)
			return s.text(i, r.Caption)
		case `"table"`:
			return eachOf(data, i, '[', ']', row)
		}
		return s.other(key, i)
	})
	if ok {
		return r, nil
	}
	r = feverousTable{} // not as in the dump
	return r, decode(data, &r)
}

// other passes over a member that nobody asks for.
func (s scan) other(key []byte, i int) (end int, ok bool) {
	if end, ok = skip(s.b, i, 1); ok {
		_, ok = plainText(key)
	}
	return end, ok
}

// read reads the cell at i as it stands in the dump, tells where it ends, and when it is another.
func (c *feverousCell) read(s scan, i int) (end int, ok bool) {
	return eachKey(s.b, i, func(key []byte, i int) (int, bool) {
		switch string(key) {
		case `"id"`:
			return s.text(i, &c.ID)
		case `"value"`:
			return s.text(i, &c.Value)
		case `"is_header"`:
			end, ok := skip(s.b, i, 1)
			c.IsHeader = string(s.b[i:end]) == "true"
			return end, ok && (c.IsHeader || string(s.b[i:end]) == "false")
		case `"row_span"`:
			return s.number(i, &c.RowSpan)
		case `"column_span"`:
			return s.number(i, &c.ColumnSpan)
		}
		return s.other(key, i)
	})
}

// number reads the number at i into to, and tells where it ends.
func (s scan) number(i int, to *number) (end int, ok bool) {
	if end, ok = skip(s.b, i, 1); !ok {
		return end, false
	}
	if end == i+1 && s.b[i] >= '0' && s.b[i] <= '9' {
		*to = number(s.b[i] - '0')
		return end, true
	}
	return end, to.UnmarshalJSON(s.b[i:end]) == nil
}

// cell is the cell that stands in this place of the raw order; its id, where it has one, says its numbers and
// whether it is a header.
func (c *feverousCell) cell(row, column int) graph.Cell {
	text, links := Unlink(strings.TrimSpace(c.Value))
	out := graph.Cell{
		Row: row, Column: column, Header: c.IsHeader, Text: text, Links: links,
		RowSpan: max(1, int(c.RowSpan)), ColumnSpan: max(1, int(c.ColumnSpan)),
	}
	if e := c.element; e.Kind != graph.KindPage {
		out.Row, out.Column, out.Header = e.B, e.C, e.Kind == graph.KindHeaderCell
	}
	return out
}
