package score

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

// Figure is a number with its count and its 95 % interval.
type Figure struct {
	N     int     `json:"n"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Error float64 `json:"-"` // the standard error: the deviation of the bootstrap samples
	Bare  bool    `json:"-"` // it has no interval
}

// Exact returns a figure without an interval.
func Exact(n int, v float64) Figure { return Figure{N: n, Value: v, Low: v, High: v, Bare: true} }

// Estimate computes figures of the sum of blocks, with the 95 % percentile intervals of n bootstrap samples (Efron and Tibshirani
// 1993, chapter 13): each draws as many blocks as there are, with replacement. Without samples or a second block an interval is
// the figure itself. Seed and stream choose what is drawn. The caller sets N.
func Estimate(total []float64, blocks [][]float64, n int, seed, stream uint64, figures ...func(sum []float64) float64) []Figure {
	draws := make([][]float64, len(figures))
	sum := make([]float64, len(total))
	for sample := range samples(len(blocks), n, seed, stream) {
		clear(sum)
		for _, b := range sample {
			addTo(sum, blocks[b])
		}
		for i, of := range figures {
			draws[i] = append(draws[i], of(sum))
		}
	}
	out := make([]Figure, len(figures))
	for i, of := range figures {
		out[i] = interval(of(total), draws[i])
	}
	return out
}

// samples yields n samples of size indices each, drawn with replacement from 0 to size-1; none if size is below 2.
func samples(size, n int, seed, stream uint64) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if size < 2 {
			return
		}
		random := rand.New(rand.NewPCG(seed, stream))
		sample := make([]int, size)
		for range n {
			for i := range sample {
				sample[i] = random.IntN(size)
			}
			if !yield(sample) {
				return
			}
		}
	}
}

// interval returns a value with the percentile interval of its draws (Efron and Tibshirani 1993, section 13.3), not counting NaN.
func interval(v float64, draws []float64) Figure {
	f := Figure{Value: v, Low: v, High: v}
	numbers := slices.DeleteFunc(draws, math.IsNaN)
	if len(numbers) == 0 {
		f.Bare = len(draws) > 0
		return f
	}
	f.Error = Deviation(numbers)
	slices.Sort(numbers)
	const tail = (1 - 0.95) / 2
	last := float64(len(numbers) - 1)
	f.Low, f.High = numbers[int(math.Floor(tail*last))], numbers[int(math.Ceil((1-tail)*last))]
	return f
}

// Deviation returns the standard deviation of values.
func Deviation(values []float64) float64 {
	sum, square, n := 0.0, 0.0, float64(len(values))
	for _, d := range values {
		sum, square = sum+d, square+d*d
	}
	if n < 2 {
		return 0
	}
	return math.Sqrt(max(0, square-sum*sum/n) / (n - 1))
}

// Proportion returns k/n with Wilson's 95 % interval (1927).
func Proportion(k, n int) Figure {
	if n == 0 {
		return Figure{High: 1}
	}
	const z = 1.959964
	p, m := float64(k)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return Figure{N: n, Value: p, Low: max(0, centre-half), High: min(1, centre+half)}
}

// Sum returns the sum of blocks; a nil block adds nothing.
func Sum(blocks [][]float64, width int) []float64 {
	sum := make([]float64, width)
	for _, b := range blocks {
		addTo(sum, b)
	}
	return sum
}

func addTo(sum, b []float64) {
	for j, v := range b {
		sum[j] += v
	}
}
