package hop

import (
	"cmp"
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
	for length := 1; length <= maxLinks; length++ {
		more, err := s.grow(ctx)
		if err != nil {
			return nil, fmt.Errorf("grow link paths to %d links: %w", length, err)
		}
		if !more {
			maxLinks = min(maxLinks, len(s.ids)-1) // a longer path would visit a page twice
			length = maxLinks
		}
		w, err := s.ways(ctx, length)
		if err != nil {
			return nil, fmt.Errorf("read the titles along link paths: %w", err)
		}
		found, err := w.yen(ctx, length, k)
		if err != nil {
			return nil, err
		}
		if len(found) >= k || length == maxLinks {
			return s.read(ctx, w, found)
		}
	}
	return nil, nil
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

// ways are the links that can lie on a path of at most length links: the first page's distance to a link, the link, and its target's
// distance to the last page fit into it. Its pages have numbers of their own, in the order of titles, ordinals and ids.
type ways struct {
	pages    []int32 // of the search, by number in ways
	out, in  adjacency
	from, to int32 // -1 where no way leads from one to the other
}

func (s *pathSearch) ways(ctx context.Context, length int) (*ways, error) {
	ahead, behind := make([]int32, len(s.ids)), make([]int32, len(s.ids))
	newAdjacency(len(s.ids), s.edges, 0).distances(ahead, 0, nil)
	newAdjacency(len(s.ids), s.edges, 1).distances(behind, 1, nil)
	w := &ways{from: -1, to: -1}
	for n := range s.ids {
		if ahead[n] >= 0 && behind[n] >= 0 && int(ahead[n])+int(behind[n]) <= length {
			w.pages = append(w.pages, int32(n))
		}
	}
	if len(w.pages) == 0 {
		return w, nil
	}
	heads, err := s.g.Heads(ctx, s.pages(w.pages))
	if err != nil {
		return nil, err
	}
	head := make(map[int32]*graph.Head, len(heads))
	for i, n := range w.pages {
		head[n] = &heads[i]
	}
	slices.SortFunc(w.pages, func(i, j int32) int {
		a, b := head[i], head[j]
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(s.ids[i], s.ids[j]))
	})
	number := make([]int32, len(s.ids))
	for i, n := range w.pages {
		number[n] = int32(i)
	}
	w.from, w.to = number[0], number[1]
	var edges [][2]int32
	for _, e := range s.edges {
		if a, b := ahead[e[0]], behind[e[1]]; a >= 0 && b >= 0 && int(a)+1+int(b) <= length {
			edges = append(edges, [2]int32{number[e[0]], number[e[1]]})
		}
	}
	slices.SortFunc(edges, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	edges = slices.Compact(edges)
	w.out, w.in = newAdjacency(len(w.pages), edges, 0), newAdjacency(len(w.pages), edges, 1)
	return w, nil
}

// adjacency holds the pages at the other ends of each page's edges.
type adjacency struct{ first, ends []int32 }

// newAdjacency files edges by one of their ends; the others stay in order.
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

// distances counts the edges from start to every page on ways that pass through none of closed; below 0 where no way leads.
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

// read makes paths of the numbers of their pages among the ways, and reads their links: of several from one page to the next the first
// in reading order.
func (s *pathSearch) read(ctx context.Context, w *ways, found [][]int32) ([]Path, error) {
	var paths []Path
	var ids []graph.PageID
	first := map[[2]graph.PageID]*graph.Link{}
	for _, numbers := range found {
		p := Path{}
		for _, n := range numbers {
			p.Pages = append(p.Pages, s.ids[w.pages[n]])
		}
		for i := range p.Pages[1:] {
			ids = append(ids, p.Pages[i])
			first[[2]graph.PageID(p.Pages[i:i+2])] = &graph.Link{}
		}
		paths = append(paths, p)
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
			paths[i].Links = append(paths[i].Links, *first[[2]graph.PageID(paths[i].Pages[j:j+2])])
		}
	}
	return paths, nil
}
