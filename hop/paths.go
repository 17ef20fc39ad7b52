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
	s := &pathSearch{g: g, ends: [2]graph.PageID{from, to}, heads: map[graph.PageID]graph.Head{}}
	for dir, id := range s.ends {
		s.met[dir], s.level[dir] = map[graph.PageID]bool{id: true}, []graph.PageID{id}
		s.links[dir] = linksOf{}
	}
	var found [][]graph.PageID
	for length := 1; length <= maxLinks && len(found) < k; length++ {
		dir := graph.Out
		if len(s.level[graph.In]) < len(s.level[graph.Out]) {
			dir = graph.In
		}
		if err := s.grow(ctx, dir); err != nil {
			return nil, fmt.Errorf("grow link paths to %d links: %w", length, err)
		}
		if len(s.level[dir]) == 0 { // all pages of all paths are met: a longer one would visit a page twice
			maxLinks = min(maxLinks, len(s.met[dir])-1)
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

// linksOf has the other ends of the links of pages. A page may be there twice.
type linksOf map[graph.PageID][]graph.PageID

// pathSearch has two sides: index graph.Out is the first page's, which grows along out-links, and graph.In the last's.
type pathSearch struct {
	g     linkReader
	ends  [2]graph.PageID
	met   [2]map[graph.PageID]bool
	level [2][]graph.PageID // the last level of pages
	joint bool              // a page is on both sides
	links [2]linksOf        // all that were read, by the page from which and by the page to which they lead
	heads map[graph.PageID]graph.Head
}

// grow reads the links of a side's last level.
func (s *pathSearch) grow(ctx context.Context, dir graph.Direction) error {
	ids := s.level[dir]
	if len(ids) == 0 {
		return ctx.Err()
	}
	slices.Sort(ids) // the order they lie in
	s.level[dir] = nil
	ends, counts, err := graph.LinkEnds(ctx, s.g, ids, dir)
	if err != nil {
		return err
	}
	for i, id := range ids {
		of := slices.DeleteFunc(ends[:counts[i]:counts[i]], func(end graph.PageID) bool { return end == id }) // on no path
		s.links[dir][id] = append(of, s.links[dir][id]...)
		for _, end := range of {
			s.links[1-dir][end] = append(s.links[1-dir][end], id)
			s.joint = s.joint || s.met[1-dir][end]
			if !s.met[dir][end] {
				s.met[dir][end], s.level[dir] = true, append(s.level[dir], end)
			}
		}
		ends = ends[counts[i]:]
	}
	return nil
}

// paths returns up to k loopless paths of exactly length links, in the order of their pages' titles, ordinals and
// ids. It extends a path only to a page from which the end can be reached within length without visiting a page of
// the path. So few attempts fail, because there were fewer than k shorter paths, and few of the pages need their
// titles.
func (s *pathSearch) paths(ctx context.Context, length, k int) (found [][]graph.PageID, err error) {
	ahead := distances(s.ends[graph.Out], s.links[graph.Out], length, nil)
	behind := distances(s.ends[graph.In], s.links[graph.In], length, nil)
	back := linksOf{} // the links that may be on a path of at most length, by the page to which they lead
	for page, done := range ahead {
		for _, next := range s.links[graph.Out][page] {
			if left, ok := behind[next]; ok && done+1+left <= length {
				back[next] = append(back[next], page)
			}
		}
	}
	var extend func(path []graph.PageID) error
	extend = func(path []graph.PageID) error {
		last, more := path[len(path)-1], length-len(path) // links after the next page
		if last == s.ends[graph.In] {
			if more < 0 {
				found = append(found, slices.Clone(path))
			}
			return nil
		}
		left := distances(s.ends[graph.In], back, more, path)
		var nexts []graph.PageID
		for _, n := range s.links[graph.Out][last] {
			if _, reaches := left[n]; reaches {
				nexts = append(nexts, n)
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
	err = extend(s.ends[:1:1])
	return found, err
}

// distances returns how many links lead from a page to each page that is at most so many away, without passing a page
// of closed.
func distances(from graph.PageID, links linksOf, most int, closed []graph.PageID) map[graph.PageID]int {
	d, level := map[graph.PageID]int{from: 0}, []graph.PageID{from}
	for away := 1; away <= most && len(level) > 0; away++ {
		var next []graph.PageID
		for _, page := range level {
			for _, end := range links[page] {
				if _, known := d[end]; !known && !slices.Contains(closed, end) {
					d[end], next = away, append(next, end)
				}
			}
		}
		level = next
	}
	return d
}

// inOrder sorts pages by titles, ordinals and ids, each once. It reads the heads that it lacks.
func (s *pathSearch) inOrder(ctx context.Context, pages []graph.PageID) ([]graph.PageID, error) {
	slices.Sort(pages)
	pages = slices.Compact(pages)
	missing := slices.DeleteFunc(slices.Clone(pages), func(id graph.PageID) bool { return s.heads[id].ID != 0 })
	if len(missing) > 0 && len(pages) > 1 {
		heads, err := s.g.Heads(ctx, missing)
		if err != nil {
			return nil, err
		}
		for i, id := range missing {
			s.heads[id] = heads[i]
		}
	}
	slices.SortFunc(pages, func(i, j graph.PageID) int {
		a, b := s.heads[i], s.heads[j]
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(i, j))
	})
	return pages, nil
}

// read returns the paths with their links: of several links from a page to the next, the first in reading order.
func (s *pathSearch) read(ctx context.Context, found [][]graph.PageID) (paths []Path, err error) {
	var ids []graph.PageID
	first := map[[2]graph.PageID]graph.Link{}
	for _, pages := range found {
		ids = append(ids, pages[:len(pages)-1]...)
		for i := range pages[1:] {
			first[[2]graph.PageID(pages[i:])] = graph.Link{}
		}
	}
	slices.Sort(ids)
	links, err := s.g.Neighbors(ctx, slices.Compact(ids), graph.Out, 0)
	if err != nil {
		return nil, fmt.Errorf("read the links of paths: %w", err)
	}
	for _, l := range links {
		at := [2]graph.PageID{l.From, l.To}
		if old, on := first[at]; on && (old.From == 0 || l.Element.Compare(old.Element) < 0) {
			first[at] = l
		}
	}
	for _, pages := range found {
		p := Path{Pages: pages}
		for i := range pages[1:] {
			p.Links = append(p.Links, first[[2]graph.PageID(pages[i:])])
		}
		paths = append(paths, p)
	}
	return paths, nil
}
