// Command scale measures loads: how a page's cost, the memory and the disk grow with the corpus, and how fast other
// programs are on the same files.
//
//	go run ./bench/scale compare -pages 100000 -texts 20000 -doc docs/results/scale.md
//	go run ./bench/scale compare -only graph
//	go run ./bench/scale curve -doc docs/results/scale.md
//	go run ./bench/scale curve -most 100000
//	go run ./bench/scale load -store FOLDER -format passages corpus.jsonl
//
// compare makes a graph of that many pages, as many introductions, and whole pages with text, installs the peers from PyPI
// into the user's cache, runs every program in a process of its own, and writes the table into the document. curve loads
// introductions, whole pages and graphs of 10 thousand, 100 thousand and 1 million pages, whole pages up to a tenth of that,
// and writes what each took. Both run from the repository's root.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want a command: compare, curve, load, export, bleve or xml")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	store := flags.String("store", "", "folder of the store, which isn't there yet")
	format := flags.String("format", "auto", "of the files, as bridgehop load has it")
	index := flags.Bool("index", true, "make the text index")
	to := flags.String("to", "", "folder to export to")
	times := flags.Int("times", 1, "how often the XML is read")
	pages := flags.Int("pages", 100_000, "of the graph and the introductions to compare with")
	texts := flags.Int("texts", 20_000, "whole pages to compare with")
	most := flags.Int("most", 1_000_000, "pages of the largest corpus of the curve")
	only := flags.String("only", "", "how the name of the work to be compared begins; all when empty")
	doc := flags.String("doc", "", "file with a table to be replaced; none when empty")
	work := flags.String("work", "", "folder for corpora and stores; a temporary one when empty")
	profile := flags.String("profile", "", "file for a profile of the processors' time")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	if *only != "" && *doc != "" {
		return fmt.Errorf("-only makes a part of the table that -doc replaces")
	}
	switch args[0] {
	case "compare":
		return inFolder(*work, *doc, args[0], func(work string) (string, error) { return compare(ctx, work, *pages, *texts, *only) })
	case "curve":
		return inFolder(*work, *doc, args[0], func(work string) (string, error) { return curve(ctx, work, *most) })
	case "load":
		return printed(load(ctx, *store, *format, *index, flags.Args()))
	case "export":
		return export(ctx, *store, *to)
	case "bleve":
		return printed(indexBleve(*store, flags.Arg(0), 1000))
	case "xml":
		return printed(parse(ctx, *times, "wikipedia", flags.Args()))
	}
	return fmt.Errorf("command %q: want compare, curve, load, export, bleve or xml", args[0])
}

// printed prints a result as JSON.
func printed(v any, err error) error {
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(v)
}
