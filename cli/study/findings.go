package study

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// The comparisons of a report.
const (
	betweenLessEnd = "hidden page between others less named end"
	pagesLessAuto  = "told the number of pages less told nothing"
	shapeLessPages = "told the shape less told the number of pages"
	starLessPath   = "star less path, matched"
)

// newComparisons returns the table that the sentences of a report rest on.
func newComparisons() *Table {
	return &Table{Name: "comparisons", Title: "Comparisons", Keys: []string{"comparison", "outcome"},
		Note: "difference: with its own 95 % interval. holm_p: its two-sided p-value by the bootstrap's standard error, corrected by Holm's " +
			"method (1979) for all comparisons of this table. The sentences of a report call a difference a change if it is below .05. Comparisons of " +
			"fewer than 20 claims are left out."}
}

// compared adds a difference, unless it is of few claims.
func (t *Table) compared(comparison, outcome string, f score.Figure) {
	if f.N >= fewest {
		t.add("difference", false, f, comparison, outcome)
	}
}

// Comparisons compares pages by their position, and stars with paths.
func (c *Pairing) Comparisons() *Table {
	t := newComparisons()
	if c.ranked() {
		var ends, between int
		var rows []sums
		for _, p := range c.pages(func(*Graph, int) bool { return true }) {
			title, hit := p.of.Gold.Pages[p.at], score.One(p.within(cuts[0]))
			pos, named := p.of.Gold.Position(title), slices.Contains(p.of.Gold.Named, title)
			switch {
			case pos == End && named:
				ends++
				rows = append(rows, sums{p.family(), []float64{1, hit, 0, 0}})
			case (pos == Middle || pos == Centre) && !named:
				between++
				rows = append(rows, sums{p.family(), []float64{0, 0, 1, hit}})
			}
		}
		if min(ends, between) >= fewest {
			t.compared(betweenLessEnd, "recall@5", figureOf(rows, c.Seed, weighted))
		}
	}
	for _, m := range c.outcomes() {
		if k := c.contrast(m); k.Strata > 0 {
			t.compared(starLessPath, m.name, k.Matched)
		}
	}
	return t
}

// Oracle measures what not knowing the shape costs: graphs found by a planner that is told nothing, the number of gold pages, or the
// gold shape, paired by claim. For fewer than 4 pages the last two are the same. It returns the differences, and the figures
// behind them.
func Oracle(gold []*Graph, auto, pages, shape map[string]*Found, seed uint64) (differences, figures *Table) {
	differences = newComparisons()
	figures = &Table{Name: "oracle", Title: "What not knowing the shape costs", Keys: []string{"shape", "knows"},
		Note: "pages: the planner is told the number of gold pages. shape: it is told the gold shape (hop --shape path4, 3, …)."}
	plain := Compare(gold, auto, seed)
	names, parts := plain.byShape()
	for _, m := range plain.outcomes() {
		knowing := func(found map[string]*Found) caseMeasure {
			return caseMeasure{m.name, m.share, func(x *Case) (float64, bool) {
				f := found[x.Gold.ID.Key()]
				if f == nil {
					return 0, false
				}
				return m.of(&Case{Gold: x.Gold, Found: f})
			}}
		}
		less := func(a, b caseMeasure) caseMeasure {
			return caseMeasure{m.name, false, func(x *Case) (float64, bool) {
				v, ok := a.of(x)
				w, ok2 := b.of(x)
				return v - w, ok && ok2
			}}
		}
		toldPages, toldShape := knowing(pages), knowing(shape)
		for _, name := range names {
			m.mean(figures, seed, parts[name], name, "nothing")
			toldPages.mean(figures, seed, parts[name], name, "pages")
			if Form(name) != "" {
				toldShape.mean(figures, seed, parts[name], name, "shape")
			}
		}
		formed := slices.DeleteFunc(slices.Clone(plain.Cases), func(x *Case) bool { return Form(x.Gold.Shape()) == "" })
		differences.compared(pagesLessAuto, m.name, Mean(observe(plain.Cases, less(toldPages, m).of), seed))
		differences.compared(shapeLessPages, m.name, Mean(observe(formed, less(toldShape, toldPages).of), seed))
	}
	return differences, figures
}

// Correct adds the p-values of all comparisons of a report, corrected by Holm's method (1979): the k-th smallest of m is multiplied by
// m-k+1, and none is smaller than one before it.
func (r *Report) Correct() {
	t := r.table("comparisons")
	at := make([]int, len(t.Rows))
	for i := range at {
		at[i] = i
	}
	p := func(i int) float64 {
		f := t.Rows[i].Figure
		if f.Error == 0 { // one family, or claims that are all alike
			return 1
		}
		return math.Erfc(math.Abs(f.Value) / f.Error / math.Sqrt2)
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(p(a), p(b)) })
	least := 0.0
	for k, i := range at {
		least = max(least, min(1, p(i)*float64(len(at)-k)))
		t.Rows = append(t.Rows, Row{t.Rows[i].Keys, "holm_p", false, score.Exact(t.Rows[i].N, least)})
	}
}

// level is the corrected p-value from which a difference is not shown.
const level = 0.05

// WriteAll writes the report in Markdown: in five sentences what was found and how sure it is, then the comparisons that they rest on,
// then all other tables.
func (r *Report) WriteAll(w io.Writer) error {
	const whole = "all_pages_in_chain"
	sentences := []string{
		"# " + r.Title + "\n",
		r.rarity(),
		r.certainty(),
		"From named pages at an end to hidden pages between others, the share among the first five retrieved " +
			r.change(betweenLessEnd, "recall@5") + ".",
		"Told the number of pages, the planner's share of claims with all their pages in the best chain " + r.change(pagesLessAuto, whole) +
			"; told the shape of four pages too, the share " + r.change(shapeLessPages, whole) + ".",
		"From paths to stars of the same label and as many words, named pages and hidden pages, this share " +
			r.change(starLessPath, whole) + ".",
	}
	if _, err := fmt.Fprint(w, strings.Join(sentences, "\n"), "\n\n"); err != nil {
		return err
	}
	slices.SortStableFunc(r.Tables, func(a, b *Table) int {
		return int(score.One(b.Name == "comparisons") - score.One(a.Name == "comparisons"))
	})
	return r.Write(w)
}

// change says in which sets a comparison shows a change, and in which it shows none.
func (r *Report) change(comparison, outcome string) string {
	t := r.table("comparisons")
	var shown, not []string
	for _, row := range t.Rows {
		if row.Measure != "difference" || row.Keys[1] != comparison || row.Keys[2] != outcome {
			continue
		}
		if p, _ := t.find("holm_p", row.Keys...); p.Value < level {
			shown = append(shown, fmt.Sprintf("%s in %s", row, row.Keys[0]))
		} else {
			not = append(not, row.Keys[0])
		}
	}
	var said []string
	if len(shown) > 0 {
		said = append(said, "changes by "+strings.Join(shown, ", "))
	}
	if len(not) > 0 {
		said = append(said, "shows no change in "+strings.Join(not, ", "))
	}
	if said == nil {
		return "can't be compared in any set, for want of 20 claims"
	}
	return strings.Join(said, " and ")
}

// rarity says how many claims are stars.
func (r *Report) rarity() string {
	t, left := r.table("gold"), 0
	var of []string
	for _, row := range t.Rows {
		set, shape := row.Keys[0], row.Keys[1]
		if shape == "no tree" {
			left += row.N
		}
		if row.Measure == "expected" && shape == "star4" {
			paths, _ := t.find("expected", set, "path4")
			stars := row
			if n, _ := t.find("claims", row.Keys...); n.Value == row.Value { // the shapes are certain
				paths.Figure, stars.Figure = score.Exact(int(paths.Value), paths.Value), n.Figure
			}
			of = append(of, fmt.Sprintf("%s stars and %s paths in %s", stars, paths, set))
		}
	}
	if len(of) == 0 {
		of = []string{"no stars"}
	}
	s := "By the probabilities of their shapes, the claims over four pages are " + strings.Join(of, ", ")
	switch left {
	case 0:
		return s + "."
	case 1:
		return s + "; 1 claim has no tree and is left out."
	}
	return fmt.Sprintf("%s; %d claims have no tree and are left out.", s, left)
}

// certainty says how far the shapes are to be trusted.
func (r *Report) certainty() string {
	t := r.table("agreement")
	var of []string
	for _, row := range t.Rows {
		if row.Measure != "recall" || row.Keys[1] != "star4" {
			continue
		}
		s := fmt.Sprintf("in %s the rule has a recall of %s for judged stars", row.Keys[0], row)
		if precision, ok := t.find("precision", row.Keys...); ok {
			s += fmt.Sprintf(" and a precision of %s", precision)
		}
		if kappa, ok := t.find("kappa", row.Keys[0], "all"); ok && kappa.N >= fewest {
			s += fmt.Sprintf(" (kappa over shapes of %d claims %s)", kappa.N, kappa)
		}
		of = append(of, s)
	}
	if len(of) == 0 {
		return "No person judged these shapes: they are as sure as the rule that gives them, or as the edges that a file lists."
	}
	return "By a person's judgement, " + strings.Join(of, "; ") + "."
}
