package hop

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// link is a link with its place among the words of its page, which is looked for once for all claims. A place is plus
// 2; 0 is unknown.
type link struct {
	graph.Link
	element, anchor atomic.Int32
}

// in returns the index of a link's element, or -1; w are the words of its page.
func (l *link) in(w *graph.Words) int {
	at := l.element.Load()
	if at == 0 {
		at = int32(w.Find(l.Element)) + 2
		l.element.Store(at)
	}
	return int(at) - 2
}

// at returns the index of the anchor's first word in the element, or -1.
func (l *link) at(w *graph.Words, analyze func(string) []graph.Term) int {
	at := l.anchor.Load()
	if at == 0 {
		at = int32(w.At(l.in(w), l.Anchor, analyze)) + 2
		l.anchor.Store(at)
	}
	return int(at) - 2
}

// linked is the links of a page, at most limit in each direction.
type linked struct {
	limit   int
	outOnly bool
	out, in []link
	rest    []link // of a hub, its out-links beyond limit
}

// linkBytes is the approximate size of a link with its anchor.
const linkBytes = 120

// links returns the out-links of pages and then their in-links, each in the order of ids, and for each hub the
// out-links beyond the limit. Links that are not in the cache are read in one round trip.
func (p *Planner) links(
	ctx context.Context, ids []graph.PageID, isHub func(graph.PageID) bool,
) (links []*link, rest [][]link, err error) {
	all := make([]linked, len(ids))
	var missing, hubs []graph.PageID
	for i, id := range ids {
		cached, ok := p.around.get(id)
		if !ok || cached.limit != p.fanout() || cached.outOnly != p.NoInLinks {
			if missing = append(missing, id); isHub(id) {
				hubs = append(hubs, id)
			}
			continue
		}
		all[i] = cached
	}
	if len(missing) > 0 {
		out, in, whole, err := p.readLinks(ctx, missing, hubs)
		if err != nil {
			return nil, nil, err
		}
		found, wholes := split(out, in), split(whole, nil)
		for i, id := range ids {
			if all[i].limit == 0 {
				w := wholes[id].out
				all[i] = linked{p.fanout(), p.NoInLinks, found[id].out, found[id].in, w[min(p.fanout(), len(w)):]}
				p.keepLinks(id, all[i])
			}
		}
	}
	n := 0
	for i := range all {
		n += len(all[i].out) + len(all[i].in)
	}
	links = make([]*link, 0, n)
	for i := range all {
		links = appendLinks(links, all[i].out)
	}
	for i := range all {
		links = appendLinks(links, all[i].in)
		if len(all[i].rest) > 0 {
			rest = append(rest, all[i].rest)
		}
	}
	return links, rest, nil
}

func appendLinks(links []*link, more []link) []*link {
	for i := range more {
		links = append(links, &more[i])
	}
	return links
}

// split groups links by the page for which they were read.
func split(out, in []graph.Link) map[graph.PageID]linked {
	found := map[graph.PageID]linked{}
	for rest := placed(out); len(rest) > 0; {
		id, n := rest[0].From, 1
		for n < len(rest) && rest[n].From == id {
			n++
		}
		found[id], rest = linked{out: rest[:n:n]}, rest[n:]
	}
	for rest := placed(in); len(rest) > 0; {
		id, n := rest[0].To, 1
		for n < len(rest) && rest[n].To == id {
			n++
		}
		found[id], rest = linked{out: found[id].out, in: rest[:n:n]}, rest[n:]
	}
	return found
}

func placed(links []graph.Link) []link {
	out := make([]link, len(links))
	for i := range links {
		out[i].Link = links[i]
	}
	return out
}

// readLinks reads the links of pages in both directions and, at the same time, all out-links of hubs.
func (p *Planner) readLinks(ctx context.Context, ids, hubs []graph.PageID) (out, in, whole []graph.Link, err error) {
	if len(hubs) == 0 {
		out, in, err = p.readAround(ctx, ids)
		return out, in, nil, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		out, in, err = p.readAround(ctx, ids)
		return err
	})
	g.Go(func() (err error) {
		whole, err = p.Graph.Neighbors(ctx, hubs, graph.Out, 0)
		return err
	})
	err = g.Wait()
	return out, in, whole, err
}

// readAround reads the links of pages in both directions, or only out-links if the planner has NoInLinks.
func (p *Planner) readAround(ctx context.Context, ids []graph.PageID) (out, in []graph.Link, err error) {
	if p.NoInLinks {
		out, err = p.Graph.Neighbors(ctx, ids, graph.Out, p.fanout())
		return out, nil, err
	}
	return graph.Around(ctx, p.Graph, ids, p.fanout())
}

func (p *Planner) keepLinks(id graph.PageID, l linked) {
	p.around.add(id, l, 100+linkBytes*(len(l.out)+len(l.in)+len(l.rest)))
}

// heads returns the heads of pages, from the cache if it has them.
func (p *Planner) heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	return p.known.all(ctx, ids, func(missing []graph.PageID) ([]graph.Head, error) { return p.readHeads(ctx, missing) },
		func(h graph.Head) int {
			if h.ID == 0 {
				return 0 // a page that the store lacks
			}
			return 150 + len(h.Title)
		})
}

// readHeads reads the heads of pages, and caches the links that a store of several round trips returns with them.
func (p *Planner) readHeads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	r, ok := p.Graph.(interface {
		Gather(context.Context, []graph.PageID, int) (graph.Gathered, error)
	})
	if !ok {
		return p.Graph.Heads(ctx, ids)
	}
	few := min(fewLinks, p.fanout())
	if p.NoLinks || p.NoInLinks {
		few = -1
	}
	g, err := r.Gather(ctx, ids, few)
	if err != nil {
		return nil, err
	}
	found := split(g.Out, g.In)
	for _, h := range g.Heads {
		if h.ID != 0 && h.Out+h.In < g.Linked {
			l := found[h.ID]
			p.keepLinks(h.ID, linked{limit: p.fanout(), out: l.out, in: l.in})
		}
	}
	return g.Heads, nil
}

// recent is a cache by page with two generations. When the young one is full, it becomes the old one, and the old one
// is dropped. A value that is read moves to the young one. The cache has at most twice cacheBytes.
type recent[V any] struct {
	mu         sync.Mutex
	young, old map[graph.PageID]kept[V]
	size       int
}

// kept is a value with its approximate size in bytes.
type kept[V any] struct {
	value V
	size  int
}

func (c *recent[V]) get(id graph.PageID) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k, ok := c.young[id]; ok {
		return k.value, true
	}
	k, ok := c.old[id]
	if ok {
		c.put(id, k)
	}
	return k.value, ok
}

// all returns the values of pages, aligned with ids: those that the cache lacks from read, and of these it keeps the
// ones with a size.
func (c *recent[V]) all(ctx context.Context, ids []graph.PageID, read func(missing []graph.PageID) ([]V, error),
	size func(V) int) ([]V, error) {
	out := make([]V, len(ids))
	var missing []graph.PageID
	var place []int
	for i, id := range ids {
		var ok bool
		if out[i], ok = c.get(id); !ok {
			missing, place = append(missing, id), append(place, i)
		}
	}
	if len(missing) == 0 {
		return out, ctx.Err()
	}
	found, err := read(missing)
	for i, v := range found {
		out[place[i]] = v
		if n := size(v); n > 0 {
			c.add(missing[i], v, n)
		}
	}
	return out, err
}

func (c *recent[V]) add(id graph.PageID, v V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(id, kept[V]{v, size})
}

func (c *recent[V]) put(id graph.PageID, k kept[V]) {
	if c.young == nil || c.size > cacheBytes {
		c.old, c.young, c.size = c.young, map[graph.PageID]kept[V]{}, 0
	}
	c.young[id] = k
	c.size += k.size
}
