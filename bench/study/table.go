package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// row is a figure of a CSV file that `bridgehop shapes` wrote.
type row struct {
	keys             []string
	measure, n       string
	value, low, high float64
}

func (r row) String() string {
	if r.low == r.high && r.low == r.value {
		return fmt.Sprintf("%.3f", r.value)
	}
	return fmt.Sprintf("%.3f (%.3f to %.3f)", r.value, r.low, r.high)
}

// table is the columns that tell rows apart, and the rows.
type table struct {
	keys []string
	rows []row
}

// readTable reads the CSV files of a name in several steps' folders as one table; steps are joined by commas.
func readTable(dir, steps, name string) (*table, error) {
	all := &table{}
	for step := range strings.SplitSeq(steps, ",") {
		file := filepath.Join(dir, step, name+".csv")
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		lines, err := csv.NewReader(f).ReadAll()
		if err := f.Close(); err != nil {
			return nil, err
		}
		if err != nil || len(lines) == 0 {
			return nil, fmt.Errorf("%s: no figures: %w", file, err)
		}
		k := slices.Index(lines[0], "measure")
		all.keys = lines[0][:k]
		for _, l := range lines[1:] {
			if l[0] == "all" && strings.Contains(steps, ",") { // of one step, where the table is of several
				continue
			}
			r := row{keys: l[:k], measure: l[k], n: l[k+1]}
			for i, to := range []*float64{&r.value, &r.low, &r.high} {
				if *to, err = strconv.ParseFloat(l[k+2+i], 64); err != nil {
					return nil, fmt.Errorf("%s: %w", file, err)
				}
			}
			all.rows = append(all.rows, r)
		}
	}
	return all, nil
}

// find returns the figure of a measure and keys.
func (t *table) find(measure string, keys ...string) (row, bool) {
	for _, r := range t.rows {
		if r.measure == measure && slices.Equal(r.keys, keys) {
			return r, true
		}
	}
	return row{}, false
}

// shown are names as people write them.
var shown = strings.NewReplacer("hover", "HoVer", "musique", "MuSiQue", "exfever", "EX-FEVER", "2wiki", "2Wiki", "feverous", "FEVEROUS",
	"all_pages_in_chain", "all pages in the chain", "_", " ")

// keep leaves the rows with KEY=VALUE, and takes the key away.
func (t *table) keep(only string) error {
	key, value, _ := strings.Cut(only, "=")
	at := slices.Index(t.keys, key)
	if at < 0 {
		return fmt.Errorf("no key %s, but %q", key, t.keys)
	}
	t.keys = slices.Delete(slices.Clone(t.keys), at, at+1)
	t.rows = slices.DeleteFunc(t.rows, func(r row) bool { return r.keys[at] != value })
	for i := range t.rows {
		t.rows[i].keys = slices.Delete(t.rows[i].keys, at, at+1)
	}
	return nil
}

// columns writes a line for all rows of the same keys; n is the first measure's.
func (t *table) columns(measures []string) (string, error) {
	head := slices.Concat(t.keys, []string{"n"}, measures)
	for i, name := range head {
		head[i] = shown.Replace(name)
	}
	rule := strings.Repeat("---|", len(t.keys)) + "---:|" + strings.Repeat("---|", len(measures))
	return t.lines(head, rule, measures[0], 0, func(r row) (cells []string) {
		cells = append(cells, r.n)
		for _, m := range measures {
			cell := "-"
			if r, ok := t.find(m, r.keys...); ok {
				cell = r.String()
			}
			cells = append(cells, cell)
		}
		return cells
	})
}

// cross writes a line for each rest of the keys.
func (t *table) cross(measure string, columns []string) (string, error) {
	head := slices.Clone(t.keys[1:])
	for _, c := range columns {
		head = append(head, shown.Replace(c))
	}
	return t.lines(head, strings.Repeat("---|", len(head)), measure, 1, func(r row) (cells []string) {
		for _, c := range columns {
			cell := "-"
			if r, ok := t.find(measure, append([]string{c}, r.keys[1:]...)...); ok {
				cell = fmt.Sprintf("%v, n %s", r, r.n)
			}
			cells = append(cells, cell)
		}
		return cells
	})
}

// lines writes a table in Markdown: below the head a line for each combination of the keys from one on, that has the measure.
func (t *table) lines(head []string, rule, measure string, from int, cells func(row) []string) (string, error) {
	out, done := []string{"| " + strings.Join(head, " | ") + " |", "|" + rule}, map[string]bool{}
	for _, r := range t.rows {
		key := strings.Join(r.keys[from:], " | ")
		if r.measure == measure && !done[key] {
			done[key] = true
			if from == 0 {
				key = shown.Replace(key)
			}
			out = append(out, "| "+key+" | "+strings.Join(cells(r), " | ")+" |")
		}
	}
	if len(done) == 0 {
		return "", fmt.Errorf("no %s", measure)
	}
	return strings.Join(out, "\n"), nil
}
