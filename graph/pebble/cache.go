package pebble

import (
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// pageCache keeps recently used decoded pages, up to a number of bytes. When the young half is full, it becomes the old half, and the
// pages of the old one that were not used since are dropped. A nil cache keeps none.
type pageCache struct {
	mu         sync.Mutex
	limit      int64
	size       int64 // of young
	young, old map[graph.PageID]cachedPage
}

type cachedPage struct {
	page *graph.Page
	size int64
}

func newPageCache(limit int64) *pageCache {
	if limit < 0 {
		return nil
	}
	return &pageCache{limit: limit, young: map[graph.PageID]cachedPage{}}
}

// get returns a page; nil if it is not kept.
func (c *pageCache) get(id graph.PageID) *graph.Page {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.young[id]
	if !ok {
		if p, ok = c.old[id]; ok {
			c.keep(id, p)
		}
	}
	return p.page
}

// add keeps a page that was encoded in n bytes.
func (c *pageCache) add(id graph.PageID, p *graph.Page, n int) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(id, cachedPage{p, int64(n)*3 + 512}) // strings share the record's bytes; slices of structs take about twice as much
}

func (c *pageCache) keep(id graph.PageID, p cachedPage) {
	if _, ok := c.young[id]; ok {
		return
	}
	if c.size += p.size; c.size > c.limit/2 {
		c.young, c.old, c.size = map[graph.PageID]cachedPage{}, c.young, p.size
	}
	c.young[id] = p
}
