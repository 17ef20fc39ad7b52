package loader_test

import (
	"errors"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// vorn is a page with everything a page of the dump may hold.
const vorn = `{"title":"Vorn (cafe\u0301)","order":["sentence_0","section_0","table_0","sentence_1","list_0","section_9"],
"sentence_1":"It stands by the [[Kell_(river)|Kell]].","sentence_0":"Vorn is a [[Coffeehouse|cafe\u0301]]. ",
"section_0":{"value":"[[History|Its history]]","level":2},
"table_0":{"type":"infobox","caption":"Owners of [[Vorn]]","table":[
 [{"id":"header_cell_0_0_0","value":"Owner","is_header":true,"row_span":"1","column_span":"2"}],
 [{"id":"cell_0_1_0","value":"[[Anna_Vorn|Anna]]","is_header":false,"row_span":2,"column_span":2},
  {"id":"cell_0_1_1","value":"1900","is_header":false,"row_span":1,"column_span":1},
  {"id":"cell_0_1_2","value":"","is_header":false,"row_span":0,"column_span":1}],
 [],
 [{"id":"cell_0_3_0","value":"Ben","is_header":false,"row_span":1,"column_span":1}]]},
"list_0":{"type":"unordered_list","list":[{"id":"item_0_0","value":"[[Tea]]","level":0,"type":"unordered_list"},
 {"id":"item_0_1","value":"green","level":1,"type":"unordered_list"}]},
"sentence_2":"Not in the order."}`

func TestParseFEVEROUS(t *testing.T) {
	link := func(anchor, target string) []graph.Hyperlink {
		return []graph.Hyperlink{{Anchor: anchor, Target: target}}
	}
	cell := func(row, column int, text string) graph.Cell {
		return graph.Cell{Row: row, Column: column, RowSpan: 1, ColumnSpan: 1, Text: text}
	}
	owner, anna := cell(0, 0, "Owner"), cell(1, 0, "Anna")
	owner.Header, owner.ColumnSpan = true, 2
	anna.RowSpan, anna.ColumnSpan, anna.Links = 2, 2, link("Anna", "Anna Vorn")
	want := graph.Page{
		Title: "Vorn (caf\u00e9)",
		Sentences: []graph.Sentence{
			{N: 0, Text: "Vorn is a caf\u00e9.", Links: link("caf\u00e9", "Coffeehouse")},
			{N: 1, Text: "It stands by the Kell.", Links: link("Kell", "Kell (river)")},
			{N: 2, Text: "Not in the order."},
		},
		Sections: []graph.Section{{N: 0, Level: 2, Text: "Its history"}},
		Tables: []graph.Table{{
			N: 0, Infobox: true, Caption: "Owners of Vorn", CaptionLinks: link("Vorn", "Vorn"),
			Rows: [][]graph.Cell{{owner}, {anna, cell(1, 1, "1900"), cell(1, 2, "")}, {}, {cell(3, 0, "Ben")}},
		}},
		Lists: []graph.List{{N: 0, Items: []graph.Item{{N: 0, Text: "Tea", Links: link("Tea", "Tea")}, {N: 1, Level: 1, Text: "green"}}}},
		Order: []graph.Element{
			{Kind: graph.KindSentence, A: 0}, {Kind: graph.KindSection, A: 0}, {Kind: graph.KindTable, A: 0},
			{Kind: graph.KindSentence, A: 1}, {Kind: graph.KindList, A: 0}, {Kind: graph.KindSentence, A: 2},
		},
	}
	got, err := loader.ParseFEVEROUS([]byte(vorn))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*got, want); diff != "" {
		t.Errorf("page (-got +want):\n%s", diff)
	}
}

// Cell ids count raw order and not places, and a spanned cell may be written once for each place.
func TestParseFEVEROUSCells(t *testing.T) {
	page, err := loader.ParseFEVEROUS([]byte(`{"title":"A_B","order":["table_3"],"table_3":{"type":"table","caption":null,"table":[
 [{"id":"cell_3_0_0","value":"x"},{"id":"cell_3_0_0","value":"x"},{"id":"header_cell_3_0_1","value":"y","is_header":false},{"value":"z","is_header":true}],
 [{"id":"cell_3_0_0","value":"x"},{"id":"cell_3_7_4","value":"w"},{"id":"odd","value":"v"}]]}}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range page.Elements() {
		got = append(got, graph.Address{Title: page.Title, Element: e.Element}.String()+" "+e.Text)
	}
	want := []string{"A B_cell_3_0_0 x", "A B_header_cell_3_0_1 y", "A B_header_cell_3_0_3 z", "A B_cell_3_7_4 w", "A B_cell_3_1_2 v"}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("cells (-got +want):\n%s", diff)
	}
}

func TestParseFEVEROUSRefuses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     error
	}{
		{"broken", `{"title":"A"`, loader.ErrJSON},
		{"no title", `{"order":[]}`, loader.ErrNoTitle},
		{"empty title", `{"title":"","order":[]}`, loader.ErrNoTitle},
		{"sentence of another kind", `{"title":"A","order":["sentence_0"],"sentence_0":{}}`, loader.ErrJSON},
		{"table of another kind", `{"title":"A","order":[],"table_0":{"table":[{}]}}`, loader.ErrJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := loader.ParseFEVEROUS([]byte(c.in)); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
	page, err := loader.ParseFEVEROUS([]byte(`{"title":"A","order":["sentence_7","nonsense"],"other":1}`))
	if err != nil || len(page.Elements()) != 0 {
		t.Errorf("page with nothing on it: %v, %v; want no element and no error", page, err)
	}
}
