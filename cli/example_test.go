package cli_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/cli"
)

// A wiki of three pages is loaded, and asked for the way from one to another.
func Example() {
	dir, err := os.MkdirTemp("", "bridgehop-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store := filepath.Join(dir, "wiki.bridgehop")
	pages := filepath.Join(dir, "pages.jsonl")
	err = os.WriteFile(pages, []byte(`{"title": "Ostby", "text": "Ostby is a town on the [[Varn]]."}
{"title": "Varn", "text": "The Varn is a river. It rises on [[Mount Kell|the Kell]]."}
{"title": "Mount Kell", "text": "Mount Kell is a mountain."}
`), 0o644)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, in := context.Background(), strings.NewReader("")
	code := cli.Run(ctx, []string{"load", "--store", store, pages}, in, io.Discard, os.Stderr)
	fmt.Println("exit code", code)
	cli.Run(ctx, []string{"paths", "--store", store, "Ostby", "Mount Kell"}, in, os.Stdout, os.Stderr)
	// Output:
	// exit code 0
	// Ostby -[Varn]-> Varn -[the Kell]-> Mount Kell
}
