package score

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

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
	var l label.Label
	if err := l.UnmarshalText([]byte(written)); err != nil {
		return noClass
	}
	return slices.Index(verdictClasses[:], l)
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
	var g, s label.Label
	known = errors.Join(g.UnmarshalText([]byte(gold)), s.UnmarshalText([]byte(said))) == nil
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
		row := map[string]int{}
		for p := range noClass + 1 {
			if n := int(total[g*(noClass+1)+p] + 0.5); n > 0 {
				row[className(p)] = n
			}
		}
		if len(row) > 0 {
			out[className(g)] = row
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

// folds is the number of folds of cross-validation.
const folds = 10

// baselines scores a baseline without reasoning on labelled claims, to compare a verdict's accuracy with. word_overlap
// says SUPPORTS if enough of the claim's words are in its gold evidence; the threshold is chosen on the other 9 of 10
// folds. Claims of a family or page are in the same fold (claims.Claim.Group). It is broken down only on request. There
// is no section without labels, or without text of evidence.
func baselines(golds []record[*gold], o Options) []Section {
	if o.By == nil {
		o.By = []string{}
	}
	var all []example
	labelled, unlabelled, bad := 0, 0, 0
	for _, g := range golds {
		switch {
		case g.apart:
		case g.err != nil:
			bad++
		case g.value.claim == nil || classOf(g.value.claim.Label) == noClass:
			unlabelled++
		default:
			if e, ok := newExample(labelled, g.value.claim); ok {
				all = append(all, e)
			}
			labelled++
		}
	}
	if len(all) == 0 {
		return nil
	}
	l := newLedger(2+verdictCols, o)
	for fold := range folds {
		cut, other := threshold(all, fold)
		for _, e := range all {
			class := other
			if e.overlap >= cut {
				class = supportedClass
			}
			if e.fold == fold {
				l.add(e.number, e.claim, labelMeasures(e.class, class))
			}
		}
	}
	words := Section{Name: "word_overlap", Rows: l.all.rows(labelFigures, o), Sections: l.sections(labelFigures, o)}
	return []Section{{Name: "baselines", Sections: []Section{words},
		Notes: []Note{{"claims", labelled}, {"without_gold", unlabelled}, {"gold_unreadable", bad}}}}
}

// example is a labelled claim that has words, as its evidence has.
type example struct {
	claim               *claims.Claim
	number, class, fold int
	overlap             float64 // share of the claim's words in the evidence
}

// newExample returns the example of a claim; false if the claim or its evidence has no words.
func newExample(number int, c *claims.Claim) (example, bool) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(c.Group())) // a hash can't fail
	evidence, found := map[string]bool{}, 0.0
	for _, s := range c.Gold {
		for _, it := range s.Items {
			if it.Text != "" {
				for _, w := range wordsOf(it.Text + " " + it.Title) {
					evidence[w] = true
				}
			}
		}
	}
	words := wordsOf(c.Text)
	for _, w := range words {
		found += One(evidence[w])
	}
	return example{c, number, classOf(c.Label), int(h.Sum32() % folds), found / float64(len(words))},
		len(evidence) > 0 && len(words) > 0
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// threshold returns the overlap from which SUPPORTS is right most often outside a fold (the lowest of equally good
// ones), and the most frequent label below it.
func threshold(all []example, fold int) (cut float64, other int) {
	gain := map[float64]int{} // by overlap: how many more are right with a higher threshold
	var count [noClass]int
	for _, e := range all {
		switch {
		case e.fold == fold:
		case e.class == supportedClass:
			gain[e.overlap]--
		default:
			gain[e.overlap]++
			count[e.class]++
		}
	}
	cut = math.Inf(-1)
	sum, most := 0, 0
	for _, overlap := range slices.Sorted(maps.Keys(gain)) {
		if sum > most {
			most, cut = sum, overlap
		}
		sum += gain[overlap]
	}
	if sum > most {
		cut = math.Inf(1)
	}
	return cut, slices.Index(count[:], slices.Max(count[:]))
}
