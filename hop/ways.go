package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// ways are the links that can lie on a path of at most maxHops links: start's distance from the one end, this link, and
// its target's distance from the other fit into it. Pages have numbers of their own, those of left out pages missing.
type ways struct {
	pages  []int32   // of the search, by number in ways
	out    [][]int32 // by number in ways; each target once
	from   int32
	to     int32
	length int
}

func (s *pathSearch) ways(maxHops int) *ways {
	n := len(s.ids)
	ahead, behind := s.distances(n, 0, 0), s.distances(n, 1, 1)
	w := &ways{from: -1, to: -1, length: maxHops}
	number := make([]int32, n)
	for i := range number {
		number[i] = -1
	}
	add := func(page int32) int32 {
		if number[page] < 0 {
			number[page] = int32(len(w.pages))
			w.pages, w.out = append(w.pages, page), append(w.out, nil)
		}
		return number[page]
	}
	for side, b := range s.sides {
		for _, e := range b.edges {
			if side == 1 && int(e[0]) < len(s.sides[0].expanded) && s.sides[0].expanded[e[0]] {
				continue // read from the other side as well
			}
			if a, b := ahead[e[0]], behind[e[1]]; a >= 0 && b >= 0 && int(a)+1+int(b) <= maxHops {
				from, to := add(e[0]), add(e[1])
				w.out[from] = append(w.out[from], to)
			}
		}
	}
	w.from, w.to = number[0], number[1]
	for i := range w.out { // a reader without Ends gives a link as often as it is there
		slices.Sort(w.out[i])
		w.out[i] = slices.Compact(w.out[i])
	}
	return w
}

// distances counts the links between start and every page, along the edges read (end 0) or against them (end 1); -1
// where none lead.
func (s *pathSearch) distances(n int, start, end int32) []int32 {
	first := make([]int32, n+1) // edges by their near end: counted, then placed
	for _, b := range s.sides {
		for _, e := range b.edges {
			first[e[end]+1]++
		}
	}
	for i := range n {
		first[i+1] += first[i]
	}
	far, fill := make([]int32, first[n]), slices.Clone(first[:n])
	for _, b := range s.sides {
		for _, e := range b.edges {
			far[fill[e[end]]] = e[1-end]
			fill[e[end]]++
		}
	}
	d := make([]int32, n)
	for i := range d {
		d[i] = -1
	}
	d[start] = 0
	for queue := []int32{start}; len(queue) > 0; queue = queue[1:] {
		page := queue[0]
		for _, next := range far[first[page]:first[page+1]] {
			if d[next] < 0 {
				d[next] = d[page] + 1
				queue = append(queue, next)
			}
		}
	}
	return d
}

// count is how many ways there are, k when there are k or more. Ways may visit a page twice.
func (w *ways) count(ctx context.Context, k int) (int, error) {
	if w.from < 0 || w.to < 0 {
		return 0, nil
	}
	at, next, total := make([]int, len(w.pages)), make([]int, len(w.pages)), 0
	at[w.from] = 1
	for range w.length {
		if err := ctx.Err(); err != nil {
			return 0, fmt.Errorf("count link paths: %w", err)
		}
		clear(next)
		on := false
		for page, n := range at {
			if n > 0 && page != int(w.to) {
				for _, to := range w.out[page] {
					next[to], on = min(k, next[to]+n), true
				}
			}
		}
		if !on {
			break // all ways have ended
		}
		at, next = next, at
		if total += at[w.to]; total >= k {
			return k, nil
		}
	}
	return total, nil
}

// order numbers the pages of w anew, by title, ordinal and id, and sorts each page's targets so.
func (s *pathSearch) order(ctx context.Context, w *ways) error {
	ids := make([]graph.PageID, len(w.pages))
	for i, n := range w.pages {
		ids[i] = s.ids[n]
	}
	heads, err := s.g.Heads(ctx, ids)
	if err != nil {
		return err
	}
	by := make([]int, len(heads))
	for i := range by {
		by[i] = i
	}
	slices.SortFunc(by, func(i, j int) int {
		a, b := &heads[i], &heads[j]
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Ordinal, b.Ordinal), cmp.Compare(ids[i], ids[j]))
	})
	rank := make([]int32, len(by))
	for r, i := range by {
		rank[i] = int32(r)
	}
	pages, out := make([]int32, len(by)), make([][]int32, len(by))
	for i, r := range rank {
		pages[r], out[r] = w.pages[i], w.out[i]
		for j := range out[r] {
			out[r][j] = rank[out[r][j]]
		}
		slices.Sort(out[r])
	}
	w.pages, w.out, w.from, w.to = pages, out, rank[w.from], rank[w.to]
	return nil
}
