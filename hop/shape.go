package hop

import (
	"fmt"
	"slices"
	"strconv"
)

// Shape is the shape of a claim's reasoning graph, given as an oracle to measure the cost of not knowing it. The zero Shape is unknown.
type Shape struct {
	Form  string // "path", "star", or empty; the two differ for chains of 4 pages
	Pages int    // number of pages; 0 if it is not known
}

// ParseShape parses "auto" (the zero Shape), "path", "star", or the name of a shape with its number of pages: "single", "2", "3", "path4",
// "star4".
func ParseShape(name string) (Shape, error) {
	s, ok := map[string]Shape{"auto": {}, "": {}, "path": {Form: "path"}, "star": {Form: "star"}, "single": {Pages: 1},
		"2": {Pages: 2}, "3": {Pages: 3}, "path4": {"path", 4}, "star4": {"star", 4}}[name]
	if !ok {
		return s, fmt.Errorf("shape %q: want auto, path, star, single, 2, 3, path4 or star4", name)
	}
	return s, nil
}

// grows reports whether a chain may grow at its m-th page: a path at its ends, a star at its centre, which the third page decides.
func (k Shape) grows(s *state, m int) bool {
	if k.Form == "" || s.n < 3 {
		return true
	}
	return (s.degree(m) == 1) == (k.Form == "path")
}

// jumps returns the index of the page of a chain to which a page without an edge is joined: the first at which the chain may grow.
func (k Shape) jumps(s *state) int {
	for m := range s.n {
		if k.grows(s, m) {
			return m
		}
	}
	return 0
}

// degree returns the number of edges of a chain's m-th page.
func (s *state) degree(m int) int {
	d := 0
	for i := 1; i < s.n; i++ {
		if i == m || int(s.parent[i]) == m {
			d++
		}
	}
	return d
}

// known keeps the chains with the number of pages of the known shape; all chains if there is none.
func (f *frontier) known(all []state) []state {
	n := f.p.Shape.Pages
	if n == 0 || !slices.ContainsFunc(all, func(s state) bool { return s.n == n }) {
		return all
	}
	place, left := make([]int, len(f.scored)), 0 // new index of each chain in f.scored
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

// ShapeOf returns the name of the undirected acyclic graph of n pages and the joins between them: "single", "2", "3", "path4", "star4"
// and so on, "tree5" for one that is neither, and "apart" for one that is not connected. HoVer's graphs 4a and 4b (Table 1) are both
// path4: they differ only in the order of extension.
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
