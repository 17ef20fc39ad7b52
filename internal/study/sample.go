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
	Error     float64 // the standard error: the deviation of the bootstrap samples
	Bare      bool    // it has no interval
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
	rows := make([]Sums, len(values))
	for i, v := range values {
		rows[i] = Sums{v.Group, []float64{v.Value, 1}}
	}
	return FigureOf(rows, seed, func(s []float64) float64 { return of(s[0], s[1]) })
}

// Sums are several numbers of one claim that a figure is computed from after they are added up. All rows of a figure
// have the same length.
type Sums struct {
	Group  string
	Values []float64
}

// FigureOf is a function of the sums over rows, with its interval as Mean has it. The zero Figure for none.
func FigureOf(rows []Sums, seed uint64, of func(sum []float64) float64) Figure {
	if len(rows) == 0 {
		return Figure{Bare: true}
	}
	blocks := grouped(rows)
	sum := make([]float64, len(rows[0].Values))
	for _, b := range blocks {
		addTo(sum, b)
	}
	f := Figure{N: len(rows), Value: of(sum)}
	random := rand.New(rand.NewPCG(seed, 0x7368617065730000))
	draws := make([]float64, Resamples)
	for i := range draws {
		clear(sum)
		for range blocks {
			addTo(sum, blocks[random.IntN(len(blocks))])
		}
		draws[i] = of(sum)
	}
	f.Error = deviation(draws)
	f.Low, f.High = percentiles(draws)
	return f
}

// deviation is the standard deviation of draws; those that are no number are left out.
func deviation(draws []float64) float64 {
	sum, square, n := 0.0, 0.0, 0.0
	for _, d := range draws {
		if !math.IsNaN(d) {
			sum, square, n = sum+d, square+d*d, n+1
		}
	}
	if n < 2 {
		return 0
	}
	return math.Sqrt(max(0, square-sum*sum/n) / (n - 1))
}

func addTo(sum, b []float64) {
	for i, v := range b {
		sum[i] += v
	}
}

// grouped adds rows up by group, in order of first appearance.
func grouped(rows []Sums) [][]float64 {
	var out [][]float64
	at := map[string]int{}
	for _, r := range rows {
		i, known := at[r.Group]
		if !known || r.Group == "" {
			i = len(out)
			at[r.Group] = i
			out = append(out, make([]float64, len(r.Values)))
		}
		addTo(out[i], r.Values)
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
