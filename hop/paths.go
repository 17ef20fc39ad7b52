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

// Paths returns the k shortest paths of at most maxHops links between two pages that visit no page twice,
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
func Paths(ctx context.Context, g LinkReader, from, to graph.PageID, maxHops, k int) ([]Path, error) {
	if k < 1 || maxHops < 0 {
		return nil, nil
	}
	if from == to {
		return []Path{{Pages: []graph.PageID{from}}}, nil
	}
	if g, ok := g.(Charter); ok {
		if chart, err := g.Chart(ctx); err != nil || chart != nil {
			if err != nil {
				return nil, fmt.Errorf("hold links in memory: %w", err)
			}
			return chartPaths(ctx, g, chart, from, to, maxHops, k)
		}
	}
	s := newPathSearch(g, from, to)
	for length := 1; length <= maxHops; length++ {
		more, err := s.grow(ctx)
		if err != nil {
			return nil, fmt.Errorf("grow link paths to %d hops: %w", length, err)
		}
		if !more {
			maxHops = min(maxHops, len(s.ids)-1) // a longer path would visit a page twice
			length = maxHops
		}
		w := s.ways(length)
		n, err := w.count(ctx, k)
		if err != nil {
			return nil, err
		}
		if n == 0 || n < k && length < maxHops {
			continue // too few ways, those that visit a page twice counted in
		}
		paths, err := s.shortest(ctx, w, length, k)
		if err != nil {
			return nil, err
		}
		if len(paths) >= k || length == maxHops {
			if err := readLinks(ctx, g, paths); err != nil {
				return nil, fmt.Errorf("read the links of paths: %w", err)
			}
			return paths, nil
		}
	}
	return nil, nil
}

// ball is one side of the search: the links read so far, and the last level of pages.
type ball struct {
	dir      graph.Direction
	frontier []int32
	expanded []bool     // by page; may be shorter than the pages
	edges    [][2]int32 // from and to
}

// pathSearch numbers pages in the order they are met: from is 0, to is 1.
type pathSearch struct {
	g     LinkReader
	ids   []graph.PageID
	place map[graph.PageID]int32
	sides [2]*ball
}

func newPathSearch(g LinkReader, from, to graph.PageID) *pathSearch {
	s := &pathSearch{g: g, place: map[graph.PageID]int32{}}
	s.sides = [2]*ball{{dir: graph.Out, frontier: []int32{s.number(from)}}, {dir: graph.In, frontier: []int32{s.number(to)}}}
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
	b := s.sides[0]
	if len(s.sides[1].frontier) < len(b.frontier) {
		b = s.sides[1]
	}
	if len(b.frontier) == 0 {
		return false, nil
	}
	ids := make([]graph.PageID, len(b.frontier))
	for i, n := range b.frontier {
		ids[i] = s.ids[n]
	}
	slices.Sort(ids) // the order they lie in
	before := len(b.edges)
	if err := s.read(ctx, b, ids); err != nil {
		return false, err
	}
	b.reach(b.frontier, len(s.ids))
	b.frontier = b.frontier[:0]
	met := make([]bool, len(s.ids))
	for _, e := range b.edges[before:] {
		far := e[1]
		if b.dir == graph.In {
			far = e[0]
		}
		if !b.expanded[far] && !met[far] {
			met[far] = true
			b.frontier = append(b.frontier, far)
		}
	}
	return len(b.frontier) > 0, nil
}

// reach marks pages as expanded.
func (b *ball) reach(pages []int32, total int) {
	b.expanded = append(b.expanded, make([]bool, total-len(b.expanded))...)
	for _, n := range pages {
		b.expanded[n] = true
	}
}

// read adds the links of a level to the ball's edges.
func (s *pathSearch) read(ctx context.Context, b *ball, ids []graph.PageID) error {
	ends, counts, err := graph.LinkEnds(ctx, s.g, ids, b.dir)
	if err != nil {
		return err
	}
	for i, id := range ids {
		near := s.number(id)
		for _, end := range ends[:counts[i]] {
			s.join(b, near, s.number(end))
		}
		ends = ends[counts[i]:]
	}
	return nil
}

// join adds an edge between a page of the frontier and one its links lead to; links from a page to itself lie on no path.
func (s *pathSearch) join(b *ball, near, far int32) {
	switch {
	case near == far:
	case b.dir == graph.In:
		b.edges = append(b.edges, [2]int32{far, near})
	default:
		b.edges = append(b.edges, [2]int32{near, far})
	}
}

// shortest enumerates up to k paths of at most maxHops links among the ways.
func (s *pathSearch) shortest(ctx context.Context, w *ways, maxHops, k int) ([]Path, error) {
	if err := s.order(ctx, w); err != nil {
		return nil, fmt.Errorf("read the titles along link paths: %w", err)
	}
	var paths []Path
	found, err := w.yen(ctx, maxHops, k)
	if err != nil {
		return nil, err
	}
	for _, pages := range found {
		p := Path{}
		for _, n := range pages {
			p.Pages = append(p.Pages, s.ids[w.pages[n]])
		}
		paths = append(paths, p)
	}
	return paths, nil
}

// readLinks reads the links of paths: of several between two pages the first in reading order.
func readLinks(ctx context.Context, g LinkReader, paths []Path) error {
	var ids []graph.PageID
	first := map[[2]graph.PageID]graph.Link{}
	for _, p := range paths {
		for i := range p.Pages[1:] {
			ids = append(ids, p.Pages[i])
			first[[2]graph.PageID(p.Pages[i:i+2])] = graph.Link{}
		}
	}
	slices.Sort(ids)
	links, err := g.Neighbors(ctx, slices.Compact(ids), graph.Out, 0)
	if err != nil {
		return err
	}
	for i := range links {
		l := &links[i]
		ends := [2]graph.PageID{l.From, l.To}
		if old, ok := first[ends]; ok && (old.From == 0 || l.Element.Compare(old.Element) < 0) {
			first[ends] = *l
		}
	}
	for i := range paths {
		p := &paths[i]
		for j := range p.Pages[1:] {
			p.Links = append(p.Links, first[[2]graph.PageID(p.Pages[j:j+2])])
		}
	}
	return nil
}
