package loader_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/loader"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "loader")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "wiki.jsonl")
	wiki := `{"title":"Ostby","text":"Ostby is a town on the [[Kell_(river)|Kell]]. It has a mill."}
{"title":"Kell (river)","sentences":["The Kell rises on Mount Kell."," It is fed by snow."]}
{"text":"Whose page is this?"}
`
	if err := os.WriteFile(file, []byte(wiki), 0o600); err != nil {
		fmt.Println(err)
		return
	}

	sources, err := loader.Open([]string{file}, loader.Input{})
	if err != nil {
		fmt.Println(err)
		return
	}
	store, err := pebble.Create(filepath.Join(dir, "wiki"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	report, err := loader.Load(ctx, store, sources, loader.Options{
		Reject: func(r *loader.Reject) { fmt.Printf("line %d: %v\n", r.Line, r.Err) },
	})
	fmt.Println(report.Added, "pages,", report.Rejects, "reject,", err)

	found, _ := store.Lookup(ctx, []string{"Ostby"})
	links, _ := store.Neighbors(ctx, found[0], graph.Out, 0)
	pages, _ := store.Pages(ctx, []graph.PageID{links[0].To})
	fmt.Printf("%v -[%s]-> %s\n", links[0].Element, links[0].Anchor, pages[0].Title)
	// Output:
	// line 3: page without a title
	// 2 pages, 1 reject, <nil>
	// sentence_0 -[Kell]-> Kell (river)
}

func ExampleSplitSentences() {
	for _, s := range loader.SplitSentences("Dr. A. B. Vorn of the U.S. Navy paid $3.50. \"Was it late?\" he asked.") {
		fmt.Println(s)
	}
	// Output:
	// Dr. A. B. Vorn of the U.S. Navy paid $3.50.
	// "Was it late?" he asked.
}
