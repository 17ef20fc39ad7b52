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
	s := newPathSearch(g, from, to)
	for length := 1; length <= maxHops; length++ {
		more, err := s.grow(ctx)
		if err != nil {
			return nil, fmt.Errorf("grow link paths to %d hops: %w", length, err)
		}
		if !more {
			length = maxHops
		}
		paths, err := s.shortest(ctx, length, k)
		if err != nil || len(paths) >= k || length == maxHops {
			return paths, err
		}
	}
	return nil, nil
}

// ball is one side of the search: the pages reached so far with their distance, and the last level.
type ball struct {
	dir      graph.Direction
	distance map[graph.PageID]int
	frontier []graph.PageID
	radius   int
}

type pathSearch struct {
	g        LinkReader
	from, to graph.PageID
	sides    [2]*ball
	links    map[[2]graph.PageID]graph.Link
	rank     map[graph.PageID]int // order by title of the pages that can lie on a path
}

func newPathSearch(g LinkReader, from, to graph.PageID) *pathSearch {
	around := func(id graph.PageID, dir graph.Direction) *ball {
		return &ball{dir: dir, distance: map[graph.PageID]int{id: 0}, frontier: []graph.PageID{id}}
	}
	return &pathSearch{g: g, from: from, to: to, links: map[[2]graph.PageID]graph.Link{},
		sides: [2]*ball{around(from, graph.Out), around(to, graph.In)}}
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
	links, err := s.g.Neighbors(ctx, b.frontier, b.dir, 0)
	if err != nil {
		return false, err
	}
	b.radius++
	b.frontier = b.frontier[:0:0]
	for _, l := range links {
		s.keep(l)
		far := l.To
		if b.dir == graph.In {
			far = l.From
		}
		if _, seen := b.distance[far]; !seen {
			b.distance[far] = b.radius
			b.frontier = append(b.frontier, far)
		}
	}
	slices.Sort(b.frontier)
	return len(b.frontier) > 0, nil
}

// keep remembers the first link between two pages; links from a page to itself lie on no path.
func (s *pathSearch) keep(l graph.Link) {
	key := [2]graph.PageID{l.From, l.To}
	if old, ok := s.links[key]; l.From != l.To && (!ok || l.Element.Compare(old.Element) < 0) {
		s.links[key] = l
	}
}

// shortest enumerates up to k paths of at most maxHops links among the links read so far.
func (s *pathSearch) shortest(ctx context.Context, maxHops, k int) ([]Path, error) {
	out := s.adjacency(maxHops)
	if len(out[s.from]) == 0 {
		return nil, nil
	}
	if err := s.order(ctx, out); err != nil {
		return nil, fmt.Errorf("read the titles along link paths: %w", err)
	}
	var paths []Path
	for _, pages := range yen(out, s.rank, s.from, s.to, maxHops, k) {
		p := Path{Pages: pages}
		for i := 1; i < len(pages); i++ {
			p.Links = append(p.Links, s.links[[2]graph.PageID{pages[i-1], pages[i]}])
		}
		paths = append(paths, p)
	}
	return paths, nil
}

// adjacency is the links that can lie on a path of at most maxHops links: start's distance from the one end,
// this link, and its target's distance from the other fit into it.
func (s *pathSearch) adjacency(maxHops int) map[graph.PageID][]graph.PageID {
	all, back := map[graph.PageID][]graph.PageID{}, map[graph.PageID][]graph.PageID{}
	for e := range s.links {
		all[e[0]] = append(all[e[0]], e[1])
		back[e[1]] = append(back[e[1]], e[0])
	}
	ahead, behind := distances(all, s.from, nil), distances(back, s.to, nil)
	out := map[graph.PageID][]graph.PageID{}
	for e := range s.links {
		a, okA := ahead[e[0]]
		b, okB := behind[e[1]]
		if okA && okB && a+1+b <= maxHops {
			out[e[0]] = append(out[e[0]], e[1])
		}
	}
	return out
}

// order ranks the pages of the adjacency by title, ordinal and id, and sorts each page's targets so.
func (s *pathSearch) order(ctx context.Context, out map[graph.PageID][]graph.PageID) error {
	ids := []graph.PageID{s.from}
	for _, to := range out {
		ids = append(ids, to...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	heads, err := s.g.Heads(ctx, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(heads, func(a, b graph.Head) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(a.ID, b.ID))
	})
	s.rank = make(map[graph.PageID]int, len(heads))
	for i, h := range heads {
		s.rank[h.ID] = i
	}
	for _, to := range out {
		slices.SortFunc(to, func(a, b graph.PageID) int { return cmp.Compare(s.rank[a], s.rank[b]) })
	}
	return nil
}

// candidate is a path and the place where it left the path it was made from.
type candidate struct {
	pages []graph.PageID
	spur  int
}

// yen enumerates loopless paths, shortest first, ties by rank: Jin Y. Yen, "Finding the K shortest loopless
// paths in a network", Management Science 17 (1971), 712-716, with Lawler's rule (Management Science 18, 1972)
// that a path is varied only from the place where it left its parent. Each path found splits what is left into
// disjoint sets (the same beginning, then another link); the best of each set waits in the candidates.
func yen(out map[graph.PageID][]graph.PageID, rank map[graph.PageID]int, from, to graph.PageID, maxHops, k int) [][]graph.PageID {
	byLength := func(a, b candidate) int {
		return cmp.Or(cmp.Compare(len(a.pages), len(b.pages)), slices.CompareFunc(a.pages, b.pages, func(x, y graph.PageID) int {
			return cmp.Compare(rank[x], rank[y])
		}))
	}
	in := reversed(out)
	first := best(out, in, []graph.PageID{from}, to, nil)
	if first == nil || len(first)-1 > maxHops {
		return nil
	}
	waiting := []candidate{{pages: first}}
	var found [][]graph.PageID
	for len(waiting) > 0 && len(found) < k {
		c := waiting[0]
		waiting = waiting[1:]
		found = append(found, c.pages)
		for i := c.spur; i < len(c.pages)-1; i++ {
			p := best(out, in, c.pages[:i+1], to, taken(found, c.pages[:i+1]))
			if p == nil || len(p)-1 > maxHops {
				continue
			}
			next := candidate{pages: p, spur: i}
			at, _ := slices.BinarySearchFunc(waiting, next, byLength)
			waiting = slices.Insert(waiting, at, next)
		}
	}
	return found
}

// taken is where the found paths that begin with root go on to.
func taken(found [][]graph.PageID, root []graph.PageID) map[graph.PageID]bool {
	t := map[graph.PageID]bool{}
	for _, p := range found {
		if len(p) > len(root) && slices.Equal(p[:len(root)], root) {
			t[p[len(root)]] = true
		}
	}
	return t
}

// best is the shortest path that begins with root, goes on to none of avoid, and meets no page of root again;
// of several the first by rank, which is found by always taking the first target that is one link nearer.
func best(out, in map[graph.PageID][]graph.PageID, root []graph.PageID, to graph.PageID, avoid map[graph.PageID]bool) []graph.PageID {
	left := distances(in, to, root)
	path := slices.Clone(root)
	next, near := graph.PageID(0), -1
	for _, n := range out[root[len(root)-1]] {
		if d, ok := left[n]; ok && !avoid[n] && (near < 0 || d < near) {
			next, near = n, d
		}
	}
	if near < 0 {
		return nil
	}
	for path = append(path, next); near > 0; near-- {
		for _, n := range out[path[len(path)-1]] {
			if d, ok := left[n]; ok && d == near-1 {
				path = append(path, n)
				break
			}
		}
	}
	return path
}

// distances counts the links from start to every page it leads to without passing through a page of closed.
func distances(out map[graph.PageID][]graph.PageID, start graph.PageID, closed []graph.PageID) map[graph.PageID]int {
	d := map[graph.PageID]int{start: 0}
	for queue := []graph.PageID{start}; len(queue) > 0; queue = queue[1:] {
		for _, n := range out[queue[0]] {
			if _, seen := d[n]; !seen && !slices.Contains(closed, n) {
				d[n] = d[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	return d
}

func reversed(out map[graph.PageID][]graph.PageID) map[graph.PageID][]graph.PageID {
	in := map[graph.PageID][]graph.PageID{}
	for from, tos := range out {
		for _, to := range tos {
			in[to] = append(in[to], from)
		}
	}
	return in
}
