package study

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/score"
)

// Report is the result of a study: tables of figures, charts of them, and graphs as examples.
type Report struct {
	Title  string
	Tables []*Table
	Charts []*chart.Chart
	Graphs []*Graph
}

// Table is a list of figures, each with its number of claims.
type Table struct {
	Name  string   // short, for files and anchors: recall-by-place
	Title string   // what it shows
	Note  string   // how to read it, what it leaves out
	Keys  []string // names of the keys of rows: data, shape, …
	Rows  []Row
}

// Row is a figure. It counts claims unless Table.Note says otherwise.
type Row struct {
	Keys    []string // aligned with Table.Keys
	Measure string
	score.Figure
}

// Add appends a figure. It leaves out one that is the mean of nothing.
func (t *Table) Add(measure string, f score.Figure, keys ...string) {
	if !math.IsNaN(f.Value) {
		t.Rows = append(t.Rows, Row{keys, measure, f})
	}
}

// Count appends a number of claims, which has no interval.
func (t *Table) Count(measure string, n int, keys ...string) {
	t.Add(measure, score.Exact(n, float64(n)), keys...)
}

// Join adds the tables, charts and graphs of another report, which is of one set of claims. It merges tables that have the same name,
// with the set's name as the first key.
func (r *Report) Join(set string, o *Report) {
	for _, t := range o.Tables {
		at := slices.IndexFunc(r.Tables, func(have *Table) bool { return have.Name == t.Name })
		if at < 0 {
			at = len(r.Tables)
			r.Tables = append(r.Tables, &Table{Name: t.Name, Title: t.Title, Note: t.Note, Keys: append([]string{"data"}, t.Keys...)})
		}
		for _, row := range t.Rows {
			row.Keys = append([]string{set}, row.Keys...)
			r.Tables[at].Rows = append(r.Tables[at].Rows, row)
		}
	}
	for _, c := range o.Charts {
		named := *c
		named.Name, named.Title = set+"-"+c.Name, c.Title+" ("+set+")"
		r.Charts = append(r.Charts, &named)
	}
	r.Graphs = append(r.Graphs, o.Graphs...)
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
			lines = append(lines, figureLine{t.Name, keys, row.Measure, row.N, round(row.Value), round(row.Low), round(row.High)})
		}
	}
	return WriteLines(w, lines)
}

// WriteCSV writes the table as CSV with a header.
func (t *Table) WriteCSV(w io.Writer) error {
	lines := [][]string{slices.Concat(t.Keys, []string{"measure", "n", "value", "low", "high"})}
	for _, r := range t.Rows {
		lines = append(lines, slices.Concat(r.Keys, []string{r.Measure, strconv.Itoa(r.N), number(r.Value), number(r.Low), number(r.High)}))
	}
	if err := csv.NewWriter(w).WriteAll(lines); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return nil
}

// number writes a figure with at most 4 digits after the point.
func number(v float64) string { return strconv.FormatFloat(round(v), 'f', -1, 64) }

// barChart returns the chart of some measures of a table, at the places of its first key.
func barChart(t *Table, x, title string, measures ...string) *chart.Chart {
	c := &chart.Chart{Name: t.Name, Title: title, X: x, Y: "share (95 % interval)", Names: t.values(0)}
	for _, m := range measures {
		if k := t.curve(m, c.Names, func(r Row) bool { return r.Measure == m }); len(k.Points) > 0 {
			c.Curves = append(c.Curves, k)
		}
	}
	return c
}

// values returns the values of a key, in the order of the rows.
func (t *Table) values(key int) (out []string) {
	for _, r := range t.Rows {
		if !slices.Contains(out, r.Keys[key]) {
			out = append(out, r.Keys[key])
		}
	}
	return out
}

// curve returns the rows that pick takes, at the places of their first keys among names.
func (t *Table) curve(name string, names []string, pick func(Row) bool) chart.Curve {
	k := chart.Curve{Name: name}
	for _, r := range t.Rows {
		if pick(r) {
			k.Points = append(k.Points, chart.Point{X: float64(slices.Index(names, r.Keys[0])), Y: r.Value, Low: r.Low, High: r.High})
		}
	}
	return k
}
