package study

import (
	"maps"
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
)

// resamples is the number of bootstrap samples for intervals.
const resamples = 1000

// Observation is the value of one claim. Claims of one group (a family) are drawn together; an empty group stands
// for the claim alone.
type Observation struct {
	Group string
	Value float64
}

// Mean returns the mean of values, with the percentile interval of seeded bootstrap samples over groups; the zero Figure without values.
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

// measured is a thing with measures: a graph, or a claim with its answer.
type measured interface{ family() string }

// measure is a number of a thing; ok is false if the thing has none.
type measure[T measured] struct {
	name string
	of   func(T) (v float64, ok bool)
}

func observe[T measured](all []T, of func(T) (float64, bool)) []Observation {
	var out []Observation
	for _, x := range all {
		if v, ok := of(x); ok {
			out = append(out, Observation{x.family(), v})
		}
	}
	return out
}

// addMeans adds the mean of each measure over the things that have it.
func addMeans[T measured](t *Table, seed uint64, all []T, measures []measure[T], keys ...string) {
	for _, m := range measures {
		if obs := observe(all, m.of); len(obs) > 0 {
			t.Add(m.name, Mean(obs, seed), keys...)
		}
	}
}

// always returns a measure that everything has.
func always[T measured](of func(T) float64) func(T) (float64, bool) {
	return func(x T) (float64, bool) { return of(x), true }
}

// parted groups things by a name, and sorts the names. Things without a name are left out.
func parted[T any](all []T, name func(T) string, order func(a, b string) int) (names []string, parts map[string][]T) {
	parts = map[string][]T{}
	for _, x := range all {
		if n := name(x); n != "" {
			parts[n] = append(parts[n], x)
		}
	}
	return slices.SortedFunc(maps.Keys(parts), order), parts
}
