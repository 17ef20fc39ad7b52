package hop

import (
	"cmp"
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// ways is the part of the graph that can be on a path of at most length links: the links for which the distance from the first page, the
// link itself, and the distance to the last page add up to at most length.
type ways struct {
	s        *pathSearch
	pages    []int32 // numbers in the search, by number in ways
	out, in  adjacency
	from, to int32
}

// ways needs both sides of the search to have met.
func (s *pathSearch) ways(length int) *ways {
	ahead, behind := make([]int32, len(s.ids)), make([]int32, len(s.ids))
	newAdjacency(len(s.ids), s.edges, 0).distances(ahead, 0, nil)
	newAdjacency(len(s.ids), s.edges, 1).distances(behind, 1, nil)
	w := &ways{s: s}
	number := make([]int32, len(s.ids))
	for n := range s.ids {
		if ahead[n] >= 0 && behind[n] >= 0 && int(ahead[n])+int(behind[n]) <= length {
			number[n] = int32(len(w.pages))
			w.pages = append(w.pages, int32(n))
		}
	}
	w.from, w.to = number[0], number[1]
	var edges [][2]int32
	for _, e := range s.edges {
		if a, b := ahead[e[0]], behind[e[1]]; a >= 0 && b >= 0 && int(a)+1+int(b) <= length {
			edges = append(edges, [2]int32{number[e[0]], number[e[1]]})
		}
	}
	w.out, w.in = newAdjacency(len(w.pages), edges, 0), newAdjacency(len(w.pages), edges, 1)
	return w
}

// paths returns up to k loopless paths of exactly length links, in the order of their pages' titles, ordinals and ids. It extends a path
// only to a page from which the end can be reached within length without visiting a page of the path. So few attempts fail, because there
// were fewer than k shorter paths, and few of the pages need their titles.
func (w *ways) paths(ctx context.Context, length, k int) (found [][]graph.PageID, err error) {
	left := make([]int32, len(w.pages)) // links from each page to the end
	var extend func(path []int32) error
	extend = func(path []int32) error {
		last, more := path[len(path)-1], length-len(path) // links after the next page
		if last == w.to {
			if more < 0 {
				ids := make([]graph.PageID, len(path))
				for i, n := range path {
					ids[i] = w.s.ids[w.pages[n]]
				}
				found = append(found, ids)
			}
			return nil
		}
		w.in.distances(left, w.to, path)
		var nexts []int32
		for _, n := range w.out.of(last) {
			if left[n] >= 0 && int(left[n]) <= more {
				nexts = append(nexts, n)
			}
		}
		nexts, err := w.inOrder(ctx, nexts)
		if err != nil {
			return err
		}
		for _, n := range nexts {
			if len(found) == k {
				return nil
			}
			if err := extend(append(path, n)); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	err = extend([]int32{w.from})
	return found, err
}

// inOrder sorts pages by titles, ordinals and ids, each once. It reads the heads that it lacks.
func (w *ways) inOrder(ctx context.Context, pages []int32) ([]int32, error) {
	slices.Sort(pages)
	pages = slices.Compact(pages)
	if len(pages) < 2 {
		return pages, nil
	}
	var missing []int32
	for _, n := range pages {
		if n = w.pages[n]; w.s.heads[n] == nil {
			missing = append(missing, n)
		}
	}
	if len(missing) > 0 {
		heads, err := w.s.g.Heads(ctx, w.s.pages(missing))
		if err != nil {
			return nil, err
		}
		for i, n := range missing {
			w.s.heads[n] = &heads[i]
		}
	}
	slices.SortFunc(pages, func(i, j int32) int {
		a, b := w.s.heads[w.pages[i]], w.s.heads[w.pages[j]]
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(a.ID, b.ID))
	})
	return pages, nil
}

// adjacency is a graph in compressed sparse row form: ends[first[p]:first[p+1]] are the neighbours of page p.
type adjacency struct{ first, ends []int32 }

// newAdjacency groups edges by one of their ends; the other ends keep their order.
func newAdjacency(pages int, edges [][2]int32, by int) adjacency {
	a := adjacency{make([]int32, pages+1), make([]int32, len(edges))}
	for _, e := range edges {
		a.first[e[by]+1]++
	}
	for i := range pages {
		a.first[i+1] += a.first[i]
	}
	fill := slices.Clone(a.first)
	for _, e := range edges {
		a.ends[fill[e[by]]] = e[1-by]
		fill[e[by]]++
	}
	return a
}

func (a *adjacency) of(page int32) []int32 { return a.ends[a.first[page]:a.first[page+1]] }

// distances sets d to the number of edges from start to each page without passing a page of closed; negative for a page that can't be
// reached.
func (a adjacency) distances(d []int32, start int32, closed []int32) {
	const unmet, shut = -1, -2
	for i := range d {
		d[i] = unmet
	}
	for _, page := range closed {
		d[page] = shut
	}
	d[start] = 0
	for queue := []int32{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range a.of(queue[0]) {
			if d[next] == unmet {
				d[next] = d[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
}
