package hop

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// Charter is a LinkReader that may hold its links in memory; Chart is nil while it doesn't. Paths are the same either way.
type Charter interface {
	LinkReader
	Chart(ctx context.Context) (*graph.Chart, error)
}

// chartSearch is Paths over a chart: the same two balls, and no link is looked at that can't lie on a path. Numbers of
// a chart follow titles, so that ways need no order of their own.
type chartSearch struct {
	chart         *graph.Chart
	ahead, behind *reach // from the first page along links, and from the last one against them
	met           bool   // a page was reached from both
}

// chartPaths is Paths over a chart; only the links of the paths found are read from the store.
func chartPaths(ctx context.Context, g LinkReader, c *graph.Chart, from, to graph.PageID, maxHops, k int) ([]Path, error) {
	first, known := c.Number(from)
	last, knownToo := c.Number(to)
	if !known || !knownToo {
		return nil, ctx.Err()
	}
	s := &chartSearch{chart: c, ahead: newReach(&c.Out, c.Len(), first), behind: newReach(&c.In, c.Len(), last)}
	defer s.ahead.release()
	defer s.behind.release()
	maxHops = min(maxHops, c.Len()-1) // a longer path would visit a page twice
	for length := 1; length <= maxHops; length++ {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("grow link paths to %d hops: %w", length, err)
		}
		if !s.grow() {
			length = maxHops
		}
		if !s.met {
			continue
		}
		w := s.ways(length)
		n, err := w.count(ctx, k)
		if err != nil {
			return nil, err
		}
		if n == 0 || n < k && length < maxHops {
			continue
		}
		found, err := w.yen(ctx, length, k)
		if err != nil {
			return nil, err
		}
		if len(found) >= k || length == maxHops {
			return s.read(ctx, g, w, found)
		}
	}
	return nil, nil
}

// read makes paths of the numbers of their pages among the ways.
func (s *chartSearch) read(ctx context.Context, g LinkReader, w *ways, found [][]int32) ([]Path, error) {
	var paths []Path
	for _, pages := range found {
		p := Path{}
		for _, n := range pages {
			p.Pages = append(p.Pages, s.chart.ID(w.pages[n]))
		}
		paths = append(paths, p)
	}
	if err := readLinks(ctx, g, paths); err != nil {
		return nil, fmt.Errorf("read the links of paths: %w", err)
	}
	return paths, nil
}

// grow adds a level to the side whose last level is the smaller one; false when that side has no more pages.
func (s *chartSearch) grow() bool {
	b, other := s.ahead, s.behind
	if len(other.level()) < len(b.level()) {
		b, other = other, b
	}
	s.met = b.grow(other) || s.met
	return len(b.level()) > 0
}

// ways are those of pathSearch, for the radii that add up to length, or for balls that hold all that can be reached. The balls
// are carried on into one another, no further than ways lead, and that is taken back afterwards.
func (s *chartSearch) ways(length int) *ways {
	into := s.behind.follow(s.ahead, length)
	back := s.ahead.follow(s.behind, length)
	on := slices.Clone(back)
	for _, n := range s.ahead.pages {
		if d := s.behind.steps[n]; d > 0 && s.ahead.steps[n]+d-2 <= int32(length) {
			on = append(on, n)
		}
	}
	slices.Sort(on)
	w := &ways{pages: on, out: make([][]int32, len(on)), from: -1, to: -1, length: length}
	number := make(map[int32]int32, len(on))
	for i, n := range on {
		number[n] = int32(i)
	}
	var links []int32
	for i, n := range on {
		begin := len(links)
		for _, to := range s.chart.Out.Of(n) {
			if d := s.behind.steps[to]; d > 0 && s.ahead.steps[n]+d-1 <= int32(length) {
				links = append(links, number[to])
			}
		}
		w.out[i] = links[begin:len(links):len(links)]
	}
	if i, ok := number[s.ahead.pages[0]]; ok {
		w.from = i
	}
	if i, ok := number[s.behind.pages[0]]; ok {
		w.to = i
	}
	s.behind.forget(into)
	s.ahead.forget(back)
	return w
}

// reach is a ball around a page.
type reach struct {
	ends  *graph.Ends
	steps []int32 // links to each page and 1; 0 for a page that is not reached
	pages []int32 // those reached, by distance
	last  int     // where the last level begins among them
	at    int32   // its distance
}

// reaches keeps the memory of balls; steps are all 0 in it.
var reaches = sync.Pool{New: func() any { return new(reach) }}

func newReach(ends *graph.Ends, pages int, start int32) *reach {
	r := reaches.Get().(*reach)
	if len(r.steps) < pages {
		r.steps = make([]int32, pages)
	}
	r.ends, r.last, r.at = ends, 0, 0
	r.steps[start] = 1
	r.pages = append(r.pages[:0], start)
	return r
}

func (r *reach) release() {
	r.forget(r.pages)
	r.ends = nil
	reaches.Put(r)
}

func (r *reach) forget(pages []int32) {
	for _, n := range pages {
		r.steps[n] = 0
	}
}

func (r *reach) level() []int32 { return r.pages[r.last:] }

// grow adds the next level, and tells whether a page of it is one of the other ball.
func (r *reach) grow(other *reach) (met bool) {
	level := r.level()
	r.last = len(r.pages)
	r.at++
	for _, n := range level {
		for _, to := range r.ends.Of(n) {
			if r.steps[to] == 0 {
				r.steps[to] = r.at + 1
				r.pages = append(r.pages, to)
				met = met || other.steps[to] > 0
			}
		}
	}
	return met
}

// follow measures the distances of those pages of the other ball that lie beyond this one, as far as pages on ways of at
// most length links go, and lists them.
func (r *reach) follow(other *reach, length int) (followed []int32) {
	level := r.level()
	for d := r.at + 1; len(level) > 0 && d <= int32(length); d++ {
		begin := len(followed)
		for _, n := range level {
			if o := other.steps[n]; o == 0 || o-1+d-1 > int32(length) {
				continue
			}
			for _, to := range r.ends.Of(n) {
				if o := other.steps[to]; r.steps[to] == 0 && o > 0 && o-1+d <= int32(length) {
					r.steps[to] = d + 1
					followed = append(followed, to)
				}
			}
		}
		level = followed[begin:]
	}
	return followed
}
