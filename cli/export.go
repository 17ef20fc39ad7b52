package cli

import (
	"context"
	"path/filepath"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

func exportCommand() *urfave.Command {
	o := &exportOptions{}
	return console.Command("export", o.store.Flags(
		console.StringFlag(&o.to, "to", "`FORMAT`: neo4j-csv, graphml or gexf; with --run jsonl, graphml or gexf"),
		console.StringFlag(&o.run, "run", "write what was recorded in the run `NAME`, instead of the pages")),
		console.Action(o.export))
}

// exportOptions are the flags of export.
type exportOptions struct {
	store console.Store
	to    string
	run   string
}

// The formats of a run, jsonl for it alone, and of pages.
var (
	runFormats  = []string{"jsonl", "graphml", "gexf"}
	pageFormats = []string{"neo4j-csv", "graphml", "gexf"}
)

func (o *exportOptions) export(ctx context.Context, c *console.Console) error {
	dir, err := c.OneArg("folder")
	if err != nil {
		return err
	}
	switch {
	case o.run != "" && !slices.Contains(runFormats, o.to):
		return console.Usagef("--to %s: want jsonl, graphml or gexf with --run", o.to)
	case o.run == "" && o.to == "jsonl":
		return console.Usagef("--to jsonl needs --run NAME")
	case o.run == "" && !slices.Contains(pageFormats, o.to):
		return console.Usagef("--to %s: want neo4j-csv, graphml or gexf", o.to)
	}
	return o.store.Read(ctx, func(s graph.Store) error {
		switch {
		case o.run != "":
			return exportRun(ctx, c, s, dir, o.to, o.run)
		case o.to == "neo4j-csv":
			return exportCSV(ctx, c, s, dir)
		}
		return exportPages(ctx, c, s, dir, o.to)
	})
}

// exportRecord is the output of export --to neo4j-csv --json.
type exportRecord struct {
	Nodes   int64  `json:"nodes"`
	Links   int64  `json:"relationships"`
	Command string `json:"command"`
	Script  string `json:"script"`
}

func exportCSV(ctx context.Context, c *console.Console, s graph.Store, dir string) error {
	bar := c.Progress("export", "pages")
	out, err := neo4j.Export(ctx, s, dir, bar.At)
	bar.End()
	if err != nil {
		return err
	}
	err = c.Print(exportRecord{out.Nodes, out.Links, out.Command, out.Script},
		func(t *console.Text) { t.Printf("%s\n", out.Command) })
	if !c.JSON {
		c.Warn("%s and %s in %s; run the command above there while the database is stopped, then start it and run "+
			"%s on it. The command refuses a database that exists: "+
			"add --overwrite-destination=true to delete all of it first, or use load to keep other data",
			console.Count(out.Nodes, "node"), console.Count(out.Links, "relationship"), dir, filepath.Base(out.Script))
	}
	return err
}
