// Package chart draws the figures of reports as SVG: points with their intervals, in curves over numbers or side by side over names.
//
// A chart of one curve with the points (1, 0.4) and (2, 0.7), whose intervals are 0.3 to 0.5 and 0.6 to 0.8, has two circles joined by a
// line, each with an upright bar through it, on a grid whose y axis reaches from 0 to 1.
package chart

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Chart is one picture.
type Chart struct {
	Name   string   // of its file, without an ending
	Title  string   // stands above it
	X, Y   string   // what the axes show
	Names  []string // of the places 0, 1, … on the x axis; nil for numbers
	Open   bool     // y has no upper bound of 1
	Curves []Curve
}

// Curve is a list of points in one colour. A line joins them where the x axis has numbers.
type Curve struct {
	Name   string
	Points []Point
}

// Point is one figure with its interval.
type Point struct{ X, Y, Low, High float64 }

// Write writes every chart as an SVG file into a folder, which it makes if there is none.
func Write(dir string, charts []*Chart) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("pictures: %w", err)
	}
	for _, c := range charts {
		if err := os.WriteFile(filepath.Join(dir, c.Name+".svg"), []byte(c.SVG()), 0o644); err != nil {
			return fmt.Errorf("pictures: %w", err)
		}
	}
	return nil
}

// HTML returns the charts as parts of a page.
func HTML(charts []*Chart) []template.HTML {
	var out []template.HTML
	for _, c := range charts {
		out = append(out, template.HTML(c.SVG())) // SVG escapes titles and names
	}
	return out
}

// palette has colours that readers who confuse red and green tell apart, too (Okabe and Ito 2008).
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#5a5a5a"}

// Sizes in pixels. The legend stands to the right of the plot.
const (
	plotWidth, plotHeight = 480, 270
	left, top, bottom     = 62, 42, 52
	slant                 = 46 // more room below for names that are written aslant
	letter                = 6.2
)

// style is the style sheet of a chart; a chart stands alone, so each has its own.
const style = `.chart text{font:12px sans-serif;fill:#282828}.chart .title{font-size:15px}
.chart .grid{stroke:#e4e4e4}.chart .axis{stroke:#969696}`

// SVG returns the chart as a document of its own.
func (c *Chart) SVG() string {
	d := &drawing{x: c.xAxis(), y: c.yAxis()}
	legend := 0.0
	if len(c.Curves) > 1 {
		for _, k := range c.Curves {
			legend = max(legend, 40+letter*float64(utf8.RuneCountInString(k.Name)))
		}
	}
	below := bottom
	if d.x.crowded() {
		below += slant
	}
	width, height := left+plotWidth+20+int(legend), top+plotHeight+below
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" class="chart" role="img" aria-label="%s">`,
		width, height, width, height, html.EscapeString(c.Title))
	d.printf("<style>%s</style>\n"+`<rect width="%d" height="%d" fill="#fff"/>`, style, width, height)
	d.text(left+plotWidth/2, 22, `class="title" text-anchor="middle"`, c.Title)
	d.text(left+plotWidth/2, float64(height)-12, `text-anchor="middle"`, c.X)
	d.text(0, 0, fmt.Sprintf(`text-anchor="middle" transform="translate(16 %d) rotate(-90)"`, top+plotHeight/2), c.Y)
	d.axes(c.Names == nil)
	for i, k := range c.Curves {
		colour := palette[i%len(palette)]
		if c.Names != nil {
			k = aside(k, i, len(c.Curves))
		}
		d.curve(k, colour, c.Names == nil)
		if len(c.Curves) > 1 {
			x, y := float64(left+plotWidth+20), float64(top+8+18*i)
			d.printf(`<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`, x, y, colour)
			d.text(x+10, y+4, "", k.Name)
		}
	}
	d.WriteString("</svg>\n")
	return d.String()
}

// drawing is a chart that is being written.
type drawing struct {
	strings.Builder
	x, y axis
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *drawing) text(x, y float64, attributes, s string) {
	d.printf(`<text x="%.1f" y="%.1f" %s>%s</text>`, x, y, attributes, html.EscapeString(s))
}

// axes draws the grid with its marks; upright lines only where the x axis has numbers.
func (d *drawing) axes(upright bool) {
	for _, t := range d.y.ticks {
		d.printf(`<path class="grid" d="M%d %.1fh%d"/>`, left, d.y.at(t.value), plotWidth)
		d.text(left-7, d.y.at(t.value)+4, `text-anchor="end"`, t.label)
	}
	for _, t := range d.x.ticks {
		x, y := d.x.at(t.value), float64(top+plotHeight+18)
		if upright {
			d.printf(`<path class="grid" d="M%.1f %dv%d"/>`, x, top, plotHeight)
		}
		if d.x.crowded() {
			d.text(0, 0, fmt.Sprintf(`text-anchor="end" transform="translate(%.1f %.1f) rotate(-35)"`, x+4, y-4), t.label)
		} else {
			d.text(x, y, `text-anchor="middle"`, t.label)
		}
	}
	d.printf(`<path class="axis" d="M%d %dv%dh%d" fill="none"/>`, left, top, plotHeight, plotWidth)
}

// curve draws the points with their intervals, and a line through the points if they are joined.
func (d *drawing) curve(k Curve, colour string, joined bool) {
	var line strings.Builder
	for i, p := range k.Points {
		x, y := d.x.at(p.X), d.y.at(p.Y)
		fmt.Fprintf(&line, "%c%.1f %.1f", "ML"[min(i, 1)], x, y)
		d.printf(`<circle cx="%.1f" cy="%.1f" r="4" fill="%s"><title>%s: %.4g (%.4g to %.4g)</title></circle>`,
			x, y, colour, html.EscapeString(k.Name), p.Y, p.Low, p.High)
		if p.Low < p.High {
			low, high := d.y.at(p.Low), d.y.at(p.High)
			d.printf(`<path stroke="%s" d="M%.1f %.1fV%.1fm-4 0h8M%.1f %.1fh8"/>`, colour, x, low, high, x-4, low)
		}
	}
	if joined && len(k.Points) > 1 {
		d.printf(`<path stroke="%s" stroke-width="2" fill="none" d="%s"/>`, colour, line.String())
	}
}

// aside moves curve i of n a little, so that intervals at one name stand beside each other.
func aside(k Curve, i, n int) Curve {
	k.Points = slices.Clone(k.Points)
	for j := range k.Points {
		k.Points[j].X += 0.7 / float64(n) * (float64(i) - float64(n-1)/2)
	}
	return k
}

// axis turns values into pixels.
type axis struct {
	low, high float64
	ticks     []tick
	from, to  float64 // the pixels of low and high
}

type tick struct {
	value float64
	label string
}

func (a axis) at(v float64) float64 { return a.from + (v-a.low)/(a.high-a.low)*(a.to-a.from) }

// crowded reports whether the labels are too long to stand side by side.
func (a axis) crowded() bool {
	longest := 0
	for _, t := range a.ticks {
		longest = max(longest, utf8.RuneCountInString(t.label))
	}
	return letter*float64(longest+1)*float64(len(a.ticks)) > plotWidth
}

// mostTicks is the largest number of x values that each get a mark; of more, round values are marked.
const mostTicks = 12

func (c *Chart) xAxis() axis {
	a := axis{from: left, to: left + plotWidth}
	if c.Names != nil {
		a.low, a.high = -0.5, float64(len(c.Names))-0.5
		for i, name := range c.Names {
			a.ticks = append(a.ticks, tick{float64(i), name})
		}
		return a
	}
	var at []float64
	for _, k := range c.Curves {
		for _, p := range k.Points {
			at = append(at, p.X)
		}
	}
	slices.Sort(at)
	if at = slices.Compact(at); len(at) == 0 {
		at = []float64{0}
	}
	first, last := at[0], at[len(at)-1]
	pad := max((last-first)*0.04, 1e-9)
	if first == last {
		pad = 1
	}
	a.low, a.high = first-pad, last+pad
	if len(at) > mostTicks {
		a.ticks = rounds(first, last)
		return a
	}
	for _, x := range at {
		a.ticks = append(a.ticks, newTick(x))
	}
	return a
}

func (c *Chart) yAxis() axis {
	a := axis{from: top + plotHeight, to: top, high: 1}
	if c.Open {
		a.high = 0
		for _, k := range c.Curves {
			for _, p := range k.Points {
				a.high = max(a.high, p.Y, p.High)
			}
		}
		if a.high *= 1.05; a.high == 0 {
			a.high = 1
		}
	}
	a.ticks = rounds(0, a.high)
	return a
}

// rounds marks about five round values between two: multiples of 1, 2 or 5 and a power of ten.
func rounds(low, high float64) []tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/5)))
	for _, times := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*times) <= 6 {
			step *= times
			break
		}
	}
	var out []tick
	for i := math.Ceil(low / step); i*step <= high+step*1e-9; i++ {
		out = append(out, newTick(i*step))
	}
	return out
}

func newTick(v float64) tick {
	return tick{v, strconv.FormatFloat(math.Round(v*1e6)/1e6, 'g', 6, 64)}
}
