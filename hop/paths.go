package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// linkReader is the part of a store that Paths needs. Each level of the search is one call of Neighbors.
type linkReader interface {
	Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error)
	Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error)
}

// Path is a directed path of hyperlinks from one page to another. Links[i] leads from Pages[i] to Pages[i+1]; if
// there are several such links, it is the first in reading order.
type Path struct {
	Pages []graph.PageID
	Links []graph.Link
}

// Paths returns the k shortest paths of at most maxLinks links between two pages that visit no page twice, ordered by
// length, then by the titles of their pages, then by id. It returns fewer if there are fewer, and one path without
// links if the two pages are the same. The result is exact: all links of hubs are read.
//
// The search is breadth-first from both ends, along out-links from one page and in-links from the other; each step
// extends the smaller side by a level. When the two radii add up to L, all links of all paths of at most L links have
// been read:
//
//	from -> a -> b -> c -> to      link i is an out-link of the inner ball, or an in-link of the outer one
//	|--radius 2--|   |-radius 2-|
//
// so if there are k paths of at most L links, they are the k shortest, and the search ends.
func Paths(ctx context.Context, g linkReader, from, to graph.PageID, maxLinks, k int) ([]Path, error) {
	if k < 1 || maxLinks < 0 {
		return nil, nil
	}
	if from == to {
		return []Path{{Pages: []graph.PageID{from}}}, nil
	}
	s := newPathSearch(g, from, to)
	var found [][]graph.PageID
	for length := 1; length <= maxLinks && len(found) < k; length++ {
		more, err := s.grow(ctx)
		if err != nil {
			return nil, fmt.Errorf("grow link paths to %d links: %w", length, err)
		}
		if !more {
			maxLinks = min(maxLinks, len(s.ids)-1) // a longer path would visit a page twice
		}
		if !s.joint { // the radii add up to length: no path is so short
			continue
		}
		some, err := s.within(length).paths(ctx, length, k-len(found))
		if err != nil {
			return nil, fmt.Errorf("read the titles along link paths: %w", err)
		}
		found = append(found, some...)
	}
	return s.read(ctx, found)
}

// pathSearch numbers pages in the order in which they are found: from is 0, to is 1.
type pathSearch struct {
	g     linkReader
	ids   []graph.PageID
	place map[graph.PageID]int32
	met   []uint8 // by number, the sides that have the page: bits of 1 << graph.Direction
	sides [2]ball
	joint bool                  // a page is on both sides
	edges [][2]int32            // read from either side; an edge may be there twice
	heads map[int32]*graph.Head // of pages between which paths choose
}

// ball is one side of the search.
type ball struct {
	dir      graph.Direction
	frontier []int32 // the last level of pages
}

const bothSides = 1<<graph.Out | 1<<graph.In

func newPathSearch(g linkReader, from, to graph.PageID) *pathSearch {
	s := &pathSearch{g: g, place: map[graph.PageID]int32{}, heads: map[int32]*graph.Head{}}
	for i, id := range [...]graph.PageID{from, to} {
		n, dir := s.number(id), graph.Direction(i)
		s.met[n] |= 1 << dir
		s.sides[i] = ball{dir, []int32{n}}
	}
	return s
}

func (s *pathSearch) number(id graph.PageID) int32 {
	n, ok := s.place[id]
	if !ok {
		n = int32(len(s.ids))
		s.place[id], s.ids, s.met = n, append(s.ids, id), append(s.met, 0)
	}
	return n
}

// grow reads one more level on the side with the smaller frontier. It returns false if that side has no more pages:
// then all links of all paths have been read.
func (s *pathSearch) grow(ctx context.Context) (bool, error) {
	b := &s.sides[0]
	if len(s.sides[1].frontier) < len(b.frontier) {
		b = &s.sides[1]
	}
	if len(b.frontier) == 0 {
		return false, nil
	}
	ids := s.pages(b.frontier)
	slices.Sort(ids) // the order they lie in
	b.frontier = b.frontier[:0]
	ends, counts, err := graph.LinkEnds(ctx, s.g, ids, b.dir)
	if err != nil {
		return false, err
	}
	for i, id := range ids {
		near := s.number(id)
		for _, end := range ends[:counts[i]] {
			s.join(b, near, s.number(end))
		}
		ends = ends[counts[i]:]
	}
	return len(b.frontier) > 0, nil
}

// join adds the edge between a page of the frontier and the page at the other end of a link. A link from a page to
// itself is on no path.
func (s *pathSearch) join(b *ball, near, far int32) {
	if near == far {
		return
	}
	if side := uint8(1) << b.dir; s.met[far]&side == 0 {
		s.met[far] |= side
		s.joint = s.joint || s.met[far] == bothSides
		b.frontier = append(b.frontier, far)
	}
	if b.dir == graph.In {
		near, far = far, near
	}
	s.edges = append(s.edges, [2]int32{near, far})
}

func (s *pathSearch) pages(numbers []int32) []graph.PageID {
	ids := make([]graph.PageID, len(numbers))
	for i, n := range numbers {
		ids[i] = s.ids[n]
	}
	return ids
}

// read returns the paths with their links: of several links from a page to the next, the first in reading order.
func (s *pathSearch) read(ctx context.Context, found [][]graph.PageID) ([]Path, error) {
	var paths []Path
	var ids []graph.PageID
	first := map[[2]graph.PageID]*graph.Link{}
	for _, pages := range found {
		paths = append(paths, Path{Pages: pages})
		for i := range pages[1:] {
			ids = append(ids, pages[i])
			first[[2]graph.PageID(pages[i:])] = &graph.Link{}
		}
	}
	slices.Sort(ids)
	links, err := s.g.Neighbors(ctx, slices.Compact(ids), graph.Out, 0)
	if err != nil {
		return nil, fmt.Errorf("read the links of paths: %w", err)
	}
	for i := range links {
		l := &links[i]
		if old := first[[2]graph.PageID{l.From, l.To}]; old != nil && (old.From == 0 || l.Element.Compare(old.Element) < 0) {
			*old = *l
		}
	}
	for i := range paths {
		for j := range paths[i].Pages[1:] {
			paths[i].Links = append(paths[i].Links, *first[[2]graph.PageID(paths[i].Pages[j:])])
		}
	}
	return paths, nil
}

// pathGraph is the part of the graph that can be on a path of at most length links: the links for which the distance
// from the first page, the link itself, and the distance to the last page add up to at most length.
type pathGraph struct {
	s        *pathSearch
	pages    []int32 // numbers in the search, by number in the pathGraph
	out, in  adjacency
	from, to int32
}

// within returns the pathGraph of paths of at most length links; it needs both sides of the search to have met.
func (s *pathSearch) within(length int) *pathGraph {
	ahead, behind := make([]int32, len(s.ids)), make([]int32, len(s.ids))
	newAdjacency(len(s.ids), s.edges, 0).distances(ahead, 0, nil)
	newAdjacency(len(s.ids), s.edges, 1).distances(behind, 1, nil)
	w := &pathGraph{s: s}
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

// paths returns up to k loopless paths of exactly length links, in the order of their pages' titles, ordinals and
// ids. It extends a path only to a page from which the end can be reached within length without visiting a page of
// the path. So few attempts fail, because there were fewer than k shorter paths, and few of the pages need their
// titles.
func (w *pathGraph) paths(ctx context.Context, length, k int) (found [][]graph.PageID, err error) {
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
func (w *pathGraph) inOrder(ctx context.Context, pages []int32) ([]int32, error) {
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

// distances sets d to the number of edges from start to each page without passing a page of closed; negative for a
// page that can't be reached.
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
