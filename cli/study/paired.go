package study

import (
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

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
