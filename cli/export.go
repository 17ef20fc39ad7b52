package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

// exportOptions are the flags of export.
type exportOptions struct {
	Store   console.Store
	To      string
	RunName string `flag:"run"`
}

// The formats of a run, jsonl for it alone, and of pages.
var (
	runFormats  = []string{"jsonl", "graphml", "gexf"}
	pageFormats = []string{"neo4j-csv", "graphml", "gexf"}
)

// Run writes pages or a run as a file of another program.
func (o *exportOptions) Run(ctx context.Context, c *console.Console) error {
	dir, err := c.OneArg("folder")
	if err != nil {
		return err
	}
	switch {
	case o.RunName != "" && !slices.Contains(runFormats, o.To):
		return console.Usagef("--to %s: want jsonl, graphml or gexf with --run", o.To)
	case o.RunName == "" && o.To == "jsonl":
		return console.Usagef("--to jsonl needs --run NAME")
	case o.RunName == "" && !slices.Contains(pageFormats, o.To):
		return console.Usagef("--to %s: want neo4j-csv, graphml or gexf", o.To)
	}
	return o.Store.Read(ctx, func(s graph.Store) error {
		switch {
		case o.RunName != "":
			return exportRun(ctx, c, s, dir, o.To, o.RunName)
		case o.To == "neo4j-csv":
			return exportCSV(ctx, c, s, dir)
		}
		return exportPages(ctx, c, s, dir, o.To)
	})
}

func exportCSV(ctx context.Context, c *console.Console, s graph.Store, dir string) error {
	bar := c.Progress("export", "pages")
	out, err := neo4j.Export(ctx, s, dir, bar.At)
	bar.End()
	if err != nil {
		return err
	}
	err = c.Print(out, func(t *console.Text) { t.Printf("%s\n", out.Command) })
	if !c.JSON {
		c.Warn("%s and %s in %s; run the command above there while the database is stopped, then start it and run "+
			"%s on it. The command refuses a database that exists: "+
			"add --overwrite-destination=true to delete all of it first, or use load to keep other data",
			console.Count(out.Nodes, "node"), console.Count(out.Links, "relationship"), dir, filepath.Base(out.Script))
	}
	return err
}

// writeExport writes a file in a folder, which it makes, and returns the file's path.
func writeExport(dir, name string, write func(io.Writer) error) (file string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	file = filepath.Join(dir, name)
	err = console.WriteWhole(file, func(w io.Writer) error {
		buffered := bufio.NewWriterSize(w, 1<<18)
		return errors.Join(write(buffered), buffered.Flush())
	})
	if err != nil {
		return "", fmt.Errorf("export %s: %w", file, err)
	}
	return file, nil
}

// pictureRecord is the output of export --json for pages and links in another program's format.
type pictureRecord struct {
	Out   string `json:"out"`
	Pages int64  `json:"pages"`
	Links int64  `json:"links"`
}

// The attributes of pages, and of the links from one page to another, which are one edge: weight is their number.
var (
	pageKeys = []graphKey{{"title", "string"}, {"ordinal", "int"}}
	linkKeys = []graphKey{{"weight", "int"}, {"anchor", "string"}, {"anchors", "string"}, {"element", "string"},
		{"inferred", "boolean"}}
)

// exportPages writes all pages by id, then all links, to DIR/wiki.graphml or wiki.gexf. It reads the store twice.
func exportPages(ctx context.Context, c *console.Console, s graph.Store, dir, format string) error {
	stats, err := s.Stats(ctx)
	if err != nil {
		return err
	}
	out := pictureRecord{Pages: stats.Pages}
	bar := c.Progress("export", "pages")
	out.Out, err = writeExport(dir, "wiki."+format, func(w io.Writer) (err error) {
		g := beginGraph(w, format, pageKeys, linkKeys)
		err = writePages(ctx, s, g, func(done int64) { bar.At(done, 2*stats.Pages) })
		g.end()
		out.Links = int64(g.written)
		return err
	})
	bar.End()
	if err != nil {
		return err
	}
	c.Warn("export: %s and %s in %s", console.Count(out.Pages, "page"), console.Count(out.Links, "link"), out.Out)
	return c.Print(out, func(*console.Text) {})
}

// writePages writes pages and links; it calls at with the number of pages so far.
func writePages(ctx context.Context, s graph.Store, g *graphFile, at func(pages int64)) error {
	const part = 500
	done := int64(0)
	for page, err := range s.All(ctx) {
		if err != nil {
			return err
		}
		g.write(graphItem{id: nodeName(page.ID()), label: page.Title,
			values: map[string]any{"title": page.Title, "ordinal": page.Ordinal}})
		if done++; done%part == 0 {
			at(done)
		}
	}
	g.beginEdges()
	var ids []graph.PageID
	links := func() error {
		found, err := s.Neighbors(ctx, ids, graph.Out, 0)
		for len(found) > 0 { // those between the same two pages are beside one another
			n := 1
			for n < len(found) && found[n].From == found[0].From && found[n].To == found[0].To {
				n++
			}
			g.write(linkEdge(found[:n]))
			found = found[n:]
		}
		at(done)
		ids = ids[:0]
		return err
	}
	for page, err := range s.All(ctx) {
		if err != nil {
			return err
		}
		done++
		if ids = append(ids, page.ID()); len(ids) == part {
			if err := links(); err != nil {
				return err
			}
		}
	}
	return links()
}

func nodeName(id graph.PageID) string { return "n" + id.String() }

// linkEdge returns the edge of all links from one page to another. It is inferred if all of them are.
func linkEdge(links []graph.Link) graphItem {
	var anchors []string
	inferred := true
	for _, l := range links {
		if inferred = inferred && l.Inferred; !slices.Contains(anchors, l.Anchor) {
			anchors = append(anchors, l.Anchor)
		}
	}
	first := &links[0]
	return graphItem{from: nodeName(first.From), to: nodeName(first.To), label: first.Anchor,
		values: map[string]any{"weight": len(links), "anchor": first.Anchor, "anchors": strings.Join(anchors, " | "),
			"element": first.Element.String(), "inferred": inferred}}
}
