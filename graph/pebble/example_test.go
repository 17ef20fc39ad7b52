package pebble_test

import (
	"context"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// A wiki of two pages is put, finished, and walked along its link, backwards.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "wiki")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := pebble.Create(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	counts, err := s.Put(ctx, &graph.Batch{Load: "first", Pages: []*graph.Page{
		{Title: "Marrow (river)", Sentences: []graph.Sentence{{Text: "It rises on Mount Ola.", Links: []graph.Hyperlink{{Anchor: "Mount Ola", Target: "Ola"}}}}},
		{Title: "Ola", Sentences: []graph.Sentence{{Text: "Ola is a mountain."}}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Finish(ctx); err != nil {
		fmt.Println(err)
		return
	}
	ids, _ := s.Lookup(ctx, []string{"ola"})
	links, _ := s.Neighbors(ctx, ids[0], graph.In, 0)
	heads, _ := s.Heads(ctx, []graph.PageID{links[0].From})
	fmt.Println(counts.Added, "pages")
	fmt.Printf("%s -[%s]-> Ola, from %v\n", heads[0].Title, links[0].Anchor, links[0].Element)
	// Output:
	// 2 pages
	// Marrow (river) -[Mount Ola]-> Ola, from sentence_0
}
