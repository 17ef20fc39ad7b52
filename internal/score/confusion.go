package score

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteConfusion prints the confusion matrix of our reading for people, gold labels as rows; a report without
// verdicts prints nothing.
func (r *Report) WriteConfusion(w io.Writer) error {
	m := r.Confusion()
	if len(m) == 0 {
		return nil
	}
	columns := map[string]bool{}
	for _, row := range m {
		for pred := range row {
			columns[pred] = true
		}
	}
	names := slices.Sorted(maps.Keys(columns))
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "gold \\ predicted\t%s\tall\n", strings.Join(names, "\t"))
	for _, gold := range slices.Sorted(maps.Keys(m)) {
		all := 0
		fmt.Fprint(t, gold)
		for _, pred := range names {
			fmt.Fprintf(t, "\t%d", m[gold][pred])
			all += m[gold][pred]
		}
		fmt.Fprintf(t, "\t%d\n", all)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Confusion counts claims by gold and predicted label, cells of none left out; nil without verdicts.
func (r *Report) Confusion() map[string]map[string]int {
	for _, s := range []*Section{&r.Section, r.Find("bridgehop")} {
		if s == nil {
			continue
		}
		if v, ok := s.Note("confusion"); ok {
			m, _ := v.(map[string]map[string]int)
			return m
		}
	}
	return nil
}
