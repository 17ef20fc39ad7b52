package hop

import (
	"context"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// recent is a cache by page with two generations. When the young one is full, it becomes the old one, and the old one is dropped. A value
// that is read moves to the young one. The cache has at most twice cacheBytes.
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

// all returns the values of pages, aligned with ids: those that the cache lacks from read, and of these it keeps the ones with a size.
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
