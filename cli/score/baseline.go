package score

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// folds is the number of folds of cross-validation.
const folds = 10

// Baselines scores a baseline without reasoning on a labelled claim file, to compare a verdict's accuracy with.
// word_overlap says SUPPORTS if enough of the claim's words are in its gold evidence; the threshold is chosen on the
// other 9 of 10 folds. Claims of a family or page are in the same fold (claims.Claim.Group). The section is nil if the
// file has no labels, or no text of evidence.
func Baselines(ctx context.Context, gold File, o Options) (*Section, error) {
	golds, err := goldClaims(ctx, gold)
	if err != nil {
		return nil, fmt.Errorf("score baselines: %w", err)
	}
	var all []example
	unlabelled, bad, worded := 0, 0, 0
	for _, g := range golds {
		switch {
		case g.err != nil:
			bad++
		case classOf(g.value.claim.Label) == noClass:
			unlabelled++
		default:
			e := newExample(g.value.claim)
			all = append(all, e)
			worded += int(One(e.worded))
		}
	}
	if worded == 0 {
		return nil, nil
	}
	l := newLedger(2+verdictCols, o)
	for fold := range folds {
		cut, other := threshold(all, fold)
		for i, e := range all {
			if e.fold != fold || !e.worded {
				continue
			}
			class := other
			if e.overlap >= cut {
				class = supportedClass
			}
			l.add(i, e.claim, labelMeasures(e.class, class))
		}
	}
	words := Section{Name: "word_overlap", Rows: l.all.rows(labelFigures, o), Sections: l.sections(labelFigures, o)}
	return &Section{Name: "baselines", Sections: []Section{words},
		Notes: []Note{{"claims", len(all)}, {"without_gold", unlabelled}, {"gold_unreadable", bad}}}, nil
}

// example is a labelled claim.
type example struct {
	claim       *claims.Claim
	class, fold int
	overlap     float64 // share of the claim's words in the evidence
	worded      bool    // both have words
}

func newExample(c *claims.Claim) example {
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
	return example{c, classOf(c.Label), int(h.Sum32() % folds), found / float64(len(words)),
		len(evidence) > 0 && len(words) > 0}
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
		case e.fold == fold || !e.worded:
		case e.class == supportedClass:
			gain[e.overlap]--
		default:
			gain[e.overlap]++
			count[e.class]++
		}
	}
	cut = math.Inf(-1)
	sum, most, overlaps := 0, 0, slices.Sorted(maps.Keys(gain))
	for i, v := range overlaps {
		if sum += gain[v]; sum > most {
			most, cut = sum, math.Inf(1)
			if i+1 < len(overlaps) {
				cut = overlaps[i+1]
			}
		}
	}
	return cut, slices.Index(count[:], slices.Max(count[:]))
}
