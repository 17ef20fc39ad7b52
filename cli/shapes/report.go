package shapes

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
)

//go:embed report.html
var reportHTML string

// outputs are the files that a report is written to, each empty for none.
type outputs struct {
	pictures string // folder of figures, CSV and pictures
	html     string
	markdown string
}

// show writes the report's files and prints its tables.
func (o *outputs) show(c *console.Console, r *study.Report) error {
	if err := o.write(c, r); err != nil {
		return err
	}
	if c.JSON {
		return r.WriteJSON(c.Out)
	}
	out := &console.Text{W: c.Out}
	for i, t := range r.Tables {
		if i > 0 {
			out.Printf("\n")
		}
		printFigures(out, t)
	}
	return out.Err
}

// printFigures shows a table for people.
func printFigures(out *console.Text, t *study.Table) {
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
	if t.Note != "" {
		out.Printf("  (%s)\n", t.Note)
	}
}

func (o *outputs) write(c *console.Console, r *study.Report) error {
	if o.pictures != "" {
		if err := writeFigures(o.pictures, r); err != nil {
			return err
		}
	}
	if o.markdown != "" {
		if err := console.WriteWhole(o.markdown, func(w io.Writer) error { return writeMarkdown(w, r) }); err != nil {
			return err
		}
	}
	if o.html == "" {
		return nil
	}
	return writePage(o.html, c.Version, r)
}

// writeMarkdown writes the tables for docs.
func writeMarkdown(w io.Writer, r *study.Report) error {
	for _, t := range r.Tables {
		if _, err := io.WriteString(w, t.Markdown()); err != nil {
			return err
		}
	}
	return nil
}

// writeFigures writes figures (JSON lines, one CSV a table) and pictures (SVG and PNG) into a folder.
func writeFigures(dir string, r *study.Report) error {
	if err := chart.Write(dir, r.Charts); err != nil {
		return err
	}
	if err := console.WriteWhole(filepath.Join(dir, "figures.jsonl"), r.WriteJSON); err != nil {
		return err
	}
	for _, t := range r.Tables {
		if err := console.WriteWhole(filepath.Join(dir, t.Name+".csv"), t.WriteCSV); err != nil {
			return err
		}
	}
	return nil
}

var pageTemplate = template.Must(template.New("shapes").Funcs(template.FuncMap{
	"number": func(v float64) string { return fmt.Sprintf("%.4f", v) },
}).Parse(reportHTML))

// writePage writes one page with every table, chart and graph; nothing is fetched.
func writePage(name, version string, r *study.Report) error {
	pictures, err := chart.HTML(r.Charts)
	if err != nil {
		return err
	}
	var graphs []template.HTML
	for _, g := range r.Graphs {
		graphs = append(graphs, template.HTML(g.SVG())) // SVG escapes titles
	}
	return console.WriteWhole(name, func(w io.Writer) error {
		return pageTemplate.Execute(w, map[string]any{"Version": version, "Report": r, "Pictures": pictures, "Graphs": graphs})
	})
}

// drawGraphs writes each gold graph, and the one found for it, as SVG and DOT; of many the first 20.
func drawGraphs(dir string, gold []*study.Graph, found map[string]*study.Found, few bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if few {
		gold = gold[:min(len(gold), 20)]
	}
	for _, g := range gold {
		if err := drawGraph(dir, fileName(g.ID.Key()), g); err != nil {
			return err
		}
		if f := found[g.ID.Key()]; f != nil {
			if err := drawGraph(dir, fileName(g.ID.Key())+"-found", f.Graph); err != nil {
				return err
			}
		}
	}
	return nil
}

func drawGraph(dir, name string, g *study.Graph) error {
	if err := os.WriteFile(filepath.Join(dir, name+".svg"), []byte(g.SVG()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".dot"), []byte(g.DOT()), 0o644)
}

// fileName is an id without what a file's name can't hold.
func fileName(id string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '_'
		}
		return r
	}, id)
}

// notTyped are flags that don't change a table's figures, or are paths of this machine.
var notTyped = []string{"store", "out", "pictures", "html", "markdown", "json", "quiet", "threads"}

// asTyped is the command that gives a table again, without the paths of its files.
func asTyped(c *console.Console) string {
	line := "bridgehop " + c.Command
	for _, f := range c.Flags {
		if !f.Set || slices.Contains(notTyped, f.Name) {
			continue
		}
		line += " --" + f.Name
		if v := fmt.Sprint(f.Value); v != "true" {
			line += " " + v[strings.LastIndexByte(v, '/')+1:]
		}
	}
	return line
}
