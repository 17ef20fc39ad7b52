package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bridgehop/bridgehop/cli/score"
)

// writeScreen writes what fits on a screen of a report: without the breakdowns, but by hops, and without the figures of our reading
// that are those of the official scorer.
func (e *evaluation) writeScreen(r *score.Report) error {
	short, left := *r, []string(nil)
	short.Section = screenOf(r.Section, nil, &left)
	if err := short.WriteTable(e.Out); err != nil || len(left) == 0 {
		return err
	}
	if s := own(r).Find("hops"); s != nil {
		if err := e.writeGrid("hops", newFigureGrid(*s)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(e.Out, "all figures, by %s: --full\n", strings.Join(left, ", "))
	return err
}

// screenOf returns a section without breakdowns, which it names, and without the rows that stand above it already.
func screenOf(s score.Section, above []score.Row, left *[]string) score.Section {
	s.Rows = slices.DeleteFunc(slices.Clone(s.Rows), func(r score.Row) bool { return slices.Contains(above, r) })
	above = append(slices.Clip(above), s.Rows...)
	sections := s.Sections
	s.Sections = nil
	for _, sub := range sections {
		if slices.Contains(score.Breakdowns(), sub.Name) || sub.Name == "contrast_groups" {
			if name := strings.ReplaceAll(sub.Name, "_", " "); !slices.Contains(*left, name) {
				*left = append(*left, name)
			}
			continue
		}
		s.Sections = append(s.Sections, screenOf(sub, above, left))
	}
	return s
}

// gridLines is the number of figures of a breakdown that are printed.
const gridLines = 8

// writeGrid writes a breakdown with a column for each group; nil is none.
func (e *evaluation) writeGrid(by string, g *figureGrid) error {
	if g == nil {
		return nil
	}
	w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "by %s\t%s\n", by, strings.Join(g.Columns, "\t"))
	for _, l := range g.Lines[:min(len(g.Lines), gridLines)] {
		fmt.Fprintf(w, "  %s", l.Name)
		for _, c := range l.Cells {
			fmt.Fprintf(w, "\t%s", c.Value)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
