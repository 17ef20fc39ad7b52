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
// or page are in the same fold (claims.Claim.Group).
//
// The section is nil if the file has no labels, or no text of evidence.
func Baselines(ctx context.Context, gold File, o Options) (*Section, error) {
	golds, err := goldClaims(ctx, gold)
	if err != nil {
		return nil, fmt.Errorf("score baselines: %w", err)
	}
	var all []example
	unlabelled, bad := 0, 0
	for _, g := range golds {
		switch {
		case g.err != nil:
			bad++
		case classOf(g.value.claim.Label) == noClass:
			unlabelled++
		default:
			all = append(all, newExample(g.value.claim))
		}
	}
	if !slices.ContainsFunc(all, example.worded) {
		return nil, nil
	}
	out := &Section{Name: "baselines", Notes: []Note{{"claims", len(all)}, {"without_gold", unlabelled}, {"gold_unreadable", bad}}}
	for i := range all {
		h := fnv.New32a()
		_, _ = h.Write([]byte(all[i].claim.Group())) // a hash can't fail
		all[i].fold = int(h.Sum32() % folds)
	}
	l := newLedger(2+verdictCols, o)
	for fold := range folds {
		cut, other := threshold(all, fold)
		for i, e := range all {
			class := other
			if e.overlap >= cut {
				class = supportedClass
			}
			if e.fold == fold && e.worded() {
				l.add(i, e.claim, labelMeasures(e.class, class))
			}
		}
	}
	out.Sections = []Section{{Name: "word_overlap", Rows: l.all.rows(labelFigures, o), Sections: l.sections(labelFigures, o)}}
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
	slices.SortFunc(points, func(a, b example) int { return cmp.Compare(a.overlap, b.overlap) })
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
