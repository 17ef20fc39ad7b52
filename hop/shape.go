package hop

import (
	"fmt"
	"slices"
	"strconv"
)

// Shape is the shape of a claim's reasoning graph where it is known: an oracle, to measure what not knowing it costs. The zero Shape
// is unknown.
type Shape struct {
	Form  string // "path", "star", or empty; they differ from 4 pages on
	Pages int    // how many pages the chain has; 0 when that is not known
}

// ParseShape reads "auto" (the zero Shape), "path", "star", or the name of a shape of at most 4 pages, which also tells
// the number of pages: "single", "2", "3", "path4", "star4".
func ParseShape(name string) (Shape, error) {
	s, ok := map[string]Shape{"auto": {}, "": {}, "path": {Form: "path"}, "star": {Form: "star"}, "single": {Pages: 1},
		"2": {Pages: 2}, "3": {Pages: 3}, "path4": {"path", 4}, "star4": {"star", 4}}[name]
	if !ok {
		return s, fmt.Errorf("shape %q: want auto, path, star, single, 2, 3, path4 or star4", name)
	}
	return s, nil
}

// grows tells whether a chain may grow at its m-th page: a path at its ends, a star at its centre, which is settled
// with the third page.
func (k Shape) grows(s *state, m int) bool {
	if k.Form == "" || s.n < 3 {
		return true
	}
	return (s.degree(m) == 1) == (k.Form == "path")
}

// jumps is the page of a chain that a page without an edge is joined to: the first that may grow.
func (k Shape) jumps(s *state) int {
	for m := range s.n {
		if k.grows(s, m) {
			return m
		}
	}
	return 0
}

// degree counts the edges of a chain's m-th page.
func (s *state) degree(m int) int {
	d := 0
	for i := 1; i < s.n; i++ {
		if i == m || int(s.parent[i]) == m {
			d++
		}
	}
	return d
}

// known leaves the chains of as many pages as the claim is known to have; all when there is none.
func (f *frontier) known(all []state) []state {
	n := f.p.Shape.Pages
	if n == 0 || !slices.ContainsFunc(all, func(s state) bool { return s.n == n }) {
		return all
	}
	place, left := make([]int, len(f.scored)), 0 // where each weighed chain that is left stands now
	for i, s := range f.scored {
		if place[i] = left; s.n == n {
			f.scored[left] = s
			left++
		}
	}
	f.scored = f.scored[:left]
	all = slices.DeleteFunc(all, func(s state) bool { return s.n != n })
	for i := range all {
		all[i].scored = place[all[i].scored]
	}
	return all
}

// ShapeOf names the undirected graph of n pages and the joins between them, which must not close a cycle: "single",
// "2", "3", "path4", "star4", and so on with more pages, "tree5" for what is neither; "apart" when the joins leave
// a page alone (HoVer, Table 1: 4a and 4b are both path4, since they differ in the order of extension only).
func ShapeOf(n int, joins [][2]int) string {
	degree := make([]int, n)
	most := 0
	for _, j := range joins {
		for _, i := range j {
			degree[i]++
			most = max(most, degree[i])
		}
	}
	size := strconv.Itoa(n)
	switch {
	case n < 2:
		return "single"
	case len(joins) < n-1:
		return "apart"
	case n < 4:
		return size
	case most == 2:
		return "path" + size
	case most == n-1:
		return "star" + size
	}
	return "tree" + size
}
