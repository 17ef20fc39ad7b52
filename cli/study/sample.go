package study

import "github.com/bridgehop/bridgehop/cli/score"

// resamples is the number of bootstrap samples for intervals.
const resamples = 1000

// Observation is the value of one claim. Claims of one group (a family) are drawn together; an empty group stands
// for the claim alone.
type Observation struct {
	Group string
	Value float64
}

// Mean returns the mean of values, with the percentile interval of seeded bootstrap samples over groups; the zero
// Figure without values.
func Mean(values []Observation, seed uint64) score.Figure {
	rows := make([]sums, len(values))
	for i, v := range values {
		rows[i] = sums{v.Group, []float64{v.Value, 1}}
	}
	return figureOf(rows, seed, func(s []float64) float64 { return s[0] / s[1] })
}

// sums has the numbers of a claim whose sums a figure is computed from. All rows of a figure have the same length.
type sums struct {
	group  string
	values []float64
}

// figureOf returns a function of the sums over rows, with an interval as in Mean.
func figureOf(rows []sums, seed uint64, of func(sum []float64) float64) score.Figure {
	if len(rows) == 0 {
		return score.Figure{Bare: true}
	}
	var blocks [][]float64 // sums by group, in order of first appearance
	at := map[string]int{}
	for _, r := range rows {
		if i, known := at[r.group]; known && r.group != "" {
			blocks[i] = score.Sum([][]float64{blocks[i], r.values}, len(r.values))
			continue
		}
		at[r.group] = len(blocks)
		blocks = append(blocks, r.values)
	}
	f := score.Estimate(score.Sum(blocks, len(rows[0].values)), blocks, resamples, seed, 0x7368617065730000, of)[0]
	f.N = len(rows)
	return f
}
