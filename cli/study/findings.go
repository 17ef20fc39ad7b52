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

// Correct adds the p-values of all comparisons of a report, corrected by Holm's method (1979): the k-th smallest of m
// is multiplied by m-k+1, and none is smaller than one before it.
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

// WriteAll writes the report in Markdown: in five sentences what was found and how sure it is, then the comparisons
// that they rest on, then all other tables.
func (r *Report) WriteAll(w io.Writer) error {
	const whole = "all_pages_in_chain"
	sentences := []string{
		"# Chain against star\n",
		r.rarity(),
		r.certainty(),
		"From named pages at an end to hidden pages between others, the share among the first five retrieved " +
			r.change(betweenLessEnd, "recall@5") + ".",
		"Told the number of pages, the planner's share of claims with all their pages in the best chain " +
			r.change(pagesLessAuto, whole) + "; told the shape of four pages too, the share " +
			r.change(shapeLessPages, whole) + ".",
		"From paths to stars of the same label and as many words, named pages and hidden pages, this share " +
			r.change(starLessPath, whole) + ".",
	}
	var b strings.Builder
	b.WriteString(strings.Join(sentences, "\n") + "\n")
	for _, t := range r.Tables {
		if len(t.Rows) > 0 {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", t.Title, t.Note)
			t.lines(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
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
			paths, ok := t.find("expected", set, "path4")
			if !ok {
				paths.Figure = score.Exact(0, 0)
			}
			of = append(of, fmt.Sprintf("%s stars and %s paths in %s", row, paths, set))
		}
	}
	if len(of) == 0 {
		of = []string{"no stars"}
	}
	s := "By the probabilities of their shapes, the claims over four pages are " + strings.Join(of, ", ")
	if left > 0 {
		s += fmt.Sprintf("; without a tree, and left out: %d", left)
	}
	return s + "."
}

// certainty says how far the shapes are to be trusted.
func (r *Report) certainty() string {
	t := r.table("agreement")
	var of []string
	for _, row := range t.Rows {
		if row.Measure != "recall" || row.Keys[1] != "star4" || row.N < fewest {
			continue
		}
		s := fmt.Sprintf("in %s the rule has a recall of %s of %d judged stars", row.Keys[0], row, row.N)
		for _, more := range []struct{ measure, key, text string }{{"precision", "star4", " and a precision of %s of %d"},
			{"kappa", "all", "; its kappa over shapes is %s of %d"},
			{"kappa", "two readings", "; two readings have a kappa of %s of %d claims"}} {
			if f, ok := t.find(more.measure, row.Keys[0], more.key); ok && f.N >= fewest {
				s += fmt.Sprintf(more.text, f, f.N)
			}
		}
		of = append(of, s)
	}
	if len(of) == 0 {
		return "Nobody judged these shapes: they are as sure as the rule that gives them, or as the edges that a " +
			"file lists."
	}
	return "By judgement, " + strings.Join(of, "; ") + "."
}
