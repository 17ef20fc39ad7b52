package cli

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"github.com/bridgehop/bridgehop/verify/score"
)

// chart is a picture of a report: lines of points with their intervals.
type chart struct {
	name, title, x, y string
	curves            []curve
	names             []string // of the places on the x axis; nil for numbers
	diagonal          bool     // y = x is drawn: where a sure model would lie
	open              bool     // y has no upper bound of 1
}

type curve struct {
	name   string
	points []chartPoint
}

type chartPoint struct{ x, y, low, high float64 }

// palette tells curves apart, also for eyes that can't tell red from green (Okabe and Ito 2008).
var palette = []color.Color{color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255}, color.RGBA{86, 180, 233, 255}, color.RGBA{90, 90, 90, 255}}

// draw makes the picture.
func (c *chart) draw() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.title, c.x, c.y
	p.Legend.Top, p.Legend.Left = false, false
	p.Add(plotter.NewGrid())
	if c.diagonal {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, err
		}
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(4)}
		p.Add(line)
	}
	for i, k := range c.curves {
		if err := k.add(p, palette[i%len(palette)], len(c.curves) > 1); err != nil {
			return nil, err
		}
	}
	p.Y.Min = 0
	if !c.open {
		p.Y.Max = 1
	}
	if c.names != nil {
		p.NominalX(c.names...)
		p.X.Min, p.X.Max = -0.5, float64(len(c.names))-0.5
	}
	return p, nil
}

// add draws a curve: its points, their intervals, a line through them.
func (k curve) add(p *plot.Plot, c color.Color, legend bool) error {
	xy := make(plotter.XYs, len(k.points))
	errs := make(plotter.YErrors, len(k.points))
	for i, v := range k.points {
		xy[i] = plotter.XY{X: v.x, Y: v.y}
		errs[i].Low, errs[i].High = max(0, v.y-v.low), max(0, v.high-v.y)
	}
	line, points, err := plotter.NewLinePoints(xy)
	if err != nil {
		return fmt.Errorf("draw %s: %w", k.name, err)
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYer
		plotter.YErrorer
	}{xy, errs})
	if err != nil {
		return fmt.Errorf("draw %s: %w", k.name, err)
	}
	line.Color, points.Color, bars.Color = c, c, c
	points.Shape, points.Radius = vgdraw.CircleGlyph{}, vg.Points(2.5)
	p.Add(bars, line, points)
	if legend {
		p.Legend.Add(k.name, line, points)
	}
	return nil
}

// The size of pictures.
const chartWidth, chartHeight = 14 * vg.Centimeter, 9 * vg.Centimeter

// encode gives the picture in a format: svg, png.
func (c *chart) encode(format string) ([]byte, error) {
	p, err := c.draw()
	if err != nil {
		return nil, err
	}
	w, err := p.WriterTo(chartWidth, chartHeight, format)
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", c.name, err)
	}
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw %s: %w", c.name, err)
	}
	return b.Bytes(), nil
}

// writeCharts writes every chart as SVG and PNG into a folder.
func writeCharts(dir string, charts []chart) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("pictures: %w", err)
	}
	for i := range charts {
		for _, format := range []string{"svg", "png"} {
			b, err := charts[i].encode(format)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, charts[i].name+"."+format), b, 0o644)
			}
			if err != nil {
				return fmt.Errorf("pictures: %w", err)
			}
		}
	}
	return nil
}

// reportCharts are the pictures a report has the figures for.
func reportCharts(r *score.Report) []chart {
	own := r.Find("bridgehop")
	if own == nil {
		own = &r.Section
	}
	var out []chart
	if c, ok := recallChart(own); ok {
		out = append(out, c)
	}
	return append(out, groupCharts(own)...)
}

// recallChart draws r@k and all_gold@k against k, and all_gold@k by hops.
func recallChart(s *score.Section) (chart, bool) {
	c := chart{name: "recall", title: "Gold pages among the first k", x: "k", y: "share (95 % interval)"}
	c.curves = []curve{cutoffs(s, "r@", "recall@k"), cutoffs(s, "all_gold@", "all gold@k")}
	if hops := s.Find("hops"); hops != nil {
		for i := range hops.Sections {
			c.curves = append(c.curves, cutoffs(&hops.Sections[i], "all_gold@", "all gold@k, "+hops.Sections[i].Name+" hops"))
		}
	}
	c.curves = slices.DeleteFunc(c.curves, func(k curve) bool { return len(k.points) == 0 })
	return c, len(c.curves) > 0
}

// cutoffs are the figures of a name at every k.
func cutoffs(s *score.Section, prefix, name string) curve {
	out := curve{name: name}
	for _, row := range s.Rows {
		if k, err := strconv.Atoi(strings.TrimPrefix(row.Name, prefix)); err == nil && strings.HasPrefix(row.Name, prefix) {
			out.points = append(out.points, chartPoint{float64(k), row.Value, row.Low, row.High})
		}
	}
	return out
}

// groupCharts draw the main figures of each breakdown, with intervals.
func groupCharts(s *score.Section) []chart {
	var out []chart
	for _, by := range score.Breakdowns() {
		group := s.Find(by)
		if group == nil || len(group.Sections) < 2 || len(group.Sections) > 12 {
			continue
		}
		c := chart{name: "by-" + by, title: "By " + by, x: by, y: "share (95 % interval)"}
		for _, g := range group.Sections {
			c.names = append(c.names, g.Name)
		}
		for _, name := range []string{"label_accuracy", "accuracy", "fever_score", "feverous_score", "hover_score", "all_gold@5", "page_f1", "sp_f1", "joint_f1"} {
			k := curve{name: name}
			for i := range group.Sections {
				if row, ok := group.Sections[i].Row(name); ok {
					k.points = append(k.points, chartPoint{float64(i), row.Value, row.Low, row.High})
				}
			}
			if len(k.points) > 0 {
				c.curves = append(c.curves, k)
			}
		}
		if len(c.curves) > 0 {
			out = append(out, c)
		}
	}
	return out
}
