package study

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Figure is a number with the count it is over and its 95 % interval.
type Figure struct {
	N         int
	Value     float64
	Low, High float64
	Bare      bool // it has no interval
}

// Resamples is how many bootstrap samples intervals are drawn from.
const Resamples = 1000

// Observation is the value of one claim. Claims of one group (a family) are drawn together; an empty group stands
// for the claim alone.
type Observation struct {
	Group string
	Value float64
}

// Mean is the mean of values, with the percentile interval of seeded bootstrap samples over groups (Efron and
// Tibshirani 1993, section 13.3). The zero Figure for none.
func Mean(values []Observation, seed uint64) Figure {
	return Ratio(values, seed, func(sum, n float64) float64 { return sum / n })
}

// Ratio is a function of the sum and count of values, with its interval as Mean has it.
func Ratio(values []Observation, seed uint64, of func(sum, n float64) float64) Figure {
	if len(values) == 0 {
		return Figure{Bare: true}
	}
	blocks := grouped(values)
	sum, n := 0.0, 0.0
	for _, b := range blocks {
		sum, n = sum+b[0], n+b[1]
	}
	f := Figure{N: len(values), Value: of(sum, n)}
	random := rand.New(rand.NewPCG(seed, 0x7368617065730000))
	draws := make([]float64, Resamples)
	for i := range draws {
		s, m := 0.0, 0.0
		for range blocks {
			b := blocks[random.IntN(len(blocks))]
			s, m = s+b[0], m+b[1]
		}
		draws[i] = of(s, m)
	}
	f.Low, f.High = percentiles(draws)
	return f
}

// grouped sums values and counts by group, in order of first appearance.
func grouped(values []Observation) [][2]float64 {
	var out [][2]float64
	at := map[string]int{}
	for _, v := range values {
		i, known := at[v.Group]
		if !known || v.Group == "" {
			i = len(out)
			at[v.Group] = i
			out = append(out, [2]float64{})
		}
		out[i][0] += v.Value
		out[i][1]++
	}
	return out
}

// percentiles is the middle 95 % of draws; draws that are no number are left out.
func percentiles(draws []float64) (low, high float64) {
	draws = slices.DeleteFunc(draws, math.IsNaN)
	if len(draws) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(draws)
	last := float64(len(draws) - 1)
	return draws[int(math.Floor(0.025*last))], draws[int(math.Ceil(0.975*last))]
}
