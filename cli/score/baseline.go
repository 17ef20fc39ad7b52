package score

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// folds is the number of folds of cross-validation.
const folds = 10

// Baselines scores a baseline without reasoning on a labelled claim file, to compare a verdict's accuracy with. word_overlap says
// SUPPORTS if enough of the claim's words are in its gold evidence; the threshold is chosen on the other 9 of 10 folds. Claims of a family
// or page are in the same fold (claims.Claim.Group). If a labelled claim has neither, as FEVER's without enough information, folds are by
// id for all claims; the note "folds" says so. auc is the probability that a supported claim scores above another one.
//
// The section is nil if the file has no labels, or no text of evidence.
func Baselines(ctx context.Context, gold File, o Options) (*Section, error) {
	golds, err := goldClaims(ctx, gold, o)
	if err != nil {
		return nil, fmt.Errorf("score baselines: %w", err)
	}
	var all []example
	unlabelled, bad, groupless := 0, 0, 0
	for _, g := range golds {
		switch {
		case g.err != nil:
			bad++
		case classOf(g.value.Label) == noClass:
			unlabelled++
		default:
			all = append(all, newExample(g.value))
			groupless += int(One(g.value.Family == "" && len(g.value.GoldTitles) == 0))
		}
	}
	if !slices.ContainsFunc(all, example.worded) {
		return nil, nil
	}
	out := &Section{Name: "baselines", Notes: []Note{{"claims", len(all)}, {"without_gold", unlabelled}, {"gold_unreadable", bad}}}
	if groupless > 0 {
		out.Notes = append(out.Notes, Note{"folds", fmt.Sprintf("by id: %d labelled claims have neither family nor page", groupless)})
	}
	for i := range all {
		group := all[i].claim.Group()
		if groupless > 0 {
			group = all[i].claim.ID.Key()
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(group)) // a hash can't fail
		all[i].fold = int(h.Sum32() % folds)
	}
	out.Sections = []Section{overlapSection(all, o)}
	return out, nil
}

// example is a labelled claim.
type example struct {
	claim   *claims.Claim
	class   int
	fold    int
	overlap float64 // share of the claim's words in the evidence; NaN without text
}

func (e example) worded() bool { return !math.IsNaN(e.overlap) }

func newExample(c *claims.Claim) example {
	e := example{claim: c, class: classOf(c.Label), overlap: math.NaN()}
	words, evidence, found := wordsOf(c.Text), map[string]bool{}, 0.0
	for _, s := range c.Gold {
		for _, it := range s.Items {
			if it.Text == "" {
				continue
			}
			for _, w := range wordsOf(it.Text + " " + it.Title) {
				evidence[w] = true
			}
		}
	}
	for _, w := range words {
		found += One(evidence[w])
	}
	if len(evidence) > 0 && len(words) > 0 {
		e.overlap = found / float64(len(words))
	}
	return e
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// overlapSection guesses each fold by the threshold that is best on the others.
func overlapSection(all []example, o Options) Section {
	l := newLedger(len(labelMeasures(0, 0)), o)
	var cuts [folds]float64
	var others [folds]int
	for fold := range folds {
		cuts[fold], others[fold] = threshold(all, fold)
	}
	worded := make([]example, 0, len(all))
	for i, e := range all {
		if !e.worded() {
			continue
		}
		class := others[e.fold]
		if e.overlap >= cuts[e.fold] {
			class = supportedClass
		}
		l.add(i, e.claim, labelMeasures(e.class, class))
		worded = append(worded, e)
	}
	out := Section{Name: "word_overlap", Rows: l.all.rows(labelFigures, o), Sections: l.sections(labelFigures, o)}
	if row, ok := aucRow(worded, o); ok {
		out.Rows = append(out.Rows, row)
	}
	return out
}

// threshold returns the overlap from which SUPPORTS is right most often outside a fold (the lowest of equally good ones), and the most
// frequent label below it.
func threshold(all []example, fold int) (cut float64, other int) {
	var points []example
	var count [noClass]int
	right := 0 // with a threshold below all points
	for _, e := range all {
		if e.fold == fold || !e.worded() {
			continue
		}
		points = append(points, e)
		if e.class == supportedClass {
			right++
		} else {
			count[e.class]++
		}
	}
	slices.SortFunc(points, byOverlap)
	most, cut := right, math.Inf(-1)
	for i, p := range points {
		right -= int(2*One(p.class == supportedClass)) - 1
		next := math.Inf(1)
		if i+1 < len(points) {
			next = points[i+1].overlap
		}
		if right > most && next > p.overlap {
			most, cut = right, next
		}
	}
	return cut, slices.Index(count[:], slices.Max(count[:]))
}

func byOverlap(a, b example) int { return cmp.Compare(a.overlap, b.overlap) }

// aucRow returns the area under the ROC curve, where equal overlaps count half, with its bootstrap interval; false if one of the two kinds
// is missing.
func aucRow(all []example, o Options) (Row, bool) {
	slices.SortStableFunc(all, byOverlap)
	weights := slices.Repeat([]float64{1}, len(all))
	v := auc(all, weights)
	if math.IsNaN(v) {
		return Row{}, false
	}
	var draws []float64
	for sample := range samples(len(all), o.resamples(), o.Seed, 0x6272696467650003) {
		clear(weights)
		for _, i := range sample {
			weights[i]++
		}
		draws = append(draws, auc(all, weights))
	}
	f := interval(v, draws)
	f.N = len(all)
	return Row{"auc", f}, true
}

// auc computes the area from claims in the order of their overlap, and their weights.
func auc(all []example, weights []float64) float64 {
	below, wins, supported := 0.0, 0.0, 0.0
	for i := 0; i < len(all); {
		j, yes, no := i, 0.0, 0.0
		for ; j < len(all) && all[j].overlap == all[i].overlap; j++ {
			yes += weights[j] * One(all[j].class == supportedClass)
			no += weights[j] * One(all[j].class != supportedClass)
		}
		wins += yes * (below + no/2)
		below += no
		supported += yes
		i = j
	}
	return ratio(wins, supported*below)
}
