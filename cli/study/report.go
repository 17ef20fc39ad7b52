package study

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Report is the result of a study: tables of figures, and charts of them.
type Report struct {
	Title  string
	Tables []*Table
	Charts []*Chart
	Graphs []*Graph // drawn as examples
}

// Table is a list of figures, each with its number of claims.
type Table struct {
	Name    string   // short, for files and anchors: recall-by-shape
	Title   string   // what it shows
	Command string   // the command that prints these figures
	Note    string   // how to read it, what it leaves out
	Keys    []string // names of the keys of rows: data, shape, …
	Rows    []Row
}

// Row is a figure. It counts claims unless Table.Note says otherwise.
type Row struct {
	Keys    []string // aligned with Table.Keys
	Measure string
	score.Figure
}

// Add appends a figure; one over nothing is left out.
func (t *Table) Add(measure string, f score.Figure, keys ...string) {
	if !math.IsNaN(f.Value) {
		t.Rows = append(t.Rows, Row{keys, measure, f})
	}
}

// Count appends a number of claims, which has no interval.
func (t *Table) Count(measure string, n int, keys ...string) {
	t.Add(measure, score.Exact(n, float64(n)), keys...)
}

// Chart is a picture: curves of points with their intervals, or bars in groups.
type Chart struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	X        string   `json:"x"`
	Y        string   `json:"y"`
	Bars     bool     `json:"bars,omitempty"`
	Names    []string `json:"names,omitempty"`    // of the places 0, 1, … on the x axis; nil for numbers
	Open     bool     `json:"open,omitempty"`     // y has no upper bound of 1
	Diagonal bool     `json:"diagonal,omitempty"` // draw y = x, the line of a calibrated model
	Curves   []Curve  `json:"curves"`
}

// Curve is a line of points, or one colour of bars.
type Curve struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is one figure of a chart.
type Point struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Join adds the tables and charts of another report, of one set of claims. Tables with the same name are merged, with the set's name as the first
// key.
func (r *Report) Join(set string, o *Report) {
	for _, t := range o.Tables {
		have := r.Table(t.Name)
		if have == nil {
			have = &Table{Name: t.Name, Title: t.Title, Note: t.Note, Command: t.Command, Keys: append([]string{"data"}, t.Keys...)}
			r.Tables = append(r.Tables, have)
		}
		for _, row := range t.Rows {
			row.Keys = append([]string{set}, row.Keys...)
			have.Rows = append(have.Rows, row)
		}
	}
	for _, c := range o.Charts {
		named := *c
		named.Name, named.Title = set+"-"+c.Name, c.Title+" ("+set+")"
		r.Charts = append(r.Charts, &named)
	}
	r.Graphs = append(r.Graphs, o.Graphs...)
}

// Table returns the table with a name, or nil.
func (r *Report) Table(name string) *Table {
	for _, t := range r.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// figureLine is a figure as JSON.
type figureLine struct {
	Table   string            `json:"table"`
	Keys    map[string]string `json:"keys"`
	Measure string            `json:"measure"`
	N       int               `json:"n"`
	Value   float64           `json:"value"`
	Low     float64           `json:"low"`
	High    float64           `json:"high"`
	Command string            `json:"command,omitempty"`
}

// WriteJSON writes every figure of the report as one JSON line.
func (r *Report) WriteJSON(w io.Writer) error {
	var lines []figureLine
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			keys := map[string]string{}
			for i, k := range t.Keys {
				keys[k] = row.Keys[i]
			}
			lines = append(lines, figureLine{t.Name, keys, row.Measure, row.N, round(row.Value), round(row.Low), round(row.High), t.Command})
		}
	}
	return WriteLines(w, lines)
}

// WriteCSV writes the table as CSV with a header.
func (t *Table) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write(append(append([]string{}, t.Keys...), "measure", "n", "value", "low", "high")) // a writer keeps its first error until Flush
	for _, r := range t.Rows {
		_ = c.Write(append(append([]string{}, r.Keys...), r.Measure, strconv.Itoa(r.N), number(r.Value), number(r.Low), number(r.High))) // as above
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return nil
}

// Markdown is the table with its command and note, for docs.
func (t *Table) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", t.Title)
	if t.Command != "" {
		fmt.Fprintf(&b, "`%s`\n\n", t.Command)
	}
	if t.Note != "" {
		fmt.Fprintf(&b, "%s\n\n", t.Note)
	}
	fmt.Fprintf(&b, "| %s | measure | n | value | 95 %% interval |\n|%s---|---:|---:|---:|\n", strings.Join(t.Keys, " | "), strings.Repeat("---|", len(t.Keys)))
	for _, r := range t.Rows {
		interval := number(r.Low) + " to " + number(r.High)
		if r.Bare {
			interval = ""
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s |\n", strings.Join(r.Keys, " | "), r.Measure, r.N, number(r.Value), interval)
	}
	return b.String() + "\n"
}

// number is a figure with at most 4 digits after the point.
func number(v float64) string { return strconv.FormatFloat(round(v), 'f', -1, 64) }
