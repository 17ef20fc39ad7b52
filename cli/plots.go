package cli

import (
	"bytes"
	"fmt"
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
)

// chart is a picture of a report: lines of points with their intervals, or points side by side where the places on the x
// axis have names.
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

var (
	ink    = color.RGBA{40, 40, 40, 255}
	gridOf = color.RGBA{228, 228, 228, 255}
)

// draw makes the picture; its legend is drawn beside it.
func (c *chart) draw() (*plot.Plot, *plot.Legend, error) {
	p, legend := plot.New(), plot.NewLegend()
	c.style(p, &legend)
	if c.diagonal {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}})
		if err != nil {
			return nil, nil, err
		}
		line.Dashes, line.Color = []vg.Length{vg.Points(4), vg.Points(4)}, color.Gray{150}
		p.Add(line)
	}
	for i, k := range c.curves {
		if c.names != nil {
			k = k.aside(i, len(c.curves))
		}
		if err := k.add(p, &legend, palette[i%len(palette)], c.names == nil); err != nil {
			return nil, nil, err
		}
	}
	c.axes(p)
	if len(c.curves) < 2 {
		return p, nil, nil
	}
	return p, &legend, nil
}

func (c *chart) style(p *plot.Plot, legend *plot.Legend) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.title, c.x, c.y
	for style, size := range map[*vgdraw.TextStyle]float64{&p.Title.TextStyle: 11, &p.X.Label.TextStyle: 9, &p.Y.Label.TextStyle: 9,
		&p.X.Tick.Label: 8.5, &p.Y.Tick.Label: 8.5, &legend.TextStyle: 8.5} {
		style.Font, style.Color = font.From(sans, vg.Points(size)), ink
	}
	p.Title.Padding, p.X.Label.Padding, p.Y.Label.Padding = vg.Points(8), vg.Points(4), vg.Points(4)
	legend.Top, legend.Left, legend.YPosition, legend.Padding = true, true, 0, vg.Points(4)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridOf, gridOf
	if c.names != nil {
		grid.Vertical.Color = nil
	}
	p.Add(grid)
}

// axes sets the bounds and the marks: shares by fifths, and numbers where there are points.
func (c *chart) axes(p *plot.Plot) {
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = color.Gray{150}, color.Gray{150}
		axis.Padding = vg.Points(3)
	}
	p.Y.Min = 0
	if !c.open {
		p.Y.Max = 1
		p.Y.Tick.Marker = fifths()
	}
	switch {
	case c.names != nil:
		p.NominalX(c.names...)
		p.X.Tick.Label.XAlign = vgdraw.XCenter
		p.X.Min, p.X.Max = -0.5, float64(len(c.names))-0.5
	case c.diagonal:
		p.X.Min, p.X.Max, p.X.Tick.Marker = 0, 1, fifths()
	default:
		p.X.Tick.Marker = c.places()
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
func (c *chart) places() plot.ConstantTicks {
	var at []float64
	for _, k := range c.curves {
		for _, v := range k.points {
			at = append(at, v.x)
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
func (k curve) aside(i, n int) curve {
	k.points = slices.Clone(k.points)
	for j := range k.points {
		k.points[j].x += 0.12 * (float64(i) - float64(n-1)/2)
	}
	return k
}

// add draws a curve: its points, their intervals, and a line through them where they are of one scale.
func (k curve) add(p *plot.Plot, legend *plot.Legend, c color.Color, joined bool) error {
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
	line.Width, bars.Width, bars.CapWidth = vg.Points(1.4), vg.Points(1), vg.Points(4)
	points.Shape, points.Radius = vgdraw.CircleGlyph{}, vg.Points(3)
	p.Add(bars, points)
	if joined {
		p.Add(line)
		legend.Add(k.name, line, points)
	} else {
		legend.Add(k.name, points)
	}
	return nil
}

// The size of pictures, of PNGs in dots an inch, and the margin around them.
const (
	chartWidth, chartHeight = 15 * vg.Centimeter, 9 * vg.Centimeter
	chartDPI                = 192
	chartMargin             = 6 * vg.Millimeter / 2
)

// encode gives the picture in a format: svg, png.
func (c *chart) encode(format string) ([]byte, error) {
	p, legend, err := c.draw()
	if err != nil {
		return nil, err
	}
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	if format == "png" {
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(chartWidth, chartHeight), vgimg.UseDPI(chartDPI))}
	} else {
		canvas = vgsvg.New(chartWidth, chartHeight)
	}
	whole := vgdraw.Crop(vgdraw.New(canvas), chartMargin, -chartMargin, chartMargin, -chartMargin)
	left := whole
	if legend != nil {
		width := legend.Rectangle(whole).Size().X + vg.Points(10)
		left = vgdraw.Crop(whole, 0, -width, 0, 0)
		legend.Draw(vgdraw.Crop(whole, left.Size().X+vg.Points(8), 0, 0, -vg.Points(22)))
	}
	p.Draw(left)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
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
