package study

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Report is the result of a study of sets of claims: tables of figures.
type Report struct {
	Seed   uint64 // of the bootstrap samples for intervals
	Tables []*Table
}

// Table is a list of figures, each with its number of claims.
type Table struct {
	Name  string   // short, for JSON: recall-by-place
	Title string   // what it shows
	Note  string   // how to read it, what it leaves out
	Keys  []string // names of the keys of rows; the first is the set of claims
	Rows  []Row
}

// Row is a figure. It counts claims unless Table.Note says otherwise.
type Row struct {
	Keys    []string // aligned with Table.Keys
	Measure string
	Share   bool // the figure is a share of N
	score.Figure
}

// NewReport returns a report without figures.
func NewReport(seed uint64) *Report {
	return &Report{seed, []*Table{
		{Name: "comparisons", Title: "Comparisons", Keys: []string{"data", "comparison", "outcome"},
			Note: "difference: with its own 95 % interval. holm_p: its two-sided p-value by the bootstrap's standard " +
				"error, corrected by Holm's method (1979) for all comparisons of this table. The sentences of a report " +
				"call a difference a change if it is below .05. Comparisons of fewer than 20 claims are left out."},
		{Name: "gold", Title: "Gold shapes", Keys: []string{"data", "shape"},
			Note: "claims: those whose most probable shape it is. expected: the sum of all claims' probabilities of the " +
				"shape. no tree: the edges that the file lists hold a cycle, or it tells no edges of four pages and more."},
		{Name: "agreement", Title: "Gold shapes against judgements", Keys: []string{"data", "shape"},
			Note: "judged: claims with this shape by the judgement. precision: the share of the claims given this shape " +
				"that have it by the judgement too; recall: the share of the judged ones. edges: the mean share of " +
				"judged edges that the tree has. two readings: claims that were judged twice; those whose shapes " +
				"differ are in no other row."},
		{Name: "found-by-shape", Title: "Found against gold, by gold shape", Keys: []string{"data", "shape", "knows"},
			Note: "Means over claims; families are drawn together for the intervals. knows: the planner is told nothing, " +
				"the number of gold pages, or the gold shape (hop --shape path4, 3, …). all_gold@5: every gold page " +
				"(MuSiQue: passage) among the first five retrieved. edge_f1: of the pairs of pages that edges join."},
		{Name: "recall-by-place", Title: "Gold pages found, by position and name", Keys: []string{"data", "page"},
			Note: "named: the title stands in the claim; hidden: it does not. n counts pages."},
		{Name: "controls", Title: "Star against path", Keys: []string{"data", "outcome"},
			Note: "star less path. raw: as they are; matched: within strata of equal label and equal numbers of words, " +
				"named pages and hidden pages, weighted by n1·n2/(n1+n2). large: strata with 50 paths and 50 stars."},
	}}
}

// table returns the table of a name.
func (r *Report) table(name string) *Table {
	return r.Tables[slices.IndexFunc(r.Tables, func(t *Table) bool { return t.Name == name })]
}

// add appends a figure to a table.
func (r *Report) add(table, measure string, share bool, f score.Figure, keys ...string) {
	t := r.table(table)
	t.Rows = append(t.Rows, Row{keys, measure, share, f})
}

// count appends a number of claims, which has no interval.
func (r *Report) count(table, measure string, n int, keys ...string) {
	r.add(table, measure, false, score.Exact(n, float64(n)), keys...)
}

// mean appends the mean of values, if there are any.
func (r *Report) mean(table, measure string, share bool, values []Observation, keys ...string) {
	if len(values) > 0 {
		r.add(table, measure, share, mean(values, r.Seed), keys...)
	}
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

// WriteJSON writes every figure of the report as one JSON line.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			keys, f := map[string]string{}, row.Figure
			for i, k := range t.Keys {
				keys[k] = row.Keys[i]
			}
			f.Value, f.Low, f.High = round(f.Value), round(f.Low), round(f.High)
			if err := e.Encode(struct {
				Table   string            `json:"table"`
				Keys    map[string]string `json:"keys"`
				Measure string            `json:"measure"`
				score.Figure
			}{t.Name, keys, row.Measure, f}); err != nil {
				return fmt.Errorf("write figures: %w", err)
			}
		}
	}
	return nil
}

// counted reports whether the figure is a number of claims.
func (r Row) counted() bool { return r.Bare && r.Value == float64(r.N) }

// fewest is the least number of claims whose rates a report shows. Of fewer it shows counts.
const fewest = 20

// String shows a figure: a count as an integer, a share of few claims as "3 of 5", another figure of few claims as "-",
// all others with their intervals.
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

// lines writes a table in Markdown: a line for each combination of keys, a column for each measure.
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
	for _, line := range lines {
		n, cells := 0, []string{}
		for _, m := range measures {
			row, ok := t.find(m, line...)
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
		fmt.Fprintf(b, "| %s |\n", strings.Join(slices.Concat(line, []string{of}, cells), " | "))
	}
}
