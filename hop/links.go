package hop

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// link is a link with its place among the words of its page, which is looked for once for all claims: without this, a
// claim takes 5 % longer.
type link struct {
	graph.Link
	element, anchor place
}

// place is an index plus 2, -1 being none, and 0 until it was looked for.
type place struct{ atomic.Int32 }

func (p *place) or(find func() int) int {
	if p.Load() == 0 {
		p.Store(int32(find()) + 2)
	}
	return int(p.Load()) - 2
}

// in returns the index of the link's element; w are the words of its page.
func (l *link) in(w *graph.Words) int { return l.element.or(func() int { return w.Find(l.Element) }) }

// at returns the index of the anchor's first word in this element.
func (l *link) at(w *graph.Words, analyze func(string) []graph.Term) int {
	return l.anchor.or(func() int { return w.At(l.in(w), l.Anchor, analyze) })
}

// linked is the links of a page by their direction: all from it, and at most Fanout to it.
type linked [2][]link

// linkBytes is the approximate size of a link with its anchor.
const linkBytes = 120

// links returns the first Fanout out-links of each page and then their in-links, each in the order of ids, and the
// other out-links of hubs.
func (p *Planner) links(ctx context.Context, ids []graph.PageID) (links, rest []*link, err error) {
	all, err := p.around.all(ctx, ids, p.readLinks, func(l linked) int { return 100 + linkBytes*(len(l[0])+len(l[1])) })
	if err != nil {
		return nil, nil, err
	}
	for _, dir := range []graph.Direction{graph.Out, graph.In} {
		for _, l := range all {
			links = slices.Grow(links, len(l[dir]))
			for i := range l[dir] {
				if to := &l[dir][i]; i < p.fanout() {
					links = append(links, to)
				} else {
					rest = append(rest, to)
				}
			}
		}
	}
	return links, rest, nil
}

// readLinks reads the links of pages, aligned with ids, both directions at the same time.
func (p *Planner) readLinks(ctx context.Context, ids []graph.PageID) ([]linked, error) {
	found := make([]linked, len(ids))
	g, ctx := errgroup.WithContext(ctx)
	for dir, limit := range []int{graph.Out: 0, graph.In: p.fanout()} {
		g.Go(func() error {
			read, err := p.Graph.Neighbors(ctx, ids, graph.Direction(dir), limit)
			all := make([]link, len(read))
			for i, l := range read {
				all[i].Link = l
			}
			for i, id := range ids {
				n := 0
				for n < len(all) && [...]graph.PageID{graph.Out: all[n].From, graph.In: all[n].To}[dir] == id {
					n++
				}
				found[i][dir], all = all[:n:n], all[n:]
			}
			return err
		})
	}
	return found, g.Wait()
}

// heads returns the heads of pages, aligned with ids.
func (p *Planner) heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	return p.known.all(ctx, ids, p.Graph.Heads, func(h graph.Head) int {
		if h.ID == 0 {
			return 0 // a page that the store lacks
		}
		return 150 + len(h.Title)
	})
}

// recent is a cache by page. When it has cacheBytes, it is emptied.
type recent[V any] struct {
	mu    sync.Mutex
	kept  map[graph.PageID]V
	bytes int // approximately
}

// all returns the values of pages, aligned with ids: those that the cache lacks from read, and of these it keeps the
// ones with a size.
func (c *recent[V]) all(ctx context.Context, ids []graph.PageID,
	read func(context.Context, []graph.PageID) ([]V, error), size func(V) int) ([]V, error) {
	out := make([]V, len(ids))
	var missing []graph.PageID
	var place []int
	c.mu.Lock()
	for i, id := range ids {
		v, ok := c.kept[id]
		if out[i] = v; !ok {
			missing, place = append(missing, id), append(place, i)
		}
	}
	c.mu.Unlock()
	if len(missing) == 0 {
		return out, ctx.Err()
	}
	found, err := read(ctx, missing)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || c.bytes > cacheBytes {
		c.kept, c.bytes = map[graph.PageID]V{}, 0
	}
	for i, v := range found {
		out[place[i]] = v
		if n := size(v); n > 0 {
			c.kept[missing[i]] = v
			c.bytes += n
		}
	}
	return out, err
}
