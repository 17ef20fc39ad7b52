package score

import (
	"fmt"
	"math"
	"slices"
	"strings"

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

// Agrees reports whether a verdict is right by the gold label: where that says only NOT_SUPPORTED, REFUTES and NOT
// ENOUGH INFO are. Known is false where one of the two is no label.
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
func macroF1(at, per int) formula {
	return formula{"macro_f1", per, func(s []float64) float64 {
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

// look notes a predicted label, as the task reads it, that is none of the task's.
func (r *run) look(p *prediction, read string, labels ...string) {
	if p != nil && p.label != nil && !slices.Contains(labels, read) {
		r.foreign.add(fmt.Sprintf("%s: label %.40q is not one of %s", p.place, *p.label, strings.Join(labels, ", ")))
	}
}

// labelNotes tell of labels that the task doesn't have.
func (r *run) labelNotes() []Note {
	out := []Note{{"foreign_labels", r.foreign.n}}
	if r.placed {
		out = append(out, Note{"paired_by", "position, for the predictions have no ids"})
	}
	if r.foreign.n > 0 {
		out = append(out, Note{"label_problems", r.foreign.names})
	}
	return out
}

// labelMeasuresOf scores labels alone, of any data set that has them: accuracy and macro_f1 (the mean of F1 over the
// labels of the gold). Labels are read in any spelling; where the gold says only NOT_SUPPORTED, REFUTES and NOT ENOUGH
// INFO are right. A claim without a prediction is wrong. There is no official scorer of this: the report has our
// reading only.
func labelMeasuresOf(r *run, g *gold, p *prediction) []float64 {
	want, said := classOf(g.claim.Label), noClass
	if want == noClass {
		return nil
	}
	if p != nil {
		if said = classOf(*p.label); said == noClass {
			r.foreign.add(fmt.Sprintf("%s: %.40q is no label", p.place, *p.label))
		} else if right, _ := Agrees(g.claim.Label, *p.label); right {
			said = want
		}
	}
	return labelMeasures(want, said)
}

func labelReport(r *run) (*Report, error) {
	if r.without == r.pairing.claims {
		return nil, fmt.Errorf("%w: %s has no labels", ErrNoGold, r.goldFile)
	}
	notes := append([]Note{{"without_gold", r.without}}, r.labelNotes()...)
	return &Report{Task: "verdict", Section: r.own(labelFigures, append(notes, confusion(r.ledger.all, 2))...)}, nil
}

// labelFigures are the figures of labels alone.
var labelFigures = append(means(1, 0, "accuracy"), macroF1(2, 0))

func labelMeasures(gold, pred int) []float64 {
	v := make([]float64, 2+verdictCols)
	v[0], v[1] = 1, One(gold == pred)
	verdictMeasures(v[2:], gold, pred)
	return v
}

// calibration returns the expected calibration error, if predictions have labels, ids and probabilities: the mean
// distance of probability and share right in tenths, weighted by claims (Guo et al. 2017, section 2).
func (r *run) calibration() []Row {
	const bins = 10
	var said, was [bins]float64 // sum of probabilities, number right
	n := 0
	for _, p := range r.pairs {
		if r.placed || p.pred == nil || p.pred.label == nil || len(p.pred.probabilities) == 0 ||
			classOf(text(p.gold.label)) == noClass {
			continue
		}
		right, _ := Agrees(*p.gold.label, *p.pred.label)
		probability := p.pred.probabilities[*p.pred.label]
		bin := min(max(int(probability*bins), 0), bins-1)
		said[bin], was[bin] = said[bin]+probability, was[bin]+One(right)
		n++
	}
	if n == 0 {
		return nil
	}
	sum := 0.0
	for bin := range bins {
		sum += math.Abs(said[bin] - was[bin])
	}
	return []Row{{"calibration_error", Exact(n, sum/float64(n))}}
}
