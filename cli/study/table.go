package study

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Report is the result of a study: tables of figures.
type Report struct {
	Title  string
	Tables []*Table
}

// Table is a list of figures, each with its number of claims.
type Table struct {
	Name  string   // short, for JSON: recall-by-place
	Title string   // what it shows
	Note  string   // how to read it, what it leaves out
	Keys  []string // names of the keys of rows: data, shape, …
	Rows  []Row
}

// Row is a figure. It counts claims unless Table.Note says otherwise.
type Row struct {
	Keys    []string // aligned with Table.Keys
	Measure string
	Share   bool // the figure is a share of N
	score.Figure
}

// add appends a figure. It leaves out one that is the mean of nothing.
func (t *Table) add(measure string, share bool, f score.Figure, keys ...string) {
	if !math.IsNaN(f.Value) {
		t.Rows = append(t.Rows, Row{keys, measure, share, f})
	}
}

// count appends a number of claims, which has no interval.
func (t *Table) count(measure string, n int, keys ...string) {
	t.add(measure, false, score.Exact(n, float64(n)), keys...)
}

// find returns the figure of a measure and keys.
func (t *Table) find(measure string, keys ...string) (Row, bool) {
	for _, r := range t.Rows {
		if r.Measure == measure && slices.Equal(r.Keys, keys) {
			return r, true
		}
	}
	return Row{}, false
}

// Add adds the figures of each table to the table of the same name. The name of a set of claims, if there is one, is their first key.
func (r *Report) Add(set string, tables ...*Table) {
	for _, t := range tables {
		if len(t.Rows) == 0 {
			continue
		}
		var data, key []string
		if set != "" {
			data, key = []string{"data"}, []string{set}
		}
		at := slices.IndexFunc(r.Tables, func(have *Table) bool { return have.Name == t.Name })
		if at < 0 {
			at = len(r.Tables)
			r.Tables = append(r.Tables, &Table{Name: t.Name, Title: t.Title, Note: t.Note, Keys: slices.Concat(data, t.Keys)})
		}
		for _, row := range t.Rows {
			row.Keys = slices.Concat(key, row.Keys)
			r.Tables[at].Rows = append(r.Tables[at].Rows, row)
		}
	}
}

// table returns the table of a name; an empty one if the report has none.
func (r *Report) table(name string) *Table {
	for _, t := range r.Tables {
		if t.Name == name {
			return t
		}
	}
	return &Table{}
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

// counted reports whether the figure is a number of claims.
func (r Row) counted() bool { return r.Bare && r.Value == float64(r.N) }

// fewest is the least number of claims whose rates a report shows. Of fewer it shows counts.
const fewest = 20

// String shows a figure: a count as an integer, a share of few claims as "3 of 5", another figure of few claims as "-", all others with
// their intervals.
func (r Row) String() string {
	switch {
	case r.counted():
		return strconv.Itoa(r.N)
	case r.N < fewest && r.Share:
		return fmt.Sprintf("%.0f of %d", r.Value*float64(r.N), r.N)
	case r.N < fewest:
		return "-"
	case r.Low == r.High:
		return r.decimal(r.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", r.decimal(r.Value), r.decimal(r.Low), r.decimal(r.High))
}

// decimal writes a number of the figure with three digits after the point; with one if it may be 10 or more.
func (r Row) decimal(v float64) string {
	if math.Max(-r.Low, r.High) >= 10 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(math.Round(v*1000)/1000+0, 'f', 3, 64) // + 0 makes -0 to 0
}

// Write writes the tables in Markdown: a line for each combination of keys, a column for each measure.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n## %s\n\n", t.Title)
		if t.Note != "" {
			fmt.Fprintf(&b, "%s\n\n", t.Note)
		}
		t.lines(&b)
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}

func (t *Table) lines(b *strings.Builder) {
	var measures []string
	var lines [][]string
	for _, r := range t.Rows {
		if !slices.Contains(measures, r.Measure) {
			measures = append(measures, r.Measure)
		}
		if !slices.ContainsFunc(lines, func(l []string) bool { return slices.Equal(l, r.Keys) }) {
			lines = append(lines, r.Keys)
		}
	}
	head := strings.Join(slices.Concat(t.Keys, []string{"n"}, measures), " | ")
	fmt.Fprintf(b, "| %s |\n|%s---:|%s\n", strings.ReplaceAll(head, "_", " "), strings.Repeat("---|", len(t.Keys)),
		strings.Repeat("---|", len(measures)))
	for _, keys := range lines {
		n, cells := 0, []string{}
		for _, m := range measures {
			row, ok := t.find(m, keys...)
			if n == 0 && !row.counted() {
				n = row.N
			}
			cell := ""
			if ok {
				cell = row.String()
			}
			if row.N != n && row.N >= fewest && !row.counted() {
				cell += fmt.Sprintf(", n %d", row.N)
			}
			cells = append(cells, cell)
		}
		of := ""
		if n > 0 {
			of = strconv.Itoa(n)
		}
		line := slices.Concat(keys, []string{of}, cells)
		fmt.Fprintf(b, "| %s |\n", strings.Join(line, " | "))
	}
}
