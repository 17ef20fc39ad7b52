package graph_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// A chart has every link once, by numbers that follow titles, however the links come.
func TestChartHasTheLinks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := 1 + rng.IntN(20)
		pages := make([]graph.Head, n)
		for i := range pages {
			pages[i] = graph.Head{ID: graph.PageID(10 * (i + 1)), Title: strconv.Itoa(rng.IntN(9)), Ordinal: rng.IntN(2)}
		}
		var links [][2]int32
		want := map[[2]graph.PageID]bool{}
		for range rng.IntN(4 * n) {
			l := [2]int32{int32(rng.IntN(n)), int32(rng.IntN(n))}
			links = append(links, l)
			if l[0] != l[1] {
				want[[2]graph.PageID{pages[l[0]].ID, pages[l[1]].ID}] = true
			}
		}
		c := graph.NewChart(pages, links)
		out, in := followed(c, &c.Out), followed(c, &c.In)
		for l := range want {
			if !out[l] || !in[[2]graph.PageID{l[1], l[0]}] {
				t.Errorf("link %v is missing", l)
			}
		}
		if len(out) != len(want) || len(in) != len(want) {
			t.Errorf("%d links out and %d in, want %d", len(out), len(in), len(want))
		}
		for i, p := range pages {
			number, ok := c.Number(p.ID)
			if !ok || c.ID(number) != p.ID {
				t.Errorf("page %v has number %d, %v", p.ID, number, ok)
			}
			for _, other := range pages[:i] {
				at, _ := c.Number(other.ID)
				before := other.Title < p.Title || other.Title == p.Title && other.Ordinal <= p.Ordinal
				if before != (at < number) {
					t.Errorf("%v has number %d and %v %d", p, number, other, at)
				}
			}
		}
		if _, ok := c.Number(5); ok || c.Len() != n {
			t.Errorf("%d pages, want %d; or a page that isn't there has a number", c.Len(), n)
		}
	}
}

// followed are the links of one direction, and that they ascend.
func followed(c *graph.Chart, e *graph.Ends) map[[2]graph.PageID]bool {
	all := map[[2]graph.PageID]bool{}
	for page := range int32(c.Len()) {
		ends := e.Of(page)
		if !slices.IsSorted(ends) {
			return nil
		}
		for _, end := range ends {
			all[[2]graph.PageID{c.ID(page), c.ID(end)}] = true
		}
	}
	return all
}
