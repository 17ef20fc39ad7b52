package score

import (
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
