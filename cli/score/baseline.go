package score

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// folds is the number of folds of cross-validation.
const folds = 10

// Baselines scores baselines without reasoning on a labelled claim file, to compare a verdict's accuracy with:
//
//   - majority: the most frequent label;
//   - word_overlap: SUPPORTS if enough of the claim's words are in its gold evidence, if the file has
//     text; the threshold is chosen on the other folds;
//   - claim_only: naive Bayes over the claim's words and word pairs (add-one smoothing), without evidence, the
//     test of HoVer's and FEVER's papers for clues in the claims (Schuster et al. 2019).
//
// The last two are cross-validated over 10 folds. Claims of a family or page are in the same fold (claims.Claim.Group). If a labelled
// claim has neither, as FEVER's without enough information, folds are by id for all claims, because otherwise a page's words
// would be learnt only from such claims; the note "folds" says so. auc is the probability that a supported claim scores above another
// one. With more than 65,536 labelled claims, a sample of whole groups is taken to bound memory (about 200 MB); the notes give its
// size.
func Baselines(ctx context.Context, gold File, o Options) (out *Report, err error) {
	defer wrap(&err, "baselines")
	b, err := readBaselines(ctx, gold, o)
	if err != nil {
		return nil, err
	}
	out = &Report{Task: "baselines"}
	out.Notes = []Note{{"claims", len(b.examples)}, {"without_gold", b.unlabelled}, {"gold_unreadable", b.bad}}
	if b.labelled > len(b.examples) {
		out.Notes = append(out.Notes, Note{"sampled_of", b.labelled})
	}
	if b.groupless > 0 {
		for i := range b.examples {
			b.examples[i].fold = b.examples[i].byID
		}
		out.Notes = append(out.Notes, Note{"folds", fmt.Sprintf("by id: %d labelled claims have neither family nor page", b.groupless)})
	}
	out.Sections = append(out.Sections, b.section("majority", b.majority(), o))
	if b.texts > 0 {
		out.Sections = append(out.Sections, b.section("word_overlap", b.overlap(), o))
	}
	out.Sections = append(out.Sections, b.section("claim_only", b.claimOnly(), o))
	return out, nil
}

// example is a labelled claim.
type example struct {
	claim   *claims.Claim // what breakdowns need of it
	sample  uint64        // hash of its group
	class   int
	fold    int
	byID    int // the fold it has when folds are by id
	words   []string
	overlap float64 // share of the claim's words in the evidence; NaN without text
}

type baselines struct {
	examples   []example
	unlabelled int
	labelled   int
	groupless  int // of these without a family or page
	bad        int
	texts      int
	level      int // of sampling: the number of leading zero bits in the hash of a group that is kept
}

// maxExamples is the largest number of claims in memory.
const maxExamples = 1 << 16

// guess is a baseline's result for a claim: a class, and a score for supported.
type guess struct {
	class int
	score float64
	none  bool // the baseline has no result
}

func readBaselines(ctx context.Context, gold File, o Options) (*baselines, error) {
	b := &baselines{}
	for g, err := range goldClaims(gold, o) {
		if cerr := ctx.Err(); cerr != nil {
			return nil, cerr
		}
		var bad *claims.RecordError
		switch {
		case errors.As(err, &bad):
			b.bad++
		case err != nil:
			return nil, err
		case classOf(g.value.Label) == noClass:
			b.unlabelled++
		default:
			b.add(g.value, classOf(g.value.Label))
		}
	}
	if len(b.examples) == 0 {
		return nil, fmt.Errorf("%w: %s has no labels", ErrNoGold, gold.Name)
	}
	return b, nil
}

// add keeps a claim, unless its group is not in the sample (adaptive sampling: Flajolet 1990).
func (b *baselines) add(c *claims.Claim, class int) {
	b.labelled++
	if c.Family == "" && len(c.GoldTitles) == 0 {
		b.groupless++
	}
	sample := idHash(c.Group())
	if bits.LeadingZeros64(sample) < b.level {
		return
	}
	brief := &claims.Claim{Hops: c.Hops, Shape: c.Shape, Kind: c.Kind, Label: c.Label, Challenge: c.Challenge, Level: c.Level,
		Family: c.Family}
	e := example{claim: brief, sample: sample, class: class, fold: foldOf(c.Group()), byID: foldOf(c.ID.Key()), words: wordsOf(c.Text),
		overlap: math.NaN()}
	evidence, worded := map[string]bool{}, false
	for _, s := range c.Gold {
		for _, it := range s.Items {
			if it.Text == "" {
				continue
			}
			worded = true
			for _, w := range wordsOf(it.Text + " " + it.Title) {
				evidence[w] = true
			}
		}
	}
	if worded && len(evidence) > 0 && len(e.words) > 0 {
		found := 0.0
		for _, w := range e.words {
			found += One(evidence[w])
		}
		e.overlap = found / float64(len(e.words))
		b.texts++
	}
	b.examples = append(b.examples, e)
	for len(b.examples) > maxExamples {
		b.level++
		b.examples = slices.DeleteFunc(b.examples, func(e example) bool { return bits.LeadingZeros64(e.sample) < b.level })
	}
}

// foldOf returns the fold of a group or an id.
func foldOf(name string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name)) // a hash can't fail
	return int(h.Sum32() % folds)
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// section scores the guesses, with breakdowns.
func (b *baselines) section(name string, guesses []guess, o Options) Section {
	l := newLedger(2+verdictCols, o)
	var scored []ranked
	for i, g := range guesses {
		if g.none {
			continue
		}
		e := b.examples[i]
		v := make([]float64, 2+verdictCols)
		v[0], v[1] = 1, One(g.class == e.class)
		verdictMeasures(v[2:], e.class, g.class)
		l.add(i, e.claim, v)
		scored = append(scored, ranked{g.score, e.class == supportedClass})
	}
	figures := []figure{mean("accuracy", 1, 0), macroF1(2, 0)}
	out := Section{Name: name, Rows: l.all.rows(figures, o), Sections: l.sections(figures, o)}
	if row, ok := aucRow(scored, o); ok && name != "majority" {
		out.Rows = append(out.Rows, row)
	}
	return out
}

// majority guesses the most frequent label; of equally frequent ones the first class.
func (b *baselines) majority() []guess {
	var count [noClass]int
	for _, e := range b.examples {
		count[e.class]++
	}
	out := make([]guess, len(b.examples))
	for i := range out {
		out[i].class = best(count[:])
	}
	return out
}

func best(count []int) int {
	at := 0
	for i, n := range count {
		if n > count[at] {
			at = i
		}
	}
	return at
}

// idHash spreads FNV-1a's bits (the finaliser of SplitMix64; Steele et al. 2014).
func idHash(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a hash can't fail
	v := h.Sum64()
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}
