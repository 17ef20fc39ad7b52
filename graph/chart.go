package graph

import (
	"cmp"
	"slices"
)

// Chart holds which page of a wiki links to which, without the links themselves: for searches that ask for so many
// links that a store, however fast, is what they wait for. Pages have numbers from 0 on, in the order of titles, then
// ordinals, then ids, so that a search which tries lower numbers first finds what comes first in the alphabet.
//
//	wiki     Ada -> Bree -> Cy, Cy -> Ada
//	numbers  Ada 0, Bree 1, Cy 2
//	Out      0: 1   1: 2   2: 0
//	In       0: 2   1: 0   2: 1
//
// A page takes 20 bytes and a link 8. A Chart doesn't change.
type Chart struct {
	Out, In Ends
	ids     []PageID
	byID    []int32 // numbers in the order of ids
}

// Ends are the pages at the other ends of links, by number.
type Ends struct{ first, ends []int32 }

// Of are the ends of a page's links, ascending, each once; a link to the page itself is left out.
func (e *Ends) Of(page int32) []int32 { return e.ends[e.first[page]:e.first[page+1]] }

// NewChart makes the chart of pages, which come in the order of their ids, and of links, which are pairs of places in
// pages (from, to) in any order, and may repeat. It reorders links.
func NewChart(pages []Head, links [][2]int32) *Chart {
	c := &Chart{ids: make([]PageID, len(pages)), byID: make([]int32, len(pages))}
	order := make([]int32, len(pages))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &pages[i], &pages[j]
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(a.ID, b.ID))
	})
	for n, i := range order {
		c.ids[n], c.byID[i] = pages[i].ID, int32(n)
	}
	for i, l := range links {
		links[i] = [2]int32{c.byID[l[0]], c.byID[l[1]]}
	}
	slices.SortFunc(links, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	links = slices.DeleteFunc(slices.Compact(links), func(l [2]int32) bool { return l[0] == l[1] })
	c.Out, c.In = newEnds(links, len(pages), 0), newEnds(links, len(pages), 1)
	return c
}

// newEnds files links, which are sorted, by one of their ends; the others stay in order.
func newEnds(links [][2]int32, pages, by int) Ends {
	e := Ends{make([]int32, pages+1), make([]int32, len(links))}
	for _, l := range links {
		e.first[l[by]+1]++
	}
	for i := range pages {
		e.first[i+1] += e.first[i]
	}
	fill := slices.Clone(e.first)
	for _, l := range links {
		e.ends[fill[l[by]]] = l[1-by]
		fill[l[by]]++
	}
	return e
}

// Len is how many pages there are.
func (c *Chart) Len() int { return len(c.ids) }

// ID is the id of a page.
func (c *Chart) ID(page int32) PageID { return c.ids[page] }

// Number is the number of a page, false where the wiki has no such page.
func (c *Chart) Number(id PageID) (int32, bool) {
	i, ok := slices.BinarySearchFunc(c.byID, id, func(n int32, id PageID) int { return cmp.Compare(c.ids[n], id) })
	if !ok {
		return 0, false
	}
	return c.byID[i], true
}
