package cli

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

func exportCommand() *urfave.Command {
	o := &exportOptions{}
	return console.Command("export", o.store.Flags(
		&urfave.StringFlag{Name: "to", Usage: "`FORMAT`: neo4j-csv, graphml or dot", Destination: &o.to}), console.Action(o.run))
}

// exportOptions are the flags of export.
type exportOptions struct {
	store console.Store
	to    string
}

func (o *exportOptions) run(ctx context.Context, c *console.Console) error {
	dir, err := c.OneArg("folder")
	if err != nil {
		return err
	}
	pictures := map[string]picture{"graphml": &graphML{}, "dot": dot{}}
	p := pictures[o.to]
	if p == nil && o.to != "neo4j-csv" {
		return console.Usagef("--to %s: want neo4j-csv, graphml or dot", o.to)
	}
	return o.store.Read(ctx, func(s graph.Store) error {
		if p == nil {
			return exportCSV(ctx, c, s, dir)
		}
		return exportPicture(ctx, c, s, filepath.Join(dir, "wiki."+o.to), p)
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
	err = c.Print(exportRecord{out.Nodes, out.Links, out.Command, out.Script}, func(t *console.Text) { t.Printf("%s\n", out.Command) })
	if !c.JSON {
		c.Warn("%s and %s in %s; run the command above there while the database is stopped, then start it and run "+
			"%s on it. The command refuses a database that exists: "+
			"add --overwrite-destination=true to delete all of it first, or use load to keep other data",
			console.Count(out.Nodes, "node"), console.Count(out.Links, "relationship"), dir, filepath.Base(out.Script))
	}
	return err
}

// pictureRecord is the output of export --to graphml --json and --to dot --json.
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

// exportPicture writes all pages by id, then all links. It reads the store twice.
func exportPicture(ctx context.Context, c *console.Console, s graph.Store, name string, p picture) error {
	stats, err := s.Stats(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	var links int64
	bar := c.Progress("export", "pages")
	err = console.WriteWhole(name, func(out io.Writer) error {
		w := bufio.NewWriterSize(out, 1<<18)
		n, err := writeGraph(ctx, s, w, p, func(done int64) { bar.At(done, 2*stats.Pages) }) // all of them twice
		links = n
		return errors.Join(err, w.Flush())
	})
	bar.End()
	if err != nil {
		return fmt.Errorf("export %s: %w", name, err)
	}
	c.Warn("export: %s and %s in %s", console.Count(stats.Pages, "page"), console.Count(links, "link"), name)
	return c.Print(pictureRecord{name, stats.Pages, links}, func(*console.Text) {})
}

// writeGraph writes pages and links and returns the number of links; it calls at with the number of pages so far.
func writeGraph(ctx context.Context, s graph.Store, w *bufio.Writer, p picture, at func(pages int64)) (drawn int64, err error) {
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

// graphML is the XML that yEd, Gephi, Cytoscape and networkx read: http://graphml.graphdrawing.org.
type graphML struct{ links int }

func (*graphML) begin(w *bufio.Writer) {
	fmt.Fprint(w, xml.Header+`<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="title" for="node" attr.name="title" attr.type="string"/>
<key id="ordinal" for="node" attr.name="ordinal" attr.type="int"/>
<key id="anchor" for="edge" attr.name="anchor" attr.type="string"/>
<key id="element" for="edge" attr.name="element" attr.type="string"/>
<graph edgedefault="directed">
`)
}

func (*graphML) page(w *bufio.Writer, p *graph.Page) {
	fmt.Fprintf(w, `<node id="n%v"><data key="title">`, p.ID())
	_ = xml.EscapeText(w, []byte(p.Title)) // a writer keeps its first error until Flush
	fmt.Fprintf(w, `</data><data key="ordinal">%d</data></node>`+"\n", p.Ordinal)
}

func (g *graphML) link(w *bufio.Writer, l graph.Link) {
	fmt.Fprintf(w, `<edge id="e%d" source="n%v" target="n%v"><data key="anchor">`, g.links, l.From, l.To)
	_ = xml.EscapeText(w, []byte(l.Anchor)) // as above
	fmt.Fprintf(w, `</data><data key="element">%s</data></edge>`+"\n", l.Element)
	g.links++
}

func (*graphML) end(w *bufio.Writer) { fmt.Fprint(w, "</graph>\n</graphml>\n") }

// dot is Graphviz's language.
type dot struct{}

func (dot) begin(w *bufio.Writer) {
	fmt.Fprint(w, "digraph wiki {\n  node [shape=box, style=rounded, fontname=sans];\n  edge [fontname=sans, fontsize=9];\n")
}

func (dot) page(w *bufio.Writer, p *graph.Page) {
	fmt.Fprintf(w, "  n%v [label=%s];\n", p.ID(), dotText(p.Title))
}

func (dot) link(w *bufio.Writer, l graph.Link) {
	fmt.Fprintf(w, "  n%v -> n%v [label=%s];\n", l.From, l.To, dotText(l.Anchor))
}

func (dot) end(w *bufio.Writer) { fmt.Fprint(w, "}\n") }

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\x00", "")

// dotText returns a string in dot's quotes.
func dotText(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "�")
	}
	return `"` + dotEscapes.Replace(s) + `"`
}
