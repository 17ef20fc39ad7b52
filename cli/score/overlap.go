package score

import (
	"cmp"
	"math"
	"slices"
)

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
