package pebble

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/graph"
)

// When a store makes a chart of its links, and up to what size: an answer or two are there sooner without one.
const (
	chartAfter = 3
	chartBytes = 32 << 20
)

// charted is the chart of a view, once it is made.
type charted struct {
	asked  atomic.Int32
	making sync.Mutex
	chart  atomic.Pointer[graph.Chart]
}

// Chart returns all links in memory, by numbers. It is nil for a store whose links would take more than 32 MB, the first
// three times it is asked for, and while another goroutine makes it. It is dropped when Finish makes a new generation.
func (s *Store) Chart(ctx context.Context) (c *graph.Chart, err error) {
	err = s.read(ctx, func(v *view) error {
		c, err = v.makeChart(ctx)
		return err
	})
	return c, err
}

func (v *view) makeChart(ctx context.Context) (*graph.Chart, error) {
	k := &v.charted
	if c := k.chart.Load(); c != nil || v.stats.Pages*20+v.stats.Links*8 > chartBytes {
		return c, nil
	}
	if k.asked.Load() < chartAfter {
		k.asked.Add(1)
		return nil, nil
	}
	if !k.making.TryLock() {
		return nil, nil
	}
	defer k.making.Unlock()
	if c := k.chart.Load(); c != nil {
		return c, nil
	}
	heads, err := v.heads(ctx)
	if err != nil {
		return nil, err
	}
	links, err := v.links(ctx, heads)
	if err != nil {
		return nil, err
	}
	k.chart.Store(graph.NewChart(heads, links))
	return k.chart.Load(), nil
}

// heads are those of all pages, by id.
func (v *view) heads(ctx context.Context) (heads []graph.Head, err error) {
	err = iterate(v.snap, genKey(keyHead, v.gen), genKey(keyHead, v.gen+1), func(k, b []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 13)); err != nil {
			return false, err
		}
		h, err := decodeHead(graph.PageID(binary.BigEndian.Uint64(k[5:])), b)
		heads = append(heads, h.Head)
		return true, err
	})
	return heads, err
}

// links are all links by the places of their pages among heads; a page may come several times.
func (v *view) links(ctx context.Context, heads []graph.Head) (links [][2]int32, err error) {
	places := make(map[graph.PageID]int32, len(heads))
	for i, h := range heads {
		places[h.ID] = int32(i)
	}
	var ends []graph.PageID
	err = iterate(v.snap, genKey(keyOut, v.gen), genKey(keyOut, v.gen+1), func(k, b []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 17)); err != nil {
			return false, err
		}
		from, known := places[graph.PageID(binary.BigEndian.Uint64(k[5:]))]
		var err error
		if ends, _, err = appendEnds(ends[:0], 0, b); err != nil || !known {
			return false, fmt.Errorf("links under key %q: %w", k, errors.Join(errCorrupt, err))
		}
		links = slices.Grow(links, len(ends))
		for _, end := range ends {
			if to, ok := places[end]; ok {
				links = append(links, [2]int32{from, to})
			}
		}
		return true, nil
	})
	return links, err
}
