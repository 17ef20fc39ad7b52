package hop

import (
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// LinkReader is what Paths reads of a store: one round trip a level of the search, however wide it is.
type LinkReader interface {
	Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error)
	Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error)
}

// Path is a way from one page to another along hyperlinks, each followed from the page it stands on to the
// page it names. Links[i] joins Pages[i] to Pages[i+1]; where a page links to the next more than once, it is
// the first link in reading order of the store.
type Path struct {
	Pages []graph.PageID
	Links []graph.Link
}

// Paths returns the k shortest paths of at most maxLinks links between two pages that visit no page twice,
// ordered by length, then by the titles along the way, then by id. It returns fewer when there are fewer, and
// one path without links when the pages are the same. It is exact: hubs are read whole.
//
// The search grows a ball of out-links around from and one of in-links around to, always the smaller, one
// level at a time. When the two radii add up to L, every link of every path of at most L links has been read:
//
//	from -> a -> b -> c -> to      link i is an out-link of the inner ball, or an in-link of the outer one
//	|--radius 2--|   |-radius 2-|
//
// so k paths of at most L links are the k shortest, and the search ends there.
func Paths(ctx context.Context, g LinkReader, from, to graph.PageID, maxLinks, k int) ([]Path, error) {
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
		w, err := s.ways(ctx, length)
		if err != nil {
			return nil, fmt.Errorf("read the titles along link paths: %w", err)
		}
		found = append(found, w.paths(ctx, length, k-len(found))...)
	}
	return s.read(ctx, found)
}

// pathSearch numbers pages in the order they are met: from is 0, to is 1.
type pathSearch struct {
	g     LinkReader
	ids   []graph.PageID
	place map[graph.PageID]int32
	sides [2]ball
	edges [][2]int32 // read from either side; an edge may be there twice
}

// ball is one side of the search.
type ball struct {
	dir      graph.Direction
	frontier []int32        // the last level of pages
	met      map[int32]bool // the pages of all levels
}

func newPathSearch(g LinkReader, from, to graph.PageID) *pathSearch {
	s := &pathSearch{g: g, place: map[graph.PageID]int32{}}
	for i, id := range [...]graph.PageID{from, to} {
		n := s.number(id)
		s.sides[i] = ball{graph.Direction(i), []int32{n}, map[int32]bool{n: true}}
	}
	return s
}

func (s *pathSearch) number(id graph.PageID) int32 {
	n, ok := s.place[id]
	if !ok {
		n = int32(len(s.ids))
		s.place[id], s.ids = n, append(s.ids, id)
	}
	return n
}

// grow reads one more level on the side with the smaller frontier; false when that side has no more pages, so
// that every link of every path has been read.
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
		for _, end := range ends[:counts[i]] {
			s.join(b, id, end)
		}
		ends = ends[counts[i]:]
	}
	return len(b.frontier) > 0, nil
}

// join adds the edge between a page of the frontier and one that a link leads on to. Links from a page to itself lie on no path.
func (s *pathSearch) join(b *ball, near, far graph.PageID) {
	if near == far {
		return
	}
	e := [2]int32{s.number(near), s.number(far)}
	if !b.met[e[1]] {
		b.met[e[1]] = true
		b.frontier = append(b.frontier, e[1])
	}
	if b.dir == graph.In {
		e[0], e[1] = e[1], e[0]
	}
	s.edges = append(s.edges, e)
}

func (s *pathSearch) pages(numbers []int32) []graph.PageID {
	ids := make([]graph.PageID, len(numbers))
	for i, n := range numbers {
		ids[i] = s.ids[n]
	}
	return ids
}

// read adds the links to paths: of several from one page to the next the first in reading order.
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
