package study

import (
	"maps"
	"slices"
	"strconv"
	"strings"

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

// OracleCost measures what not knowing the shape costs: the graphs found by a planner that is told the gold shape against those found
// without, paired by claim.
func OracleCost(gold []*Graph, auto, told map[string]*Found, seed uint64) *Table {
	t := &Table{Name: "oracle", Title: "What not knowing the shape costs", Keys: []string{"shape", "knows"},
		Note: "shape: the planner is told the gold shape (hop --shape path4, 3, …). " +
			"less auto: the paired difference to the planner that is told nothing."}
	plain := Compare(gold, auto, seed)
	names, parts := plain.byShape()
	for _, name := range names {
		for _, m := range plain.measures("edits", "all_gold@10") {
			known := func(x *Case) (plain, known float64, ok bool) {
				found := told[x.Gold.ID.Key()]
				if found == nil {
					return 0, 0, false
				}
				a, okA := m.of(x)
				b, okB := m.of(&Case{Gold: x.Gold, Found: found})
				return a, b, okA && okB
			}
			addMeans(t, seed, parts[name], []caseMeasure{m}, name, "auto")
			addMeans(t, seed, parts[name], []caseMeasure{
				{m.name, func(x *Case) (float64, bool) { _, b, ok := known(x); return b, ok }},
				{m.name + ", less auto", func(x *Case) (float64, bool) { a, b, ok := known(x); return b - a, ok }},
			}, name, "shape")
		}
	}
	return t
}

// Growth compares the claims of a family at 2, 3 and 4 pages, in pairs: a claim with those from which it was grown, whose pages are its own
// without the last. Each pair of page lists counts once, with the means over its claims; for the intervals, pairs of a family
// are drawn together.
func (c *Pairing) Growth() *Table {
	t := &Table{Name: "growth", Title: "The same family, a page longer", Keys: []string{"from", "to"},
		Note: "Means of the shorter and the longer claims of a family, and the paired difference; n counts pairs of page lists. " +
			"hidden: gold pages whose title does not stand in the claim."}
	lists := map[string][]*Case{}
	var keys []string
	for _, x := range c.Cases {
		if len(x.Gold.Grown) == 0 {
			continue
		}
		k := stage(x.Gold.Family, x.Gold.Grown)
		if lists[k] == nil {
			keys = append(keys, k)
		}
		lists[k] = append(lists[k], x)
	}
	for _, step := range [][2]int{{2, 3}, {3, 4}, {2, 4}} {
		for _, m := range c.grownMeasures() {
			var rows []sums
			for _, k := range keys {
				longer := lists[k]
				g := longer[0].Gold
				if len(g.Grown) != step[1] {
					continue
				}
				a, okA := meanOf(lists[stage(g.Family, g.Grown[:step[0]])], m)
				b, okB := meanOf(longer, m)
				if okA && okB {
					rows = append(rows, sums{g.Family, []float64{a, b, 1}})
				}
			}
			t.addGrowth(m.name, rows, step, c.Seed)
		}
	}
	return t
}

func (t *Table) addGrowth(name string, rows []sums, step [2]int, seed uint64) {
	if len(rows) == 0 {
		return
	}
	from, to := strconv.Itoa(step[0]), strconv.Itoa(step[1])
	t.Add(name+", shorter", figureOf(rows, seed, func(s []float64) float64 { return s[0] / s[2] }), from, to)
	t.Add(name+", longer", figureOf(rows, seed, func(s []float64) float64 { return s[1] / s[2] }), from, to)
	t.Add(name+", difference", figureOf(rows, seed, func(s []float64) float64 { return (s[1] - s[0]) / s[2] }), from, to)
}

// grownMeasures returns the measures of claims' wording and of answers.
func (c *Pairing) grownMeasures() []caseMeasure {
	out := []caseMeasure{
		{"words", always(func(x *Case) float64 { return float64(len(words(x.Gold.Claim))) })},
		{"named", always(func(x *Case) float64 { return float64(len(x.Gold.Named)) })},
		{"hidden", always(func(x *Case) float64 { return float64(len(x.Gold.Pages) - len(x.Gold.Named)) })},
		{"supported", func(x *Case) (float64, bool) {
			return score.One(strings.HasPrefix(x.Gold.Label, "SUPPORT")), x.Gold.Label != ""
		}},
	}
	for _, m := range c.outcomes() {
		out = append(out, caseMeasure{m.name, func(x *Case) (float64, bool) {
			v, ok := m.of(x)
			return v, ok && !x.None
		}})
	}
	return out
}

// meanOf returns the mean of a measure over the cases that have it; ok is false if none has.
func meanOf(cases []*Case, m caseMeasure) (mean float64, ok bool) {
	sum, n := 0.0, 0.0
	for _, x := range cases {
		if v, ok := m.of(x); ok {
			sum, n = sum+v, n+1
		}
	}
	return sum / max(n, 1), n > 0
}
