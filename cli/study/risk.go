package study

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Answer is one verdict with its confidence: the probability of the label that was predicted.
type Answer struct {
	ID     string
	Shape  string
	Family string // answers of one family stay together when claims are split
	Sure   float64
	Right  bool
}

// Risk makes selective verdicts: those below a threshold of confidence are withheld, and the threshold is chosen so
// that the others keep a stated error.
//
// The guarantee. Claims are split by family into three parts, by hash and Seed: one for ordering, one for calibration, one held
// back. Thresholds are tested from the strictest to the loosest, beginning where the ordering part accepts enough
// claims for any test to succeed; each test asks of the calibration part, by the exact binomial test at level Delta, whether
// the error among accepted claims may be as large as Error, and the first that can't rule it out ends the sequence (fixed
// sequence testing: Angelopoulos et al. 2021, Learn then Test, section 3.2; for selective classification El-Yaniv
// and Geifman 2017). The last threshold passed then has an error of at most Error among the claims it accepts, with
// probability 1 - Delta over the draw of the calibration claims, whenever the claims it is used on are drawn as they were, each
// on its own. It says nothing of other data, nor of each shape when one threshold is made for all of them; so each
// shape has a threshold of its own, too. Claims of one family are not drawn on their own: where families are large, Delta is
// too hopeful. The held-back part, which chose nothing, shows what came of it.
type Risk struct {
	Error float64 // allowed among accepted claims, such as 0.1
	Delta float64 // probability that it is exceeded all the same, such as 0.1
	Seed  uint64
}

// Threshold is a chosen threshold and what it did to the claims held back.
type Threshold struct {
	Found bool    // false: no threshold could be shown to keep the error on so few calibration claims
	At    float64 // verdicts with at least this confidence are given
	Calibrating,
	Held int // claims of these parts
	Accepted int // number of held-back claims accepted
	Wrong    int // of those accepted
}

// grid is the number of thresholds tested, from 1 down in equal steps.
const grid = 200

// Choose finds the threshold for some answers.
func (r Risk) Choose(answers []Answer) Threshold {
	var parts [3][]Answer
	for _, a := range answers {
		p := r.part(a)
		parts[p] = append(parts[p], a)
	}
	t := Threshold{Calibrating: len(parts[1]), Held: len(parts[2])}
	needed := math.Log(r.Delta) / math.Log(1-r.Error) // so many right answers rule the error out
	for i := grid; i >= 0; i-- {
		at := float64(i) / grid
		if n, _ := accepted(parts[0], at); float64(n)*float64(len(parts[1])) < 2*needed*float64(len(parts[0])) {
			continue
		}
		n, wrong := accepted(parts[1], at)
		if atMost(n, wrong, r.Error) > r.Delta {
			break
		}
		t.Found, t.At = true, at
	}
	if t.Found {
		t.Accepted, t.Wrong = accepted(parts[2], t.At)
	}
	return t
}

// part returns the part of an answer: 20 % of families are for ordering, 40 % for calibration, 40 % are held back.
func (r Risk) part(a Answer) int {
	h := fnv.New64a()
	key := a.Family
	if key == "" {
		key = a.ID
	}
	_, _ = h.Write([]byte(key)) // a hash can't fail
	v := mix(h.Sum64()^r.Seed) % 10
	switch {
	case v < 2:
		return 0
	case v < 6:
		return 1
	}
	return 2
}

// mix spreads the bits of a hash (the finaliser of MurmurHash3, Appleby 2008).
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

func accepted(answers []Answer, at float64) (n, wrong int) {
	for _, a := range answers {
		if a.Sure >= at {
			n++
			if !a.Right {
				wrong++
			}
		}
	}
	return n, wrong
}

// atMost is the probability of at most k errors among n claims when each is wrong with probability p.
func atMost(n, k int, p float64) float64 {
	sum := 0.0
	for i := 0; i <= k; i++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(a - b - c + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return min(sum, 1)
}

// Report returns the curves of risk against coverage by shape, over all claims, and the thresholds.
func (r Risk) Report(answers []Answer, command string) *Report {
	t := &Table{Name: "risk", Title: "Selective verdicts by shape", Command: command, Keys: []string{"shape"},
		Note: "accuracy and area are over all claims; the area is the mean error over all coverages, most confident first; neither it nor a threshold has an interval. The threshold was chosen on calibration claims to keep an error of at most " +
			number(r.Error) + " with probability " + number(1-r.Delta) + "; coverage and error are of the claims held back. Without a threshold, the calibration claims were too few or too often wrong."}
	chart := &Chart{Name: "risk", Title: "Error among the most confident", X: "coverage", Y: "error"}
	shapes, groups := parted(answers, func(a Answer) string { return a.Shape }, compareShapes)
	groups["all"] = answers
	for _, s := range append([]string{"all"}, shapes...) {
		r.row(t, s, groups[s])
		if len(groups[s]) >= leastCurve {
			chart.Curves = append(chart.Curves, Curve{Name: s, Points: curveOf(groups[s])})
		}
	}
	return &Report{Title: "Risk and coverage", Tables: []*Table{t}, Charts: []*Chart{chart}}
}

// leastCurve is the least number of claims for a curve.
const leastCurve = 20

func (r Risk) row(t *Table, shape string, answers []Answer) {
	t.Add("accuracy", Mean(observe(answers, always(func(a Answer) float64 { return score.One(a.Right) })), r.Seed), shape)
	area := 0.0
	points := curveOf(answers)
	for _, p := range points {
		area += p.Y / float64(len(points))
	}
	t.Add("area", score.Exact(len(answers), area), shape)
	x := r.Choose(answers)
	t.Count("calibration claims", x.Calibrating, shape)
	if !x.Found {
		return
	}
	t.Add("threshold", score.Exact(x.Calibrating, x.At), shape)
	t.Add("coverage, held back", score.Proportion(x.Accepted, x.Held), shape)
	t.Add("error, held back", score.Proportion(x.Wrong, x.Accepted), shape)
}

func portion(k, n int) float64 { return float64(k) / float64(max(n, 1)) }

// curveOf returns the error among the most confident answers at every coverage. Equal confidences are one point.
func curveOf(answers []Answer) []Point {
	sorted := slices.Clone(answers)
	slices.SortStableFunc(sorted, func(a, b Answer) int { return cmp.Compare(b.Sure, a.Sure) })
	out := make([]Point, len(sorted))
	wrong := 0
	for i := 0; i < len(sorted); {
		j := i
		for ; j < len(sorted) && sorted[j].Sure == sorted[i].Sure; j++ {
			if !sorted[j].Right {
				wrong++
			}
		}
		y := portion(wrong, j)
		for ; i < j; i++ {
			out[i] = Point{X: portion(i+1, len(sorted)), Y: y, Low: y, High: y}
		}
	}
	return out
}
