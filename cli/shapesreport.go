package cli

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/bridgehop/bridgehop/internal/study"
)

//go:embed shapesreport.html
var shapesHTML string

// showReport prints a study's tables, and writes what --pictures and --html ask for.
func showReport(c *urfave.Context, r *study.Report) error {
	if dir := c.String("pictures"); dir != "" {
		if err := writeStudy(dir, r); err != nil {
			return err
		}
	}
	if page := c.String("html"); page != "" {
		if err := writeStudyPage(page, r); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return r.WriteJSON(c.App.Writer)
	}
	out := &show{w: c.App.Writer}
	for i, t := range r.Tables {
		if i > 0 {
			out.f("\n")
		}
		printFigures(out, t)
	}
	return out.err
}

// printFigures shows a table for people.
func printFigures(out *show, t *study.Table) {
	out.f("%s\n", t.Title)
	for _, r := range t.Rows {
		interval := ""
		if !r.WithoutInterval {
			interval = fmt.Sprintf("  %8.4f to %.4f", r.Low, r.High)
		}
		value := fmt.Sprintf("%10.4f", r.Value)
		if r.WithoutInterval && r.Value == float64(r.N) {
			value = fmt.Sprintf("%10d", r.N)
		}
		out.f("  %-34s %-20s n %6d %s%s\n", clip(strings.Join(r.Keys, ", "), 34), r.Measure, r.N, value, interval)
	}
	if t.Note != "" {
		out.f("  (%s)\n", t.Note)
	}
}

// writeStudy writes a report's figures (JSON lines, one CSV a table) and pictures (SVG and PNG) into a folder.
func writeStudy(dir string, r *study.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(dir, "figures.jsonl"), r.WriteJSON); err != nil {
		return err
	}
	for _, t := range r.Tables {
		if err := writeWhole(filepath.Join(dir, t.Name+".csv"), t.WriteCSV); err != nil {
			return err
		}
	}
	for _, k := range r.Charts {
		for _, format := range []string{"svg", "png"} {
			b, err := encodeChart(k, format)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, k.Name+"."+format), b, 0o644)
			}
			if err != nil {
				return fmt.Errorf("pictures: %w", err)
			}
		}
	}
	return nil
}

// encodeChart draws a chart of a study: curves as eval draws them, or bars in groups.
func encodeChart(k *study.Chart, format string) ([]byte, error) {
	if k.Bars {
		return encodeBars(k, format)
	}
	c := chart{name: k.Name, title: k.Title, x: k.X, y: k.Y, names: k.Names, open: k.Open}
	for _, v := range k.Curves {
		one := curve{name: v.Name}
		for _, p := range v.Points {
			one.points = append(one.points, chartPoint{p.X, p.Y, p.Low, p.High})
		}
		c.curves = append(c.curves, one)
	}
	return c.encode(format)
}

// encodeBars draws bars side by side, with their intervals.
func encodeBars(k *study.Chart, format string) ([]byte, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = k.Title, k.X, k.Y
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	width := 0.8 / float64(max(1, len(k.Curves)))
	for i, v := range k.Curves {
		if err := addBars(p, v, i, width*(float64(i)-float64(len(k.Curves)-1)/2), width, len(k.Curves) > 1); err != nil {
			return nil, fmt.Errorf("draw %s: %w", k.Name, err)
		}
	}
	p.Y.Min = 0
	if !k.Open {
		p.Y.Max = 1.25 // room for the legend
	}
	p.NominalX(k.Names...)
	p.X.Min, p.X.Max = -0.5, float64(len(k.Names))-0.5
	w, err := p.WriterTo(18*vg.Centimeter, chartHeight, format)
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", k.Name, err)
	}
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw %s: %w", k.Name, err)
	}
	return b.Bytes(), nil
}

// addBars draws one colour's bars as rectangles, since a curve may lack some places, and their intervals.
func addBars(p *plot.Plot, v study.Curve, colour int, shift, width float64, legend bool) error {
	xy, errs := make(plotter.XYs, len(v.Points)), make(plotter.YErrors, len(v.Points))
	for i, d := range v.Points {
		x := d.X + shift
		xy[i] = plotter.XY{X: x, Y: d.Y}
		errs[i].Low, errs[i].High = max(0, d.Y-d.Low), max(0, d.High-d.Y)
		box, err := plotter.NewPolygon(plotter.XYs{{X: x - width/2, Y: 0}, {X: x + width/2, Y: 0}, {X: x + width/2, Y: d.Y}, {X: x - width/2, Y: d.Y}})
		if err != nil {
			return err
		}
		box.Color, box.LineStyle.Width = palette[colour%len(palette)], 0
		p.Add(box)
		if i == 0 && legend {
			p.Legend.Add(v.Name, box)
		}
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYer
		plotter.YErrorer
	}{xy, errs})
	if err != nil {
		return err
	}
	p.Add(bars)
	return nil
}

var shapesTemplate = template.Must(template.New("shapes").Funcs(template.FuncMap{
	"number": func(v float64) string { return fmt.Sprintf("%.4f", v) },
}).Parse(shapesHTML))

// writeStudyPage writes one page with every table, chart and graph; nothing is fetched.
func writeStudyPage(name string, r *study.Report) error {
	page := struct {
		Version  string
		Report   *study.Report
		Pictures []template.HTML
		Graphs   []template.HTML
	}{Version: Version, Report: r}
	for _, k := range r.Charts {
		b, err := encodeChart(k, "svg")
		if err != nil {
			return err
		}
		if at := bytes.Index(b, []byte("<svg")); at >= 0 { // without the XML declaration, which HTML does not take
			b = b[at:]
		}
		page.Pictures = append(page.Pictures, template.HTML(b)) // gonum's SVG escapes its texts
	}
	for _, g := range r.Graphs {
		page.Graphs = append(page.Graphs, template.HTML(g.SVG())) // SVG escapes titles
	}
	return writeWhole(name, func(w io.Writer) error { return shapesTemplate.Execute(w, page) })
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
