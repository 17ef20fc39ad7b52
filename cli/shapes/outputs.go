package shapes

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/study"
)

//go:embed report.html
var reportHTML string

// show prints the report's tables and, with --pictures, writes its figures and charts.
func (o *options) show(c *console.Console, r *study.Report) error {
	if o.pictures != "" {
		if err := writeFigures(o.pictures, r); err != nil {
			return err
		}
	}
	if c.JSON {
		return r.WriteJSON(c.Out)
	}
	out := &console.Text{W: c.Out}
	for i, t := range r.Tables {
		if i > 0 {
			out.Printf("\n")
		}
		printTable(out, t)
	}
	return out.Err
}

// printTable shows a table for people.
func printTable(out *console.Text, t *study.Table) {
	out.Printf("%s\n", t.Title)
	for _, r := range t.Rows {
		interval := ""
		if !r.Bare {
			interval = fmt.Sprintf("  %8.4f to %.4f", r.Low, r.High)
		}
		value := fmt.Sprintf("%10.4f", r.Value)
		if r.Bare && r.Value == float64(r.N) {
			value = fmt.Sprintf("%10d", r.N)
		}
		out.Printf("  %-34s %-20s n %6d %s%s\n", console.Clip(strings.Join(r.Keys, ", "), 34), r.Measure, r.N, value, interval)
	}
	out.Printf("  (%s)\n", t.Note)
}

// writeFigures writes the figures, as JSON lines and CSV, and the charts into a folder.
func writeFigures(dir string, r *study.Report) error {
	if err := chart.Write(dir, r.Charts); err != nil {
		return err
	}
	for _, t := range r.Tables {
		if err := console.WriteWhole(filepath.Join(dir, t.Name+".csv"), t.WriteCSV); err != nil {
			return err
		}
	}
	return console.WriteWhole(filepath.Join(dir, "figures.jsonl"), r.WriteJSON)
}

var pageTemplate = template.Must(template.New("shapes").Funcs(template.FuncMap{
	"number": func(v float64) string { return fmt.Sprintf("%.4f", v) },
}).Parse(reportHTML))

// drawnGraph is a graph in the page.
type drawnGraph struct {
	Caption string
	SVG     template.HTML
}

// writePage writes one page with every table, chart and graph. It loads nothing from elsewhere.
func writePage(name, version string, r *study.Report) error {
	var graphs []drawnGraph
	for _, g := range r.Graphs {
		var b strings.Builder
		if err := picture(g).SVG(&b, g.Caption(), true, nil); err != nil {
			return err
		}
		graphs = append(graphs, drawnGraph{g.Caption(), template.HTML(b.String())}) // SVG escapes titles
	}
	return console.WriteWhole(name, func(w io.Writer) error {
		return pageTemplate.Execute(w, map[string]any{"Version": version, "Report": r, "Pictures": chart.HTML(r.Charts), "Graphs": graphs})
	})
}

// picture returns the best tree of a graph, to be drawn. A label has the kind of an edge, and its confidence if it isn't certain.
func picture(g *study.Graph) *draw.Graph {
	d := &draw.Graph{}
	for _, p := range g.Pages {
		at := g.Position(p)
		d.Nodes = append(d.Nodes, draw.Node{Title: p, Bridge: (at == study.Middle || at == study.Centre) && !slices.Contains(g.Named, p)})
	}
	for _, e := range g.Tree() {
		label := string(e.Kind)
		if e.Via != "" {
			label = e.Via
		}
		if e.Confidence < 1 {
			label += fmt.Sprintf(", %.2f", e.Confidence)
		}
		from, to := slices.Index(g.Pages, e.From), slices.Index(g.Pages, e.To)
		d.Edges = append(d.Edges, draw.Edge{From: min(from, to), To: max(from, to), Label: label,
			Link: e.Kind == study.OutLink || e.Kind == study.InLink, Back: from > to})
	}
	return d
}
