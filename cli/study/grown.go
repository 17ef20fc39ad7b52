package study

import (
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Growth compares the claims of a family at 2, 3 and 4 pages, in pairs: a claim with those from which it was grown, whose pages are its own
// without the last. Each pair of page lists counts once, with the means over its claims; for the intervals, pairs of a family
// are drawn together.
func (c *Pairing) Growth() *Table {
	t := &Table{Name: "growth", Title: "The same family, a page longer", Command: c.Command, Keys: []string{"from", "to"},
		Note: "Means of the shorter and the longer claims of a family, and the paired difference; n counts pairs of page lists. hidden: gold pages whose title does not stand in the claim."}
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
				shorter := lists[stage(g.Family, g.Grown[:step[0]])]
				a, okA := meanOf(shorter, m)
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

func meanOf(cases []*Case, m caseMeasure) (float64, bool) {
	sum, n := 0.0, 0.0
	for _, x := range cases {
		if v, ok := m.of(x); ok {
			sum, n = sum+v, n+1
		}
	}
	return sum / max(n, 1), n > 0
}

// GrowthChart draws the pairs' means at 2, 3 and 4 pages, a curve for each measure. Each step has its own pairs, so a curve has a line
// from 2 to 3 and another from 3 to 4.
func GrowthChart(t *Table, measures ...string) *Chart {
	c := &Chart{Name: "growth", Title: "The same family at 2, 3 and 4 pages, paired", X: "pages", Y: "mean (95 % interval)", Open: true}
	for _, m := range measures {
		for _, step := range [][2]string{{"2", "3"}, {"3", "4"}} {
			k := Curve{Name: m + ", " + step[0] + " to " + step[1]}
			for _, r := range t.Rows {
				end, ok := strings.CutPrefix(r.Measure, m+", ")
				if !ok || r.Keys[0] != step[0] || r.Keys[1] != step[1] || end == "difference" {
					continue
				}
				x, _ := strconv.ParseFloat(r.Keys[0], 64)
				if end == "longer" {
					x++
				}
				k.Points = append(k.Points, Point{x, r.Value, r.Low, r.High})
			}
			if len(k.Points) > 0 {
				c.Curves = append(c.Curves, k)
			}
		}
	}
	return c
}
