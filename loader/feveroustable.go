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
	seen := newCellsSeen(r.Rows)
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

// cellsSeen are the cells of a table that were met, by id, and by id and words where an id stands on several.
type cellsSeen struct {
	first map[string]string
	more  map[[2]string]bool
}

func newCellsSeen(rows [][]feverousCell) *cellsSeen {
	size := 0
	for _, row := range rows {
		size += len(row)
	}
	return &cellsSeen{first: make(map[string]string, size), more: map[[2]string]bool{}}
}

// again says that a cell of this id and these words was met before, and notes it.
func (s *cellsSeen) again(c *feverousCell) bool {
	if c.ID == "" {
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
	plain, width := true, 0
	is := func(ok bool) { plain = plain && ok }
	words := func(value []byte) string {
		s, ok := plainText(value)
		is(ok)
		return s
	}
	_, ok := eachMember(data, 0, 0, func(key string, value []byte) {
		switch key {
		case "type":
			r.Type = words(value)
		case "caption":
			s := words(value)
			r.Caption = &s
		case "table":
			_, ok := eachOf(value, 0, '[', ']', func(i int) (int, bool) {
				cells := make([]feverousCell, 0, width) // most rows are as wide as the one before
				end, ok := eachOf(value, i, '[', ']', func(i int) (int, bool) {
					cells = append(cells, feverousCell{})
					return cells[len(cells)-1].read(value, i)
				})
				r.Rows, width = append(r.Rows, cells), len(cells)
				return end, ok
			})
			is(ok)
		}
	})
	if ok && plain {
		return r, nil
	}
	r = feverousTable{} // not as in the dump
	return r, decode(data, &r)
}

// read reads the cell at i as it stands in the dump, tells where it ends, and when it is another.
func (c *feverousCell) read(data []byte, i int) (end int, ok bool) {
	plain := true
	end, ok = eachMember(data, i, 0, func(key string, value []byte) {
		ok := true
		switch key {
		case "id":
			c.ID, ok = plainText(value)
		case "value":
			c.Value, ok = plainText(value)
		case "is_header":
			c.IsHeader = string(value) == "true"
			ok = c.IsHeader || string(value) == "false"
		case "row_span":
			ok = c.RowSpan.UnmarshalJSON(value) == nil
		case "column_span":
			ok = c.ColumnSpan.UnmarshalJSON(value) == nil
		}
		plain = plain && ok
	})
	return end, ok && plain
}

// cell is the cell that stands in this place of the raw order; its id, where it has one, says its numbers and
// whether it is a header.
func (c *feverousCell) cell(row, column int) graph.Cell {
	text, links := Unlink(strings.TrimSpace(c.Value))
	out := graph.Cell{
		Row: row, Column: column, Header: c.IsHeader, Text: text, Links: links,
		RowSpan: max(1, int(c.RowSpan)), ColumnSpan: max(1, int(c.ColumnSpan)),
	}
	if e, err := graph.ParseElement(c.ID); err == nil && (e.Kind == graph.KindCell || e.Kind == graph.KindHeaderCell) {
		out.Row, out.Column, out.Header = e.B, e.C, e.Kind == graph.KindHeaderCell
	}
	return out
}
