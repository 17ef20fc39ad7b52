package loader

import (
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

// readTable parses a table. Rows may differ in length and spans may have any size; graph.Table.Grid lays them out. A cell with the id and
// text of another (a spanned cell repeated for each place that it covers) is dropped.
func readTable(p *graph.Page, n int, data []byte) error {
	var r feverousTable
	if err := decode(data, &r); err != nil {
		return err
	}
	t := graph.Table{N: n, Infobox: r.Type == "infobox"}
	if r.Caption != nil {
		t.Caption, t.CaptionLinks = unlink(strings.TrimSpace(*r.Caption))
	}
	seen := map[[2]string]bool{}
	for i, row := range r.Rows {
		cells := make([]graph.Cell, 0, len(row))
		for j, c := range row {
			key := [2]string{c.ID, c.Value}
			if c.ID == "" || !seen[key] {
				cells = append(cells, c.cell(i, j))
			}
			seen[key] = true
		}
		t.Rows = append(t.Rows, cells)
	}
	p.Tables = append(p.Tables, t)
	return nil
}

// cell returns the cell at this place in the raw order. A valid id overrides the place and whether it is a header.
func (c feverousCell) cell(row, column int) graph.Cell {
	text, links := unlink(strings.TrimSpace(c.Value))
	out := graph.Cell{
		Row: row, Column: column, Header: c.IsHeader, Text: text, Links: links,
		RowSpan: max(1, int(c.RowSpan)), ColumnSpan: max(1, int(c.ColumnSpan)),
	}
	if e, err := graph.ParseElement(c.ID); err == nil && e.Kind.IsCell() {
		out.Row, out.Column, out.Header = e.B, e.C, e.Kind == graph.KindHeaderCell
	}
	return out
}
