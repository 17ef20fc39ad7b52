package study

import (
	"fmt"
	"maps"
	"math"
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
	Smallest     float64
}

const (
	// power is the number of standard errors that a difference needs to be found with a power of 0.8 at the 5 % level: 1.960 + 0.842.
	power = 2.8016
	// manyPairs is the number of paths and of stars that make a stratum large.
	manyPairs = 50
)

// Contrasted compares stars with paths. Claims are matched in strata of the same label and the same numbers of words, named pages and
// hidden pages. The difference is the mean over strata, weighted by n1·n2/(n1+n2) (Mantel and Haenszel 1959; Cochran 1954), with
// a bootstrap over families. Smallest is the smallest true difference that a sample of these strata would show with a power of
// 0.8; the comparison says nothing about smaller ones.
func Contrasted(items []Item, seed uint64) Contrast {
	var c Contrast
	strata := map[Item][]Item{}
	for _, it := range items {
		like := Item{Label: it.Label, Words: it.Words, Named: it.Named, Hidden: it.Hidden}
		strata[like] = append(strata[like], it)
		if it.Form == "star" {
			c.Stars++
		}
	}
	c.Paths = len(items) - c.Stars
	if c.Paths == 0 || c.Stars == 0 {
		return c
	}
	c.Raw = difference([][]Item{items}, seed)
	var both [][]Item
	order := func(a, b Item) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, like := range slices.SortedFunc(maps.Keys(strata), order) {
		stars := 0
		for _, it := range strata[like] {
			stars += int(score.One(it.Form == "star"))
		}
		pairs := min(stars, len(strata[like])-stars)
		if pairs > 0 {
			both = append(both, strata[like])
		}
		if pairs >= manyPairs {
			c.Large++
		}
	}
	c.Strata = len(both)
	c.Matched = difference(both, seed)
	c.Smallest = power * c.Matched.Error
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
	if len(rows) == 0 {
		return score.Exact(0, math.NaN())
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

// contrast contrasts the claims of path and star shape that have an outcome.
func (c *Pairing) contrast(m caseMeasure) Contrast {
	var items []Item
	for _, x := range c.Cases {
		g := x.Gold
		if v, ok := m.of(x); ok && Form(g.Shape()) != "" {
			items = append(items, Item{Family: g.Family, Form: Form(g.Shape()), Label: g.Label, Words: len(words(g.Claim)),
				Named: len(g.Named), Hidden: len(g.Pages) - len(g.Named), Outcome: v})
		}
	}
	return Contrasted(items, c.Seed)
}

// Controlled contrasts the claims of path and star shape, on every outcome that is known for some of both.
func (c *Pairing) Controlled() *Table {
	t := &Table{Name: "controls", Title: "Star against path", Keys: []string{"outcome"},
		Note: "star less path. raw: as they are; matched: within strata of equal label and equal numbers of words, named pages and " +
			"hidden pages, weighted by n1·n2/(n1+n2). large: strata with 50 paths and 50 stars. smallest_effect: the true difference " +
			"that would be found with a power of 0.8."}
	for _, m := range c.outcomes() {
		k := c.contrast(m)
		if k.Paths == 0 || k.Stars == 0 {
			continue
		}
		t.count("paths", k.Paths, m.name)
		t.count("stars", k.Stars, m.name)
		t.add("raw_difference", false, k.Raw, m.name)
		t.count("strata", k.Strata, m.name)
		t.count("large", k.Large, m.name)
		if k.Strata > 0 {
			t.add("matched_difference", false, k.Matched, m.name)
			t.add("smallest_effect", false, score.Exact(k.Matched.N, k.Smallest), m.name)
		}
	}
	return t
}
