package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

// resamples is the number of bootstrap samples for intervals.
const resamples = 1000

// Observation has the numbers of one claim, whose sums over claims a figure is computed from. Claims of one group (a
// family) are drawn together; a claim with an empty group is drawn alone.
type Observation struct {
	Group string
	Sums  []float64
}

// one returns a value for a mean.
func one(group string, v float64) Observation { return Observation{group, []float64{v, 1}} }

// mean returns the mean of values.
func mean(values []Observation, seed uint64) score.Figure {
	return Estimate(values, seed, func(s []float64) float64 { return s[0] / s[1] })
}

// Estimate returns a function of the sums over claims, with the percentile interval of seeded bootstrap samples over
// groups; the zero Figure without claims. All have as many numbers.
func Estimate(rows []Observation, seed uint64, of func(sum []float64) float64) score.Figure {
	if len(rows) == 0 {
		return score.Figure{Bare: true}
	}
	var blocks [][]float64 // sums by group, in order of first appearance
	at := map[string]int{}
	for _, r := range rows {
		if i, known := at[r.Group]; known && r.Group != "" {
			blocks[i] = score.Sum([][]float64{blocks[i], r.Sums}, len(r.Sums))
			continue
		}
		at[r.Group] = len(blocks)
		blocks = append(blocks, r.Sums)
	}
	f := score.Estimate(score.Sum(blocks, len(rows[0].Sums)), blocks, resamples, seed, 0x7368617065730000, of)[0]
	f.N = len(rows)
	return f
}

// Item is a claim with its properties and its outcome, for a comparison of shapes.
type Item struct {
	Family        string
	Form          string // "path" or "star"
	Label         string // the gold label
	Words         int    // of the claim
	Named, Hidden int    // gold pages that the claim names, and the others
	Outcome       float64
}

// Form returns the form of a shape: path4 is a path. Shapes of fewer than 4 pages have both forms.
func Form(shape string) string {
	if f := strings.TrimRight(shape, "0123456789"); f == "path" || f == "star" {
		return f
	}
	return ""
}

// manyPairs is the number of paths and of stars that make a stratum large.
const manyPairs = 50

// Contrast compares stars with paths, if there are both. Claims are matched in strata of the same label and the same
// numbers of words, named pages and hidden pages. The difference is the mean over strata, weighted by n1·n2/(n1+n2)
// (Mantel and Haenszel 1959; Cochran 1954), with a bootstrap over families.
func (r *Report) Contrast(set, outcome string, items []Item) {
	like := map[Item][]Item{}
	for _, it := range items {
		s := Item{Label: it.Label, Words: it.Words, Named: it.Named, Hidden: it.Hidden}
		like[s] = append(like[s], it)
	}
	paths, stars, large, strata := 0, 0, 0, [][]Item{}
	order := func(a, b Item) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, s := range slices.SortedFunc(maps.Keys(like), order) {
		n := 0
		for _, it := range like[s] {
			n += int(score.One(it.Form == "star"))
		}
		pairs := min(n, len(like[s])-n)
		paths, stars = paths+len(like[s])-n, stars+n
		if pairs > 0 {
			strata = append(strata, like[s])
		}
		large += int(score.One(pairs >= manyPairs))
	}
	if paths == 0 || stars == 0 {
		return
	}
	r.count("controls", "paths", paths, set, outcome)
	r.count("controls", "stars", stars, set, outcome)
	r.add("controls", "raw_difference", false, difference([][]Item{items}, r.Seed), set, outcome)
	r.count("controls", "strata", len(strata), set, outcome)
	r.count("controls", "large", large, set, outcome)
	if len(strata) > 0 {
		matched := difference(strata, r.Seed)
		r.add("controls", "matched_difference", false, matched, set, outcome)
		r.compared(set, starLessPath, outcome, matched)
	}
}

// difference returns the weighted mean over strata of stars less paths. The sums of a stratum are the number of its
// paths, the sum of their outcomes, and the same of its stars.
func difference(strata [][]Item, seed uint64) score.Figure {
	var rows []Observation
	for at, items := range strata {
		for _, it := range items {
			v := make([]float64, 4*len(strata))
			of := v[4*at:]
			if it.Form == "star" {
				of = v[4*at+2:]
			}
			of[0], of[1] = 1, it.Outcome
			rows = append(rows, Observation{it.Family, v})
		}
	}
	return Estimate(rows, seed, weighted)
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
