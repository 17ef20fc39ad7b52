package pebble

import (
	"container/list"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// pageCache keeps recently used decoded pages, up to a number of bytes. A nil cache keeps none.
type pageCache struct {
	mu    sync.Mutex
	limit int64
	size  int64
	pages map[graph.PageID]*list.Element
	order *list.List // of cachedPage, used last in front
}

type cachedPage struct {
	id   graph.PageID
	page *graph.Page
	size int64
}

func newPageCache(limit int64) *pageCache {
	if limit < 0 {
		return nil
	}
	return &pageCache{limit: limit, pages: map[graph.PageID]*list.Element{}, order: list.New()}
}

// fill sets those of out that are kept, and returns the places of the others.
func (c *pageCache) fill(ids []graph.PageID, out []*graph.Page) (missing []int) {
	if c == nil {
		for i := range ids {
			missing = append(missing, i)
		}
		return missing
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, id := range ids {
		if e := c.pages[id]; e != nil {
			c.order.MoveToFront(e)
			out[i] = e.Value.(*cachedPage).page
		} else {
			missing = append(missing, i)
		}
	}
	return missing
}

// add keeps a page that was encoded in n bytes.
func (c *pageCache) add(id graph.PageID, p *graph.Page, n int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages[id] != nil {
		return
	}
	size := int64(n)*3 + 512 // strings share the record's bytes; slices of structs take about twice as much
	c.pages[id] = c.order.PushFront(&cachedPage{id: id, page: p, size: size})
	for c.size += size; c.size > c.limit && c.order.Len() > 0; {
		last := c.order.Remove(c.order.Back()).(*cachedPage)
		delete(c.pages, last.id)
		c.size -= last.size
	}
}
