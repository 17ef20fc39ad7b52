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
)

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
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	out := pictureRecord{Out: filepath.Join(dir, "wiki."+format), Pages: stats.Pages}
	bar := c.Progress("export", "pages")
	err = console.WriteWhole(out.Out, func(w io.Writer) (err error) {
		buffered := bufio.NewWriterSize(w, 1<<18)
		g := beginGraph(buffered, format, pageKeys, linkKeys)
		out.Links, err = writePages(ctx, s, g, func(done int64) { bar.At(done, 2*stats.Pages) })
		g.end()
		return errors.Join(err, buffered.Flush())
	})
	bar.End()
	if err != nil {
		return fmt.Errorf("export %s: %w", out.Out, err)
	}
	c.Warn("export: %s and %s in %s", console.Count(out.Pages, "page"), console.Count(out.Links, "link"), out.Out)
	return c.Print(out, func(*console.Text) {})
}

// writePages writes pages and links and returns the number of links; it calls at with the number of pages so far.
func writePages(ctx context.Context, s graph.Store, g *graphFile, at func(pages int64)) (drawn int64, err error) {
	const part = 500
	done := int64(0)
	for page, err := range s.All(ctx) {
		if err != nil {
			return drawn, err
		}
		g.node(graphItem{id: nodeName(page.ID()), label: page.Title,
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
			g.edge(linkEdge(found[:n]))
			found = found[n:]
			drawn++
		}
		at(done)
		ids = ids[:0]
		return err
	}
	for page, err := range s.All(ctx) {
		if err != nil {
			return drawn, err
		}
		done++
		if ids = append(ids, page.ID()); len(ids) == part {
			if err := links(); err != nil {
				return drawn, err
			}
		}
	}
	return drawn, links()
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
