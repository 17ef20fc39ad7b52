// Package chart draws the charts of reports as SVG and PNG.
package chart

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/bridgehop/bridgehop/cli/study"
)

// palette tells curves apart, also for eyes that can't tell red from green (Okabe and Ito 2008).
var palette = []color.Color{color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 158, 115, 255},
	color.RGBA{204, 121, 167, 255}, color.RGBA{86, 180, 233, 255}, color.RGBA{90, 90, 90, 255}}

var (
	ink    = color.RGBA{40, 40, 40, 255}
	gridOf = color.RGBA{228, 228, 228, 255}
)

// draw makes the picture; its legend is drawn beside it.
func draw(c *study.Chart) (*plot.Plot, *plot.Legend, error) {
	p, legend := plot.New(), plot.NewLegend()
	style(c, p, &legend)
	if c.Diagonal {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, nil, err
		}
		line.Dashes, line.Color = []vg.Length{vg.Points(4), vg.Points(4)}, color.Gray{150}
		p.Add(line)
	}
	for i, k := range c.Curves {
		if c.Names != nil {
			k = aside(k, i, len(c.Curves))
		}
		if err := add(k, p, &legend, palette[i%len(palette)], c.Names == nil); err != nil {
			return nil, nil, err
		}
	}
	axes(c, p)
	if len(c.Curves) < 2 {
		return p, nil, nil
	}
	return p, &legend, nil
}

func style(c *study.Chart, p *plot.Plot, legend *plot.Legend) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	for style, size := range map[*vgdraw.TextStyle]float64{&p.Title.TextStyle: 11, &p.X.Label.TextStyle: 9, &p.Y.Label.TextStyle: 9,
		&p.X.Tick.Label: 8.5, &p.Y.Tick.Label: 8.5, &legend.TextStyle: 8.5} {
		style.Font, style.Color = font.From(sans, vg.Points(size)), ink
	}
	p.Title.Padding, p.X.Label.Padding, p.Y.Label.Padding = vg.Points(8), vg.Points(4), vg.Points(4)
	legend.Top, legend.Left, legend.YPosition, legend.Padding = true, true, 0, vg.Points(4)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridOf, gridOf
	if c.Names != nil {
		grid.Vertical.Color = nil
	}
	p.Add(grid)
}

// axes sets the bounds and the marks: shares by fifths, and numbers where there are points.
func axes(c *study.Chart, p *plot.Plot) {
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = color.Gray{150}, color.Gray{150}
		axis.Padding = vg.Points(3)
	}
	p.Y.Min = 0
	if !c.Open {
		p.Y.Max = 1
		p.Y.Tick.Marker = fifths()
	}
	switch {
	case c.Names != nil:
		p.NominalX(c.Names...)
		p.X.Tick.Label.XAlign = vgdraw.XCenter
		p.X.Min, p.X.Max = -0.5, float64(len(c.Names))-0.5
	case c.Diagonal:
		p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, fifths()
	default:
		p.X.Tick.Marker = places(c)
	}
}

func fifths() plot.ConstantTicks {
	var out plot.ConstantTicks
	for i := range 6 {
		out = append(out, plot.Tick{Value: float64(i) / 5, Label: strconv.FormatFloat(float64(i)/5, 'f', 1, 64)})
	}
	return out
}

// places marks every point of the x axis.
func places(c *study.Chart) plot.ConstantTicks {
	var at []float64
	for _, k := range c.Curves {
		for _, v := range k.Points {
			at = append(at, v.X)
		}
	}
	slices.Sort(at)
	var out plot.ConstantTicks
	for _, x := range slices.Compact(at) {
		out = append(out, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', -1, 64)})
	}
	return out
}

// aside moves curve i of n a little, so that intervals at one place stand beside each other.
func aside(k study.Curve, i, n int) study.Curve {
	k.Points = slices.Clone(k.Points)
	for j := range k.Points {
		k.Points[j].X += 0.12 * (float64(i) - float64(n-1)/2)
	}
	return k
}

// add draws a curve: its points, their intervals, and a line through them where they are of one scale.
func add(k study.Curve, p *plot.Plot, legend *plot.Legend, c color.Color, joined bool) error {
	xy, bars, err := intervals(k)
	if err != nil {
		return fmt.Errorf("draw %s: %w", k.Name, err)
	}
	line, points, err := plotter.NewLinePoints(xy)
	if err != nil {
		return fmt.Errorf("draw %s: %w", k.Name, err)
	}
	line.Color, points.Color, bars.Color = c, c, c
	line.Width, bars.Width, bars.CapWidth = vg.Points(1.4), vg.Points(1), vg.Points(4)
	points.Shape, points.Radius = vgdraw.CircleGlyph{}, vg.Points(3)
	p.Add(bars, points)
	if joined {
		p.Add(line)
		legend.Add(k.Name, line, points)
	} else {
		legend.Add(k.Name, points)
	}
	return nil
}

// intervals are the points of a curve, and the bars of their intervals.
func intervals(k study.Curve) (plotter.XYs, *plotter.YErrorBars, error) {
	xy, errs := make(plotter.XYs, len(k.Points)), make(plotter.YErrors, len(k.Points))
	for i, v := range k.Points {
		xy[i] = plotter.XY{X: v.X, Y: v.Y}
		errs[i].Low, errs[i].High = max(0, v.Y-v.Low), max(0, v.High-v.Y)
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYer
		plotter.YErrorer
	}{xy, errs})
	return xy, bars, err
}

// The size of pictures, of PNGs in dots an inch, and the margin around them.
const (
	width, height = 15 * vg.Centimeter, 9 * vg.Centimeter
	dpi           = 192
	margin        = 6 * vg.Millimeter / 2
)

// encode returns the picture in a format: svg, png.
func encode(c *study.Chart, format string) ([]byte, error) {
	if c.Bars {
		return encodeBars(c, format)
	}
	p, legend, err := draw(c)
	if err != nil {
		return nil, err
	}
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	if format == "png" {
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
	} else {
		canvas = vgsvg.New(width, height)
	}
	whole := vgdraw.Crop(vgdraw.New(canvas), margin, -margin, margin, -margin)
	left := whole
	if legend != nil {
		beside := legend.Rectangle(whole).Size().X + vg.Points(10)
		left = vgdraw.Crop(whole, 0, -beside, 0, 0)
		legend.Draw(vgdraw.Crop(whole, left.Size().X+vg.Points(8), 0, 0, -vg.Points(22)))
	}
	p.Draw(left)
	return written(c, canvas)
}

func written(c *study.Chart, w io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw %s: %w", c.Name, err)
	}
	return b.Bytes(), nil
}

// encodeBars draws bars side by side, with their intervals.
func encodeBars(k *study.Chart, format string) ([]byte, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = k.Title, k.X, k.Y
	p.Legend.Top = true
	p.Add(plotter.NewGrid())
	wide := 0.8 / float64(max(1, len(k.Curves)))
	for i, v := range k.Curves {
		if err := addBars(p, v, i, wide*(float64(i)-float64(len(k.Curves)-1)/2), wide, len(k.Curves) > 1); err != nil {
			return nil, fmt.Errorf("draw %s: %w", k.Name, err)
		}
	}
	p.Y.Min = 0
	if !k.Open {
		p.Y.Max = 1.25 // room for the legend
	}
	p.NominalX(k.Names...)
	p.X.Min, p.X.Max = -0.5, float64(len(k.Names))-0.5
	w, err := p.WriterTo(18*vg.Centimeter, height, format)
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", k.Name, err)
	}
	return written(k, w)
}

// addBars draws one colour's bars as rectangles, since a curve may lack some places, and their intervals.
func addBars(p *plot.Plot, v study.Curve, colour int, shift, wide float64, legend bool) error {
	v.Points = slices.Clone(v.Points)
	for i := range v.Points {
		d := &v.Points[i]
		d.X += shift
		box, err := plotter.NewPolygon(plotter.XYs{{X: d.X - wide/2, Y: 0}, {X: d.X + wide/2, Y: 0}, {X: d.X + wide/2, Y: d.Y}, {X: d.X - wide/2, Y: d.Y}})
		if err != nil {
			return err
		}
		box.Color, box.LineStyle.Width = palette[colour%len(palette)], 0
		p.Add(box)
		if i == 0 && legend {
			p.Legend.Add(v.Name, box)
		}
	}
	_, bars, err := intervals(v)
	if err == nil {
		p.Add(bars)
	}
	return err
}

// Write writes every chart as SVG and PNG into a folder.
func Write(dir string, charts []*study.Chart) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("pictures: %w", err)
	}
	for _, c := range charts {
		for _, format := range []string{"svg", "png"} {
			b, err := encode(c, format)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, c.Name+"."+format), b, 0o644)
			}
			if err != nil {
				return fmt.Errorf("pictures: %w", err)
			}
		}
	}
	return nil
}

// HTML are the charts as they stand in a page.
func HTML(charts []*study.Chart) ([]template.HTML, error) {
	var out []template.HTML
	for _, c := range charts {
		b, err := encode(c, "svg")
		if err != nil {
			return nil, err
		}
		if at := bytes.Index(b, []byte("<svg")); at >= 0 { // without the XML declaration, which HTML does not take
			b = b[at:]
		}
		out = append(out, template.HTML(b)) // gonum's SVG escapes its texts
	}
	return out, nil
}
