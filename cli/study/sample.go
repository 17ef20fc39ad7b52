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
	name  string
	share bool // the number is 0 or 1
	of    func(T) (v float64, ok bool)
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

// mean adds the mean of a measure over the things that have it.
func (m measure[T]) mean(t *Table, seed uint64, all []T, keys ...string) {
	if obs := observe(all, m.of); len(obs) > 0 {
		t.add(m.name, m.share, Mean(obs, seed), keys...)
	}
}

// as returns a measure by another name.
func (m measure[T]) as(name string) measure[T] {
	m.name = name
	return m
}

// holds is a measure that is 1 for the things for which it holds.
func holds[T measured](name string, of func(T) bool) measure[T] {
	return measure[T]{name, true, func(x T) (float64, bool) { return score.One(of(x)), true }}
}

// always is a measure that everything has.
func always[T measured](name string, of func(T) float64) measure[T] {
	return measure[T]{name, false, func(x T) (float64, bool) { return of(x), true }}
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
