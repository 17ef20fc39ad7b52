// Command scale measures loads: how a page's cost, the memory and the disk grow with the corpus, and how fast other
// programs are on the same files.
//
//	go run ./bench/scale load -store FOLDER -format passages corpus.jsonl
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want a command: load")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	store := flags.String("store", "", "folder of the store, which isn't there yet")
	format := flags.String("format", "auto", "of the files, as bridgehop load has it")
	index := flags.Bool("index", true, "make the text index")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "load":
		out, err := load(ctx, *store, *format, *index, flags.Args())
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(out)
	}
	return fmt.Errorf("command %q: want load", args[0])
}
