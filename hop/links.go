package hop

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// linked is the links of a page: all from it, and at most Fanout to it.
type linked struct{ out, in []graph.Link }

// linkBytes is the approximate size of a link with its anchor.
const linkBytes = 120

// links returns the first Fanout out-links of each page and then their in-links, each in the order of ids, and the
// other out-links of hubs.
func (p *Planner) links(ctx context.Context, ids []graph.PageID) (links, rest []*graph.Link, err error) {
	all, err := p.around.all(ctx, ids, p.readLinks, func(l linked) int { return 100 + linkBytes*(len(l.out)+len(l.in)) })
	if err != nil {
		return nil, nil, err
	}
	add := func(to *[]*graph.Link, more []graph.Link) {
		for i := range more {
			*to = append(*to, &more[i])
		}
	}
	for _, l := range all {
		n := min(len(l.out), p.fanout())
		add(&links, l.out[:n])
		add(&rest, l.out[n:])
	}
	for _, l := range all {
		add(&links, l.in)
	}
	return links, rest, nil
}

// readLinks reads the links of pages, aligned with ids, both directions at the same time.
func (p *Planner) readLinks(ctx context.Context, ids []graph.PageID) ([]linked, error) {
	var read [2][]graph.Link
	g, ctx := errgroup.WithContext(ctx)
	for dir, limit := range []int{graph.Out: 0, graph.In: p.fanout()} {
		g.Go(func() (err error) {
			read[dir], err = p.Graph.Neighbors(ctx, ids, graph.Direction(dir), limit)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	found, at := make([]linked, len(ids)), make(map[graph.PageID]int, len(ids))
	for i, id := range ids {
		at[id] = i
	}
	for _, l := range read[graph.Out] {
		of := &found[at[l.From]]
		of.out = append(of.out, l)
	}
	for _, l := range read[graph.In] {
		of := &found[at[l.To]]
		of.in = append(of.in, l)
	}
	return found, nil
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

// recent is a cache by page with two generations. When the young one is full, it becomes the old one, and the old one
// is dropped. A value that is read moves to the young one. The cache has at most twice cacheBytes.
type recent[V any] struct {
	mu         sync.Mutex
	young, old map[graph.PageID]V
	bytes      int // of the young one, approximately
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
		v, ok := c.young[id]
		if !ok {
			if v, ok = c.old[id]; ok {
				c.put(id, v, size(v))
			}
		}
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
	for i, v := range found {
		out[place[i]] = v
		if n := size(v); n > 0 {
			c.put(missing[i], v, n)
		}
	}
	return out, err
}

func (c *recent[V]) put(id graph.PageID, v V, size int) {
	if c.young == nil || c.bytes > cacheBytes {
		c.old, c.young, c.bytes = c.young, map[graph.PageID]V{}, 0
	}
	c.young[id] = v
	c.bytes += size
}
