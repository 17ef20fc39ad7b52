package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
)

func curve(name string, points ...chart.Point) chart.Curve {
	return chart.Curve{Name: name, Points: points}
}

// wellFormed fails for a document that is no XML, and for numbers that no axis has.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Errorf("a number is missing: %s", svg)
	}
}

// Each point is a circle; an interval is an upright bar; a line joins the points of a curve over numbers only.
func TestSVG(t *testing.T) {
	k := []chart.Curve{curve("a", chart.Point{1, 0.4, 0.3, 0.5}, chart.Point{2, 0.7, 0.7, 0.7}), curve("b <&>", chart.Point{1, 0.2, 0.1, 0.3})}
	for _, test := range []struct {
		name                  string
		chart                 chart.Chart
		circles, bars, joined int
		ticks                 string
	}{
		{"numbers", chart.Chart{Title: "T <b>", Curves: k}, 5, 2, 1, "0 0.2 0.4 0.6 0.8 1 1 2"},
		{"names", chart.Chart{Names: []string{"x", "y", "z"}, Curves: k}, 5, 2, 0, "0 0.2 0.4 0.6 0.8 1 x y z"},
		{"open", chart.Chart{Open: true, Curves: []chart.Curve{curve("a", chart.Point{10, 40, 40, 40})}}, 1, 0, 0, "0 10 20 30 40 10"},
		{"nothing", chart.Chart{Curves: []chart.Curve{curve("a")}}, 0, 0, 0, "0 0.2 0.4 0.6 0.8 1 0"},
	} {
		svg := test.chart.SVG()
		wellFormed(t, svg)
		circles, bars, joined := strings.Count(svg, "<circle"), strings.Count(svg, "m-4 0h8"), strings.Count(svg, `stroke-width="2"`)
		if circles != test.circles || bars != test.bars || joined != test.joined {
			t.Errorf("%s: %d circles, %d intervals, %d lines, want %d, %d, %d", test.name, circles, bars, joined, test.circles, test.bars, test.joined)
		}
		var ticks []string
		for _, m := range regexp.MustCompile(`text-anchor="(?:end|middle)">([^<]+)</text>`).FindAllStringSubmatch(svg, -1) {
			ticks = append(ticks, m[1])
		}
		if got := strings.Join(ticks, " "); !strings.HasSuffix(got, test.ticks) {
			t.Errorf("%s: marks %q, want %q", test.name, got, test.ticks)
		}
	}
}

// Points of different curves stand beside each other at a name, and long names are written aslant.
func TestNames(t *testing.T) {
	names := []string{"a middle page, hidden", "a middle page, named", "an end page, hidden", "an end page, named"}
	c := chart.Chart{Names: names, Curves: []chart.Curve{curve("a", chart.Point{0, 1, 1, 1}), curve("b", chart.Point{0, 1, 1, 1})}}
	svg := c.SVG()
	at := regexp.MustCompile(`<circle cx="([\d.]+)" cy="[\d.]+" r="4" fill="[^"]+"><title>`).FindAllStringSubmatch(svg, -1)
	if len(at) != 2 || at[0][1] == at[1][1] {
		t.Errorf("points at %v, want two places", at)
	}
	if n := strings.Count(svg, "rotate(-35)"); n != len(names) {
		t.Errorf("%d names aslant, want %d", n, len(names))
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	c := &chart.Chart{Name: "one", Curves: []chart.Curve{curve("a", chart.Point{1, 1, 1, 1})}}
	if err := chart.Write(dir, []*chart.Chart{c}); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "one.svg")); err != nil || string(b) != c.SVG() {
		t.Errorf("got %q, %v", b, err)
	}
	if err := chart.Write(filepath.Join(dir, "one.svg"), []*chart.Chart{c}); err == nil || !strings.HasPrefix(err.Error(), "pictures: ") {
		t.Errorf("a file for the folder: got %v", err)
	}
}
