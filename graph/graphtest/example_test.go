package graphtest_test

import (
	"context"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

// Fill makes a store for a test of something that reads one.
func ExampleFill() {
	m, err := graphtest.Fill([]*graph.Page{
		{Title: "Ola", Sentences: []graph.Sentence{{Text: "Ola feeds the Tarn.", Links: []graph.Hyperlink{{Anchor: "Tarn", Target: "Tarn"}}}}},
		{Title: "Tarn"},
	}, graph.Redirect{From: "Mount Ola", To: "Ola"})
	if err != nil {
		fmt.Println(err)
		return
	}
	ids, _ := m.Lookup(context.Background(), []string{"Mount Ola"})
	links, _ := m.Neighbors(context.Background(), ids[0], graph.Out, 0)
	fmt.Println(len(links), links[0].Anchor)
	// Output: 1 Tarn
}
