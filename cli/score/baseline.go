package score

import (
	"cmp"
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

func best(count []int) int { return slices.Index(count, slices.Max(count)) }

// idHash spreads FNV-1a's bits (the finaliser of SplitMix64; Steele et al. 2014).
func idHash(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a hash can't fail
	v := h.Sum64()
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// bayes is multinomial naive Bayes with add-one smoothing (Manning, Raghavan and Schütze 2008, section 13.2).
type bayes struct {
	claims [noClass]float64
	total  [noClass]float64
	count  map[string]*[noClass]float64
}

func features(words []string) []string {
	out := make([]string, 0, 2*len(words))
	for i, w := range words {
		out = append(out, w)
		if i > 0 {
			out = append(out, words[i-1]+" "+w)
		}
	}
	return out
}

// learn adds (sign 1) or removes (sign -1) an example. Features without an example are removed from the vocabulary; classify ignores words
// outside the vocabulary (section 13.2, figure 13.2).
func (b *bayes) learn(e example, sign float64) {
	b.claims[e.class] += sign
	for _, f := range features(e.words) {
		c := b.count[f]
		if c == nil {
			c = new([noClass]float64)
			b.count[f] = c
		}
		c[e.class] += sign
		b.total[e.class] += sign
		if *c == ([noClass]float64{}) {
			delete(b.count, f)
		}
	}
}

// classify returns the likeliest class, and the log odds of SUPPORTS against the likeliest other class.
func (b *bayes) classify(words []string) guess {
	var logs [noClass]float64
	size := float64(len(b.count))
	for c := range verdictClasses {
		logs[c] = math.Inf(-1)
		if b.claims[c] > 0 {
			logs[c] = math.Log(b.claims[c])
		}
	}
	for _, f := range features(words) {
		counts := b.count[f]
		if counts == nil {
			continue
		}
		for c := range verdictClasses {
			logs[c] += math.Log((counts[c] + 1) / (b.total[c] + size))
		}
	}
	at, other := 0, math.Inf(-1)
	for c, l := range logs {
		if l > logs[at] {
			at = c
		}
		if c != supportedClass {
			other = math.Max(other, l)
		}
	}
	g := guess{class: at, score: logs[supportedClass] - other}
	if math.IsNaN(g.score) {
		g.score = 0
	}
	return g
}

// claimOnly guesses each fold after learning from the others.
func (b *baselines) claimOnly() []guess {
	model := &bayes{count: map[string]*[noClass]float64{}}
	for _, e := range b.examples {
		model.learn(e, 1)
	}
	out := make([]guess, len(b.examples))
	for fold := range folds {
		b.fold(model, fold, -1)
		for i, e := range b.examples {
			if e.fold == fold {
				out[i] = model.classify(e.words)
			}
		}
		b.fold(model, fold, 1)
	}
	return out
}

func (b *baselines) fold(model *bayes, fold int, sign float64) {
	for _, e := range b.examples {
		if e.fold == fold {
			model.learn(e, sign)
		}
	}
}

// overlap guesses each fold by the threshold that is best on the others.
func (b *baselines) overlap() []guess {
	out := make([]guess, len(b.examples))
	for fold := range folds {
		cut, other := b.threshold(fold)
		for i, e := range b.examples {
			switch {
			case e.fold != fold:
			case math.IsNaN(e.overlap):
				out[i].none = true
			case e.overlap >= cut:
				out[i] = guess{class: supportedClass, score: e.overlap}
			default:
				out[i] = guess{class: other, score: e.overlap}
			}
		}
	}
	return out
}

// threshold returns the overlap from which SUPPORTS is right most often outside a fold (the lowest of equally good ones), and the most
// frequent label below it.
func (b *baselines) threshold(fold int) (cut float64, other int) {
	type point struct {
		overlap   float64
		supported bool
	}
	var points []point
	var count [noClass]int
	right := 0 // with a threshold below all points
	for _, e := range b.examples {
		if e.fold == fold || math.IsNaN(e.overlap) {
			continue
		}
		supported := e.class == supportedClass
		points = append(points, point{e.overlap, supported})
		if supported {
			right++
		} else {
			count[e.class]++
		}
	}
	other = best(count[:])
	slices.SortFunc(points, func(a, c point) int { return cmp.Compare(a.overlap, c.overlap) })
	most, cut := right, math.Inf(-1)
	for i, p := range points {
		right -= int(2*One(p.supported)) - 1
		next := math.Inf(1)
		if i+1 < len(points) {
			next = points[i+1].overlap
		}
		if right > most && next > p.overlap {
			most, cut = right, next
		}
	}
	return cut, other
}

// ranked is the score of a claim, and whether it is supported.
type ranked struct {
	score     float64
	supported bool
}

// aucRow returns the area under the ROC curve, where equal scores count half, with its bootstrap interval; false if one of the two kinds is
// missing.
func aucRow(all []ranked, o Options) (Row, bool) {
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.score, b.score) })
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

// auc computes the area from scores in rising order and the weights of claims.
func auc(all []ranked, weights []float64) float64 {
	below, wins, supported := 0.0, 0.0, 0.0
	for i := 0; i < len(all); {
		j, yes, no := i, 0.0, 0.0
		for ; j < len(all) && all[j].score == all[i].score; j++ {
			yes += weights[j] * One(all[j].supported)
			no += weights[j] * One(!all[j].supported)
		}
		wins += yes * (below + no/2)
		below += no
		supported += yes
		i = j
	}
	return ratio(wins, supported*below)
}
