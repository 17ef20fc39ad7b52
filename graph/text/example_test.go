package text_test

import (
	"context"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

func Example() {
	store := &world{pages: []*graph.Page{ // any graph.Store
		page("Marrow (river)", "The Marrow is a river that flows past Ostby.", "It rises on Mount Kell."),
		page("Ostby", "Ostby is a town."),
		page("Mount Kell", "Mount Kell is a mountain."),
	}}
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	if err := text.Build(ctx, dir, store, text.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	ix, err := text.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ix.Close()

	titles := map[graph.PageID]string{}
	for _, p := range store.pages {
		titles[p.ID()] = p.Title
	}
	claim := "The river that flows past Ostby rises on Mount Kell."
	var words []string
	for _, t := range text.Analyze(claim) {
		words = append(words, t.Text)
	}
	hits, err := ix.Seeds(ctx, words, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range hits {
		fmt.Printf("seed %s %.3f\n", titles[h.Page], h.Score)
	}
	for _, m := range ix.Mentions(claim) {
		fmt.Printf("mention %s: %s, by %s\n", claim[m.Start:m.End], titles[m.Candidates[0].Page], m.Candidates[0].By)
	}
	// Output:
	// seed Marrow (river) 5.141
	// seed Mount Kell 1.601
	// mention Ostby: Ostby, by title
	// mention Mount Kell: Mount Kell, by title
}
