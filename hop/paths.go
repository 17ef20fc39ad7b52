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
	s := &pathSearch{g: g, place: map[graph.PageID]int32{}, heads: map[int32]*graph.Head{}}
	for dir, id := range [...]graph.PageID{graph.Out: from, graph.In: to} {
		s.meet(graph.Direction(dir), s.number(id))
	}
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
		some, err := s.paths(ctx, length, k-len(found))
		if err != nil {
			return nil, fmt.Errorf("read the titles along link paths: %w", err)
		}
		found = append(found, some...)
	}
	return s.read(ctx, found)
}

// pathSearch numbers pages in the order in which they are found: from is 0, to is 1.
type pathSearch struct {
	g        linkReader
	ids      []graph.PageID
	place    map[graph.PageID]int32
	met      []uint8               // by number, the sides that have the page: bits of 1 << graph.Direction
	frontier [2][]int32            // of each side, the last level of pages
	joint    bool                  // a page is on both sides
	edges    [][2]int32            // read from either side; an edge may be there twice
	heads    map[int32]*graph.Head // of pages between which paths choose
}

func (s *pathSearch) number(id graph.PageID) int32 {
	n, ok := s.place[id]
	if !ok {
		n = int32(len(s.ids))
		s.place[id], s.ids, s.met = n, append(s.ids, id), append(s.met, 0)
	}
	return n
}

// meet adds a page to the frontier of a side that hasn't met it.
func (s *pathSearch) meet(dir graph.Direction, n int32) {
	if side := uint8(1) << dir; s.met[n]&side == 0 {
		s.met[n] |= side
		s.joint = s.joint || s.met[n] == 1<<graph.Out|1<<graph.In
		s.frontier[dir] = append(s.frontier[dir], n)
	}
}

// grow reads one more level on the side with the smaller frontier. It returns false if that side has no more pages:
// then all links of all paths have been read.
func (s *pathSearch) grow(ctx context.Context) (bool, error) {
	dir := graph.Out
	if len(s.frontier[graph.In]) < len(s.frontier[graph.Out]) {
		dir = graph.In
	}
	if len(s.frontier[dir]) == 0 {
		return false, nil
	}
	ids := s.pages(s.frontier[dir])
	slices.Sort(ids) // the order they lie in
	s.frontier[dir] = s.frontier[dir][:0]
	ends, counts, err := graph.LinkEnds(ctx, s.g, ids, dir)
	if err != nil {
		return false, err
	}
	for i, id := range ids {
		for _, end := range ends[:counts[i]] {
			e := [2]int32{s.number(id), s.number(end)}
			if e[0] == e[1] { // a link from a page to itself is on no path
				continue
			}
			s.meet(dir, e[1])
			if dir == graph.In {
				e[0], e[1] = e[1], e[0]
			}
			s.edges = append(s.edges, e)
		}
		ends = ends[counts[i]:]
	}
	return len(s.frontier[dir]) > 0, nil
}

func (s *pathSearch) pages(numbers []int32) []graph.PageID {
	ids := make([]graph.PageID, len(numbers))
	for i, n := range numbers {
		ids[i] = s.ids[n]
	}
	return ids
}

// paths returns up to k loopless paths of exactly length links, in the order of their pages' titles, ordinals and
// ids. It needs both sides of the search to have met. It extends a path only to a page from which the end can be
// reached within length without visiting a page of the path. So few attempts fail, because there were fewer than k
// shorter paths, and few of the pages need their titles.
func (s *pathSearch) paths(ctx context.Context, length, k int) (found [][]graph.PageID, err error) {
	ahead, behind := s.distances(s.edges, 0, length, nil), s.distances(s.edges, 1, length, nil)
	var edges [][2]int32 // that may be on a path of at most length links
	for _, e := range s.edges {
		if a, b := ahead[e[0]], behind[e[1]]; a >= 0 && b >= 0 && int(a+1+b) <= length {
			edges = append(edges, e)
		}
	}
	var extend func(path []int32) error
	extend = func(path []int32) error {
		last, more := path[len(path)-1], length-len(path) // links after the next page
		if last == 1 {
			if more < 0 {
				found = append(found, s.pages(path))
			}
			return nil
		}
		left := s.distances(edges, 1, more, path)
		var nexts []int32
		for _, e := range edges {
			if e[0] == last && left[e[1]] >= 0 {
				nexts = append(nexts, e[1])
			}
		}
		nexts, err := s.inOrder(ctx, nexts)
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
	err = extend([]int32{0})
	return found, err
}

// distances returns how many edges lead from the first page to each page, or with end 1 from each page to the last
// one, without passing a page of closed; negative for a page that is more than most away.
func (s *pathSearch) distances(edges [][2]int32, end, most int, closed []int32) []int32 {
	const unmet, shut = -1, -2
	d := slices.Repeat([]int32{unmet}, len(s.ids))
	for _, page := range closed {
		d[page] = shut
	}
	d[end] = 0
	for step, met := int32(0), true; met && int(step) < most; step++ {
		met = false
		for _, e := range edges {
			if d[e[end]] == step && d[e[1-end]] == unmet {
				d[e[1-end]], met = step+1, true
			}
		}
	}
	return d
}

// inOrder sorts pages by titles, ordinals and ids, each once. It reads the heads that it lacks.
func (s *pathSearch) inOrder(ctx context.Context, pages []int32) ([]int32, error) {
	slices.Sort(pages)
	pages = slices.Compact(pages)
	if len(pages) < 2 {
		return pages, nil
	}
	missing := slices.DeleteFunc(slices.Clone(pages), func(n int32) bool { return s.heads[n] != nil })
	if len(missing) > 0 {
		heads, err := s.g.Heads(ctx, s.pages(missing))
		if err != nil {
			return nil, err
		}
		for i, n := range missing {
			s.heads[n] = &heads[i]
		}
	}
	slices.SortFunc(pages, func(i, j int32) int {
		a, b := s.heads[i], s.heads[j]
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(a.ID, b.ID))
	})
	return pages, nil
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
