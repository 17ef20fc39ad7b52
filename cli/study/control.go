package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
)

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
	Large        int          // number of strata with manyPairs paths and as many stars
}

// manyPairs is the number of paths and of stars that make a stratum large.
const manyPairs = 50

// Contrasted compares stars with paths. Claims are matched in strata of the same label and the same numbers of words, named pages and
// hidden pages. The difference is the mean over strata, weighted by n1·n2/(n1+n2) (Mantel and Haenszel 1959; Cochran 1954), with
// a bootstrap over families.
func Contrasted(items []Item, seed uint64) Contrast {
	var c Contrast
	strata := map[Item][]Item{}
	for _, it := range items {
		like := Item{Label: it.Label, Words: it.Words, Named: it.Named, Hidden: it.Hidden}
		strata[like] = append(strata[like], it)
	}
	var both [][]Item
	order := func(a, b Item) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, like := range slices.SortedFunc(maps.Keys(strata), order) {
		stars := 0
		for _, it := range strata[like] {
			stars += int(score.One(it.Form == "star"))
		}
		paths := len(strata[like]) - stars
		c.Paths, c.Stars = c.Paths+paths, c.Stars+stars
		if min(paths, stars) > 0 {
			both = append(both, strata[like])
		}
		if min(paths, stars) >= manyPairs {
			c.Large++
		}
	}
	c.Strata = len(both)
	c.Raw, c.Matched = difference([][]Item{items}, seed), difference(both, seed)
	return c
}

// difference returns the weighted mean over strata of stars less paths. The sums of a stratum are the number of its paths, the sum
// of their outcomes, and the same of its stars.
func difference(strata [][]Item, seed uint64) score.Figure {
	var rows []sums
	for at, items := range strata {
		for _, it := range items {
			v := make([]float64, 4*len(strata))
			of := v[4*at:]
			if it.Form == "star" {
				of = v[4*at+2:]
			}
			of[0], of[1] = 1, it.Outcome
			rows = append(rows, sums{it.Family, v})
		}
	}
	return figureOf(rows, seed, weighted)
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

// contrast contrasts the claims of path and star shape by an outcome, if it is known for some of both.
func (r *Report) contrast(set string, m outcome, gold []*Graph, found map[string]*Found) {
	var items []Item
	for _, g := range gold {
		if v, ok := m.at(g, found); ok && Form(g.Shape()) != "" {
			items = append(items, Item{Family: g.Family, Form: Form(g.Shape()), Label: g.Label, Words: len(words(g.Claim)),
				Named: len(g.Named), Hidden: len(g.Pages) - len(g.Named), Outcome: v})
		}
	}
	c := Contrasted(items, r.Seed)
	if c.Paths == 0 || c.Stars == 0 {
		return
	}
	r.count("controls", "paths", c.Paths, set, m.name)
	r.count("controls", "stars", c.Stars, set, m.name)
	r.add("controls", "raw_difference", false, c.Raw, set, m.name)
	r.count("controls", "strata", c.Strata, set, m.name)
	r.count("controls", "large", c.Large, set, m.name)
	if c.Strata > 0 {
		r.add("controls", "matched_difference", false, c.Matched, set, m.name)
		r.compared(set, starLessPath, m.name, c.Matched)
	}
}
