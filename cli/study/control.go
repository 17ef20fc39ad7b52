package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// Item is a claim with its properties and its outcome, for a comparison of shapes.
type Item struct {
	Family  string
	Form    string  // "path" or "star"
	Label   string  // the gold label
	Length  int     // words of the claim
	Named   int     // gold pages that the claim names
	Overlap float64 // share of the claim's words in its gold pages' titles or, if they are known, texts
	Outcome float64
}

// Form returns the form of a shape: path4 is a path. Shapes of fewer than 4 pages have both forms.
func Form(shape string) string {
	for _, f := range []string{"path", "star"} {
		if strings.HasPrefix(shape, f) {
			return f
		}
	}
	return ""
}

// Contrast is the difference of stars and paths, unmatched and matched.
type Contrast struct {
	Paths, Stars int          // claims
	Raw          score.Figure // mean outcome of stars less that of paths
	Matched      score.Figure // the weighted mean of strata; N counts the claims of strata with both shapes
	Strata       int          // number of strata with both shapes
	Smallest     float64
	Balance      []Balance
}

// Balance is the difference of the two shapes in a property, in standard deviations, before and after matching.
type Balance struct {
	Property      string
	Paths, Stars  float64 // means
	Before, After float64
}

// power is the number of standard errors that a difference needs to be found with a power of 0.8 at the 5 % level: 1.960 + 0.842.
const power = 2.8016

// Contrasted compares stars with paths. Claims are matched in strata of the same label, number of named pages, third by length and third
// by overlap. The difference is the mean over strata, weighted by n1·n2/(n1+n2) (Mantel and Haenszel 1959; Cochran 1954), with
// a bootstrap over families. Smallest is the smallest true difference that a sample of these strata would show with a power of
// 0.8; the comparison says nothing about smaller ones.
func Contrasted(items []Item, seed uint64) Contrast {
	var c Contrast
	long, much := thirds(items, func(i Item) float64 { return float64(i.Length) }), thirds(items, func(i Item) float64 { return i.Overlap })
	strata := map[string][]int{}
	var keys []string
	for i, it := range items {
		if it.Form == "star" {
			c.Stars++
		} else {
			c.Paths++
		}
		key := fmt.Sprintf("%s|%d|%d|%d", it.Label, it.Named, third(long, float64(it.Length)), third(much, it.Overlap))
		if strata[key] == nil {
			keys = append(keys, key)
		}
		strata[key] = append(strata[key], i)
	}
	if c.Paths == 0 || c.Stars == 0 {
		return c
	}
	slices.Sort(keys)
	stratum := make([]int, len(items)) // -1 for a stratum with only one shape
	for i := range stratum {
		stratum[i] = -1
	}
	for _, k := range keys {
		if hasBoth(items, strata[k]) {
			for _, i := range strata[k] {
				stratum[i] = c.Strata
			}
			c.Strata++
		}
	}
	all := func(int) int { return 0 }
	c.Raw = difference(items, all, 1, seed)
	c.Matched = difference(items, func(i int) int { return stratum[i] }, c.Strata, seed)
	c.Smallest = power * c.Matched.Error
	c.Balance = balance(items, stratum, c.Strata)
	return c
}

func hasBoth(items []Item, of []int) bool {
	form := items[of[0]].Form
	return slices.ContainsFunc(of, func(i int) bool { return items[i].Form != form })
}

// thirds returns the two values that divide a property into three parts of equal size.
func thirds(items []Item, of func(Item) float64) [2]float64 {
	if len(items) == 0 {
		return [2]float64{}
	}
	v := make([]float64, len(items))
	for i, it := range items {
		v[i] = of(it)
	}
	slices.Sort(v)
	return [2]float64{v[len(v)/3], v[2*len(v)/3]}
}

func third(cut [2]float64, v float64) int {
	switch {
	case v < cut[0]:
		return 0
	case v < cut[1]:
		return 1
	}
	return 2
}

// difference returns the weighted mean over strata of stars less paths.
func difference(items []Item, stratum func(int) int, strata int, seed uint64) score.Figure {
	if strata == 0 {
		return score.Exact(0, math.NaN())
	}
	var rows []sums
	for i, it := range items {
		if s := stratum(i); s >= 0 {
			v := make([]float64, 4*strata)
			it.addTo(v[4*s : 4*s+4])
			rows = append(rows, sums{it.Family, v})
		}
	}
	return figureOf(rows, seed, weighted)
}

// addTo counts an item in its stratum: paths, the sum of their outcomes, stars, that of theirs.
func (i Item) addTo(s []float64) {
	at := 0
	if i.Form == "star" {
		at = 2
	}
	s[at]++
	s[at+1] += i.Outcome
}

// weighted returns the mean over strata of the difference of means.
func weighted(s []float64) float64 {
	sum, weights := 0.0, 0.0
	for at := 0; at < len(s); at += 4 {
		if paths, stars := s[at], s[at+2]; paths > 0 && stars > 0 {
			w := paths * stars / (paths + stars)
			sum += w * (s[at+3]/stars - s[at+1]/paths)
			weights += w
		}
	}
	return sum / weights
}

// balance returns the difference of stars and paths in each property, before and after matching.
func balance(items []Item, stratum []int, strata int) []Balance {
	var out []Balance
	for _, p := range []struct {
		name string
		of   func(Item) float64
	}{
		{"claim length, words", func(i Item) float64 { return float64(i.Length) }},
		{"named pages", func(i Item) float64 { return float64(i.Named) }},
		{"overlap", func(i Item) float64 { return i.Overlap }},
		{"supported", func(i Item) float64 { return score.One(strings.HasPrefix(strings.ToUpper(i.Label), "SUPPORT")) }},
	} {
		b := Balance{Property: p.name}
		measured := slices.Clone(items)
		var values []float64
		for i := range measured {
			measured[i].Outcome = p.of(items[i])
			values = append(values, measured[i].Outcome)
		}
		all, matched := make([]float64, 4), make([]float64, 4*strata)
		for i, it := range measured {
			it.addTo(all)
			if s := stratum[i]; s >= 0 {
				it.addTo(matched[4*s : 4*s+4])
			}
		}
		b.Paths, b.Stars = all[1]/max(all[0], 1), all[3]/max(all[2], 1)
		if sd := score.Deviation(values); sd > 0 {
			b.Before = (b.Stars - b.Paths) / sd
			if strata > 0 {
				b.After = weighted(matched) / sd
			}
		}
		out = append(out, b)
	}
	return out
}

// ItemOf returns the item of a claim. The overlap leaves out words that name no page by themselves.
func ItemOf(g *Graph, outcome float64) Item {
	title := map[string]bool{}
	for _, p := range g.Pages {
		for _, w := range titleWords(p) {
			title[w] = true
		}
	}
	claim := words(g.Claim)
	in, n := 0, 0
	for _, w := range claim {
		if small[w] {
			continue
		}
		n++
		if title[w] {
			in++
		}
	}
	return Item{Family: g.Family, Form: Form(g.Shape()), Label: g.Label, Length: len(claim), Named: len(g.Named),
		Overlap: float64(in) / float64(max(n, 1)), Outcome: outcome}
}

// Controlled contrasts the claims of path and star shape, on every outcome that is known for some of both.
func (c *Pairing) Controlled() *Table {
	t := &Table{Name: "controls", Title: "Star against path, matched", Keys: []string{"outcome"},
		Note: "star less path. raw: as they are; matched: within strata of equal label, number of named pages, third by claim length " +
			"and third by overlap of claim and titles, weighted by n1·n2/(n1+n2); smallest_effect: the true difference that would be " +
			"found with a power of 0.8. " +
			"before and after: standardised differences of what is matched."}
	for _, m := range c.outcomes() {
		items := c.items(m)
		k := Contrasted(items, c.Seed)
		if k.Paths == 0 || k.Stars == 0 {
			continue
		}
		t.Count("paths", k.Paths, m.name)
		t.Count("stars", k.Stars, m.name)
		t.Add("raw_difference", k.Raw, m.name)
		if k.Strata == 0 {
			t.Count("strata", 0, m.name)
			continue
		}
		t.Add("matched_difference", k.Matched, m.name)
		t.Count("strata", k.Strata, m.name)
		t.Add("smallest_effect", score.Exact(k.Matched.N, k.Smallest), m.name)
		for _, b := range k.Balance {
			t.Add(b.Property+", before", score.Exact(k.Paths+k.Stars, b.Before), m.name)
			t.Add(b.Property+", after", score.Exact(k.Matched.N, b.After), m.name)
		}
	}
	return t
}

// outcomes returns the measures that shapes are contrasted on.
func (c *Pairing) outcomes() []caseMeasure { return c.measures("edits", "same_shape") }

// items returns the path and star claims that have a measure.
func (c *Pairing) items(m caseMeasure) []Item {
	var out []Item
	for _, x := range c.Cases {
		if v, ok := m.of(x); ok && Form(x.Gold.Shape()) != "" {
			out = append(out, ItemOf(x.Gold, v))
		}
	}
	return out
}
