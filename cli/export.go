package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

func exportCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "export",
		Usage:     "write the store as files for neo4j-admin's bulk import, or as a picture of pages and links",
		ArgsUsage: "DIR",
		Description: examples("neo4j-csv is the way of large wikis into Neo4j: the files, the import command (printed, to be run in DIR while the\ndatabase is stopped), and schema.cypher, to be run after it. graphml and dot hold pages and links for other\nprograms: DIR/wiki.graphml, DIR/wiki.dot.",
			"bridgehop export --to neo4j-csv import/",
			"bridgehop export --to graphml --store wiki.bridgehop pictures/",
			"bridgehop export --to dot pictures/ && dot -Tsvg -O pictures/wiki.dot"),
		Flags: storeFlags(&urfave.StringFlag{Name: "to", Usage: "`FORMAT`: neo4j-csv, graphml or dot"}),
		Action: func(c *urfave.Context) error {
			dir, err := oneArg(c, "folder")
			if err != nil {
				return err
			}
			switch c.String("to") {
			case "neo4j-csv":
				return withReader(c, func(s graph.Store) error { return exportCSV(c, s, dir) })
			case "graphml":
				return withReader(c, func(s graph.Store) error { return exportPicture(c, s, filepath.Join(dir, "wiki.graphml"), &graphML{}) })
			case "dot":
				return withReader(c, func(s graph.Store) error { return exportPicture(c, s, filepath.Join(dir, "wiki.dot"), &dot{}) })
			}
			return usagef("--to %s: want neo4j-csv, graphml or dot", c.String("to"))
		},
	}
}

// exportRecord is what export --to neo4j-csv prints with --json.
type exportRecord struct {
	Nodes   int64  `json:"nodes"`
	Links   int64  `json:"relationships"`
	Command string `json:"command"`
	Script  string `json:"script"`
}

func exportCSV(c *urfave.Context, s graph.Store, dir string) error {
	bar := newProgress(c, "export", "pages")
	out, err := neo4j.Export(c.Context, s, dir, func(pages, total int64) { bar.at(pages, total) })
	bar.end()
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, exportRecord{out.Nodes, out.Links, out.Command, out.Script})
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s\n", out.Command)
	warn(c, "%d nodes and %d relationships in %s; run the command above there while the database is stopped, then %s on it", out.Nodes, out.Links, dir, neo4j.ScriptFile)
	return err
}

// pictureRecord is what export --to graphml and --to dot print with --json.
type pictureRecord struct {
	Out   string `json:"out"`
	Pages int64  `json:"pages"`
	Links int64  `json:"links"`
}

// picture writes pages and links in a format of its own.
type picture interface {
	begin(w *bufio.Writer)
	page(w *bufio.Writer, p *graph.Page)
	link(w *bufio.Writer, l graph.Link)
	end(w *bufio.Writer)
}

// exportPicture writes all pages by id, then all links; it goes over the store twice.
func exportPicture(c *urfave.Context, s graph.Store, name string, p picture) error {
	stats, err := s.Stats(c.Context)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	w := bufio.NewWriterSize(file, 1<<18)
	bar := newProgress(c, "export", "pages")
	links, err := draw(c.Context, s, w, p, func(done int64) { bar.at(done, 2*stats.Pages) }) // all of them twice
	bar.end()
	if err = errors.Join(err, w.Flush(), file.Close()); err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	warn(c, "export: %d pages and %d links in %s", stats.Pages, links, name)
	if c.Bool("json") {
		return printJSON(c.App.Writer, pictureRecord{name, stats.Pages, links})
	}
	return nil
}

// draw gives how many links it drew, and at how many pages it is.
func draw(ctx context.Context, s graph.Store, w *bufio.Writer, p picture, at func(pages int64)) (drawn int64, err error) {
	done := int64(0)
	advance := func() {
		if done++; done%500 == 0 {
			at(done)
		}
	}
	p.begin(w)
	for page, err := range s.All(ctx) {
		if err != nil {
			return drawn, err
		}
		p.page(w, page)
		advance()
	}
	var ids []graph.PageID
	links := func() error {
		found, err := s.Neighbors(ctx, ids, graph.Out, 0)
		for _, l := range found {
			p.link(w, l)
		}
		drawn += int64(len(found))
		ids = ids[:0]
		return err
	}
	for page, err := range s.All(ctx) {
		if err != nil {
			return drawn, err
		}
		if ids = append(ids, page.ID()); len(ids) == 500 {
			if err := links(); err != nil {
				return drawn, err
			}
		}
		advance()
	}
	if err := links(); err != nil {
		return drawn, err
	}
	p.end(w)
	return drawn, nil
}
