package score

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// verdictClasses are the labels macro-F1 is over, in the order of the confusion matrix.
var verdictClasses = [...]label.Label{label.Supported, label.Refuted, label.NotEnoughInfo, label.NotSupported}

// supportedClass is the first class; noClass is what is no label.
const supportedClass, noClass = 0, len(verdictClasses)

// verdictCols hold the confusion matrix: gold class by predicted class, the last of which is none.
const verdictCols = noClass * (noClass + 1)

// classOf returns the class of a label in any spelling.
func classOf(written string) int {
	l, err := label.Parse(written)
	if i := slices.Index(verdictClasses[:], l); err == nil && i >= 0 {
		return i
	}
	return noClass
}

func className(class int) string {
	if class == noClass {
		return "none"
	}
	return verdictClasses[class].String()
}

// Agrees reports whether a verdict is right by the gold label: where that says only NOT_SUPPORTED, REFUTES and NOT ENOUGH INFO are.
// Known is false where one of the two is no label.
func Agrees(gold, said string) (right, known bool) {
	g, err := label.Parse(gold)
	s, err2 := label.Parse(said)
	known = err == nil && err2 == nil
	return known && (g == s || g == label.NotSupported && s != label.Supported), known
}

// verdictMeasures marks one cell of the matrix; a gold label that is no verdict marks none.
func verdictMeasures(into []float64, gold, pred int) {
	if gold < noClass {
		into[gold*(noClass+1)+pred] = 1
	}
}

// macroF1 returns the mean of F1 over the classes that the gold has; at is the matrix's first column.
func macroF1(at, per int) figure {
	return figure{"macro_f1", per, func(s []float64) float64 {
		sum, classes := 0.0, 0.0
		for c := range verdictClasses {
			hit, gold, pred := classCounts(s[at:at+verdictCols], c)
			if gold == 0 {
				continue
			}
			classes++
			sum += 2 * hit / (gold + pred)
		}
		return ratio(sum, classes)
	}}
}

func classCounts(m []float64, class int) (hit, gold, pred float64) {
	const width = noClass + 1
	for other := range width {
		gold += m[class*width+other]
	}
	for other := range verdictClasses {
		pred += m[other*width+class]
	}
	return m[class*width+class], gold, pred
}

// Confusion counts claims by gold and predicted label, cells of none left out.
type Confusion map[string]map[string]int

// confusion returns the note of the matrix that begins at a column.
func confusion(s *sample, at int) Note {
	total := s.total()[at:]
	out := Confusion{}
	for g := range verdictClasses {
		for p := range noClass + 1 {
			if n := int(total[g*(noClass+1)+p] + 0.5); n > 0 {
				if out[className(g)] == nil {
					out[className(g)] = map[string]int{}
				}
				out[className(g)][className(p)] = n
			}
		}
	}
	return Note{"confusion", out}
}

// Columns returns the predicted labels, by name.
func (m Confusion) Columns() []string {
	columns := map[string]bool{}
	for _, row := range m {
		for pred := range row {
			columns[pred] = true
		}
	}
	return slices.Sorted(maps.Keys(columns))
}

// Confusion returns the confusion matrix of our reading; nil without verdicts.
func (r *Report) Confusion() Confusion {
	for _, s := range []*Section{&r.Section, r.Find("bridgehop")} {
		if s == nil {
			continue
		}
		if v, ok := s.Note("confusion"); ok {
			return v.(Confusion)
		}
	}
	return nil
}

// WriteConfusion prints the confusion matrix of our reading for people, gold labels as rows; a report without
// verdicts prints nothing.
func (r *Report) WriteConfusion(w io.Writer) error {
	m := r.Confusion()
	if len(m) == 0 {
		return nil
	}
	names := m.Columns()
	return writeTable(w, func(t *tabwriter.Writer) {
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
	})
}

// foreign counts predicted labels that are none of a task's.
type foreign struct{ counted }

// look compares a label as the task reads it.
func (f *foreign) look(place claims.Place, label, read string, labels ...string) {
	if !slices.Contains(labels, read) {
		f.add(fmt.Sprintf("%s: label %.40q is not one of %s", place, label, strings.Join(labels, ", ")))
	}
}

func (f *foreign) notes(byPlace bool) []Note {
	out := []Note{{"foreign_labels", f.n}}
	if byPlace {
		out = append(out, pairedByPlace)
	}
	if f.n > 0 {
		out = append(out, Note{"label_problems", f.names})
	}
	return out
}

// contrast gathers claims over the same gold pages. Where a group has both labels, guessing from the pages or from the
// claim alone can't get all of its members right (Gardner et al. 2020, section 2.3: contrast consistency).
type contrast map[uint64]contrastGroup

// contrastGroup is small: there may be as many as claims.
type contrastGroup struct {
	order, size int32 // order of the first member
	labels      [noClass]bool
	wrong       bool
}

func (c contrast) add(claim *claims.Claim, right bool) {
	class := classOf(claim.Label)
	if len(claim.GoldTitles) == 0 || class == noClass {
		return
	}
	h := fnv.New64a()
	for _, t := range slices.Sorted(slices.Values(claim.GoldTitles)) {
		_, _ = h.Write([]byte(t + "\x00")) // a hash can't fail
	}
	g, known := c[h.Sum64()]
	if !known {
		g.order = int32(len(c))
	}
	g.size++
	g.labels[class] = true
	g.wrong = g.wrong || !right
	c[h.Sum64()] = g
}

// sections are empty when no group has two labels.
func (c contrast) sections(o Options) []Section {
	s := newSample(3)
	for _, g := range c {
		first := slices.Index(g.labels[:], true)
		if slices.Contains(g.labels[first+1:], true) {
			s.add(int(g.order), []float64{1, One(!g.wrong), float64(g.size)})
		}
	}
	if len(s.filled()) == 0 {
		return nil
	}
	return []Section{{Name: "contrast_groups", Rows: s.rows([]figure{mean("group_consistency", 1, 0)}, o),
		Notes: []Note{{"groups", int(s.total()[0])}, {"claims", int(s.total()[2])}}}}
}

// Verdicts scores labels alone, of any data set that has them: accuracy, macro_f1 (the mean of F1 over the labels
// of the gold), and the consistency of contrast groups. Labels are read in any spelling; where the gold says
// only NOT_SUPPORTED, REFUTES and NOT ENOUGH INFO are right. A claim without a prediction is wrong. There is no
// official scorer of this: the report has our reading only.
func Verdicts(ctx context.Context, gold, pred File, o Options) (out *Report, err error) {
	defer wrap(&err, "verdicts")
	all, preds, err := readBoth(ctx, gold, pred, labelForm, o)
	if err != nil {
		return nil, err
	}
	placed := byPlace(all, preds)
	unlabelled, l, groups, odd := 0, newLedger(2+verdictCols, o), contrast{}, foreign{}
	pairing, err := pair(all, preds, func(i int, c *claims.Claim, p **prediction) {
		gold, pred := classOf(c.Label), noClass
		if gold == noClass {
			unlabelled++
			return
		}
		if p != nil {
			if pred = classOf(*(*p).label); pred == noClass {
				odd.add(fmt.Sprintf("%s: %.40q is no label", (*p).place, *(*p).label))
			} else if right, _ := Agrees(c.Label, *(*p).label); right {
				pred = gold
			}
		}
		v := make([]float64, 2+verdictCols)
		v[0], v[1] = 1, One(gold == pred)
		verdictMeasures(v[2:], gold, pred)
		l.add(i, c, v)
		groups.add(c, gold == pred)
	})
	if err == nil {
		err = pairing.strangers()
	}
	if err == nil && unlabelled == pairing.claims {
		err = fmt.Errorf("%w: %s has no labels", ErrNoGold, gold.Name)
	}
	if err != nil {
		return nil, err
	}
	figures := []figure{mean("accuracy", 1, 0), macroF1(2, 0)}
	out = &Report{Task: "verdict", pairs: paired{l.all, figures}}
	out.Rows = l.all.rows(figures, o)
	out.Notes = append(append(pairing.notes(), Note{"without_gold", unlabelled}), odd.notes(placed)...)
	out.Notes = append(out.Notes, confusion(l.all, 2))
	out.Sections = append(l.sections(figures, o), groups.sections(o)...)
	return out, nil
}
