package verify_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

func head(row, column int, text string) graph.Cell {
	return graph.Cell{Row: row, Column: column, Header: true, Text: text, RowSpan: 1, ColumnSpan: 1}
}

func cell(row, column int, text string) graph.Cell {
	return graph.Cell{Row: row, Column: column, Text: text, RowSpan: 1, ColumnSpan: 1}
}

func wide(c graph.Cell, columns int) graph.Cell { c.ColumnSpan = columns; return c }
func high(c graph.Cell, rows int) graph.Cell    { c.RowSpan = rows; return c }

// Ferries of the sound:
//
//	| Ship  | Built        | Note |
//	|       | Year | Place |      |
//	| Alma  | 1931 | Varde | slow |
//	| Brage | 1950         | new  |   1950 spans two columns
func ferries() *graph.Page {
	return &graph.Page{
		Title:     "Ferries",
		Sentences: []graph.Sentence{{N: 0, Text: "Two ferries sail:"}},
		Order: []graph.Element{{Kind: graph.KindSentence}, {Kind: graph.KindList}, {Kind: graph.KindTable},
			{Kind: graph.KindTable, A: 1}},
		Lists: []graph.List{{N: 0, Items: []graph.Item{
			{N: 0, Text: "in summer"}, {N: 1, Level: 1, Text: "Alma"}, {N: 2, Level: 1, Text: "Brage"}, {N: 3, Text: "in winter, none"}}}},
		Tables: []graph.Table{
			{N: 0, Caption: "Ferries of the sound", Rows: [][]graph.Cell{
				{high(head(0, 0, "Ship"), 2), wide(head(0, 1, "Built"), 2), high(head(0, 2, "Note"), 2)},
				{head(1, 0, "Year"), head(1, 1, "Place")},
				{cell(2, 0, "Alma"), cell(2, 1, "1931"), cell(2, 2, "Varde"), cell(2, 3, "slow")},
				{head(3, 0, "Brage"), wide(cell(3, 1, "1950"), 2), cell(3, 2, "new")},
			}},
			{N: 1, Infobox: true, Caption: "Ferries", Rows: [][]graph.Cell{
				{wide(head(0, 0, "Ferries"), 2)},
				{head(1, 0, "Owner"), cell(1, 1, "the town of Varde")},
				{wide(head(2, 0, "Route"), 2)},
				{head(3, 0, "Length"), cell(3, 1, "4 km")},
			}},
		},
	}
}

func TestTablesAndListsAreReadWithTheirContext(t *testing.T) {
	at := func(table, row, column int) graph.Element {
		return graph.Element{Kind: graph.KindCell, A: table, B: row, C: column}
	}
	item := func(n int) graph.Element { return graph.Element{Kind: graph.KindItem, B: n} }
	tests := []struct {
		name  string
		cited []graph.Element
		want  string
	}{
		{"two headers above, the row known by its first cell", []graph.Element{at(0, 2, 1)},
			"[Ferries] Ferries of the sound: Alma: Built, Year is 1931."},
		{"a row at once", []graph.Element{at(0, 2, 3), at(0, 2, 1), at(0, 2, 0)},
			"[Ferries] Ferries of the sound: Alma: Ship is Alma, Built, Year is 1931, Note is slow."},
		{"a span moves what follows", []graph.Element{at(0, 3, 2)},
			"[Ferries] Ferries of the sound: Brage: Note is new."},
		{"the header of the row", []graph.Element{at(0, 3, 1)},
			"[Ferries] Ferries of the sound: Brage: Built, Year is 1950."},
		{"a header cell, cited as a cell", []graph.Element{at(0, 3, 0)},
			"[Ferries] Ferries of the sound: Brage."},
		{"an infobox, whose caption is the title", []graph.Element{at(1, 1, 1)},
			"[Ferries] Owner is the town of Varde."},
		{"an infobox with headings", []graph.Element{at(1, 3, 1)},
			"[Ferries] Route: Length is 4 km."},
		{"a caption", []graph.Element{{Kind: graph.KindCaption, A: 0}},
			"[Ferries] Ferries of the sound"},
		{"an item with its lead and the one above", []graph.Element{item(2)},
			"[Ferries] Two ferries sail: in summer: Brage."},
		{"an item of the top level", []graph.Element{item(3)},
			"[Ferries] Two ferries sail: in winter, none."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := ferries()
			var cited []hop.Evidence
			for _, e := range test.cited {
				cited = append(cited, cite(p, e))
			}
			m := &reader{room: 100}
			v := &verify.Verifier{Model: m, Pages: verify.Memory{}.With(p)}
			if _, err := v.Verify(t.Context(), "a claim", []hop.Chain{chain([]*graph.Page{p}, cited...)}); err != nil {
				t.Fatal(err)
			}
			if got := m.asked[0].Premise; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Spans beyond the table, rows of any length and cells without a header are the corpus's way, not an error.
func TestRaggedTables(t *testing.T) {
	p := &graph.Page{Title: "Ragged", Tables: []graph.Table{{N: 0, Rows: [][]graph.Cell{
		{high(wide(head(0, 0, "All"), 1<<30), 1<<30)},
		{},
		{cell(2, 0, "alone"), {Row: 2, Column: 1, Text: "no spans"}},
	}}}}
	m := &reader{room: 100}
	v := &verify.Verifier{Model: m, Pages: verify.Memory{}.With(p)}
	e := graph.Element{Kind: graph.KindCell, A: 0, B: 2, C: 1}
	got, err := v.Verify(t.Context(), "a claim", []hop.Chain{chain([]*graph.Page{p}, cite(p, e))})
	if err != nil || len(got.Premise.Evidence) != 1 {
		t.Errorf("got %+v, %v, want the cell read", got, err)
	}
}
