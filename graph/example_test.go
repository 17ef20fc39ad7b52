package graph_test

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// A piece of evidence is named as in FEVEROUS, and means little without its context.
func Example() {
	p := &graph.Page{
		Title:    "Marrow Bridge",
		Sections: []graph.Section{{N: 0, Level: 2, Text: "Data"}},
		Tables: []graph.Table{{Rows: [][]graph.Cell{
			{{Header: true, Text: "Crosses"}, {Column: 1, Text: "Marrow", Links: []graph.Hyperlink{{Anchor: "Marrow", Target: "Marrow (river)"}}}},
		}}},
	}
	a, err := graph.ParseAddress("Marrow Bridge_cell_0_0_1")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, _ := p.Text(a.Element)
	fmt.Println(t.Text, "->", t.Links[0].Target)
	for _, c := range p.Context(a.Element) {
		words, _ := p.Text(c.Element)
		fmt.Printf("%s: %s\n", c, words.Text)
	}
	// Output:
	// Marrow -> Marrow (river)
	// Marrow Bridge_title: Marrow Bridge
	// Marrow Bridge_section_0: Data
	// Marrow Bridge_header_cell_0_0_0: Crosses
}
