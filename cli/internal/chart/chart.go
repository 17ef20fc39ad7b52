// Package chart draws the figures of reports as SVG: points with their intervals, in curves over numbers or side by side over names.
//
// A chart of one curve with the points (1, 0.4) and (2, 0.7), whose intervals are 0.3 to 0.5 and 0.6 to 0.8, has two circles joined by a
// line, each with an upright bar through it, on a grid whose y axis reaches from 0 to 1.
package chart

import (
	"fmt"
	"html/template"
	"os"
	"path/filepath"
)

// Chart is one picture.
type Chart struct {
	Name     string   // of its file, without an ending
	Title    string   // stands above it
	X, Y     string   // what the axes show
	Names    []string // of the places 0, 1, … on the x axis; nil for numbers
	Open     bool     // y has no upper bound of 1
	Diagonal bool     // draw y = x, the line of a calibrated model
	Curves   []Curve
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
