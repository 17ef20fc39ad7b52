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

// exportPages writes all pages by id, then all links. It reads the store twice.
func exportPages(ctx context.Context, c *console.Console, s graph.Store, name string, p graphWriter) error {
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
		n, err := writePages(ctx, s, w, p, func(done int64) { bar.At(done, 2*stats.Pages) }) // all of them twice
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

// writePages writes pages and links and returns the number of links; it calls at with the number of pages so far.
func writePages(ctx context.Context, s graph.Store, w *bufio.Writer, p graphWriter,
	at func(pages int64)) (drawn int64, err error) {
	done := int64(0)
	advance := func() {
		if done++; done%500 == 0 {
			at(done)
		}
	}
	p.begin(w, pageKeys, linkKeys)
	for page, err := range s.All(ctx) {
		if err != nil {
			return drawn, err
		}
		p.node(w, &graphNode{nodeName(page.ID()), page.Title, map[string]any{"title": page.Title,
			"ordinal": page.Ordinal}})
		advance()
	}
	p.between(w)
	var ids []graph.PageID
	links := func() error {
		found, err := s.Neighbors(ctx, ids, graph.Out, 0)
		for len(found) > 0 { // those between the same two pages are beside one another
			n := 1
			for n < len(found) && found[n].From == found[0].From && found[n].To == found[0].To {
				n++
			}
			p.edge(w, linkEdge(found[:n]))
			found = found[n:]
			drawn++
		}
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

func nodeName(id graph.PageID) string { return "n" + id.String() }

// linkEdge returns the edge of all links from one page to another. It is inferred if all of them are.
func linkEdge(links []graph.Link) *graphEdge {
	var anchors []string
	inferred := true
	for _, l := range links {
		if inferred = inferred && l.Inferred; !slices.Contains(anchors, l.Anchor) {
			anchors = append(anchors, l.Anchor)
		}
	}
	first := &links[0]
	return &graphEdge{nodeName(first.From), nodeName(first.To), first.Anchor, map[string]any{"weight": len(links),
		"anchor": first.Anchor, "anchors": strings.Join(anchors, " | "), "element": first.Element.String(),
		"inferred": inferred}}
}
