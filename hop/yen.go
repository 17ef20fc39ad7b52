package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// candidate is a path, the place where it left the path it was made from, and where the paths found before it that begin alike go
// on to from there.
type candidate struct {
	pages []int32
	spur  int
	taken []int32
}

// yen enumerates loopless paths, shortest first, ties by the numbers of their pages: Jin Y. Yen, "Finding the K shortest
// loopless paths in a network", Management Science 17 (1971), 712-716, with Lawler's rule (Management Science 18, 1972)
// that a path is varied only from the place where it left its parent. Each path found splits what is left into
// disjoint sets (the same beginning, then another link); the best of each set waits in the candidates.
func (w *ways) yen(ctx context.Context, maxLinks, k int) ([][]int32, error) {
	byLength := func(a, b candidate) int {
		return cmp.Or(cmp.Compare(len(a.pages), len(b.pages)), slices.Compare(a.pages, b.pages))
	}
	if w.from < 0 {
		return nil, nil
	}
	f := &finder{ways: w, left: make([]int32, len(w.pages)), shut: make([]int, len(w.pages))}
	first := f.best([]int32{w.from}, nil)
	if first == nil || len(first)-1 > maxLinks {
		return nil, nil
	}
	waiting := []candidate{{pages: first}}
	var found [][]int32
	for len(waiting) > 0 && len(found) < k {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("list link paths: %w", err)
		}
		c := waiting[0]
		waiting = waiting[1:]
		found = append(found, c.pages)
		taken := c.taken
		for i := c.spur; i < len(c.pages)-1; i++ {
			taken = append(taken, c.pages[i+1])
			if p := f.best(c.pages[:i+1], taken); p != nil && len(p)-1 <= maxLinks {
				next := candidate{pages: p, spur: i, taken: taken}
				at, _ := slices.BinarySearchFunc(waiting, next, byLength)
				waiting = slices.Insert(waiting, at, next)
			}
			taken = nil // further on c is the only one found
		}
	}
	return found, nil
}

// finder finds shortest paths to one page.
type finder struct {
	*ways
	left   []int32 // edges from each page to the end; below 0 where none lead
	shut   []int   // by page, the last search that may not go on to it
	search int
}

// best is the shortest path that begins with root, goes on to none of avoid, and meets no page of root again;
// of several the first by number, which is found by always taking the first target that is one link nearer.
func (f *finder) best(root, avoid []int32) []int32 {
	f.in.distances(f.left, f.to, root)
	f.search++
	for _, n := range avoid {
		f.shut[n] = f.search
	}
	path := slices.Clone(root)
	next, near := int32(0), int32(-1)
	for _, n := range f.out.of(root[len(root)-1]) {
		if d := f.left[n]; d >= 0 && (near < 0 || d < near) && f.shut[n] != f.search {
			next, near = n, d
		}
	}
	if near < 0 {
		return nil
	}
	for path = append(path, next); near > 0; near-- {
		for _, n := range f.out.of(path[len(path)-1]) {
			if f.left[n] == near-1 {
				path = append(path, n)
				break
			}
		}
	}
	return path
}
