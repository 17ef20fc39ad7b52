package text

import (
	"context"
	"encoding/binary"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// Scattered is a Source that also yields its pages in the order in which they lie, which for a large store takes a
// fraction of the time of All.
type Scattered interface {
	// Scatter gives every page to yield, with its place among those of All, from 0. load makes the page; it may
	// be called by any goroutine, later, too. An error of yield ends Scatter and is returned.
	Scatter(ctx context.Context, yield func(place int, load func() (*graph.Page, error)) error) error
}

// scatter is Scatter for every Source.
func scatter(ctx context.Context, store Source, yield func(place int, load func() (*graph.Page, error)) error) error {
	if s, ok := store.(Scattered); ok {
		return s.Scatter(ctx, yield)
	}
	place := 0
	for p, err := range store.All(ctx) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = yield(place, func() (*graph.Page, error) { return p, nil })
		}
		if err != nil {
			return err
		}
		place++
	}
	return ctx.Err()
}

// waiting is a page that waits to be gathered.
type waiting struct {
	doc  uint32
	load func() (*graph.Page, error)
}

// chunkPages is how many pages a worker takes at a time.
const chunkPages = 32

// gatherer is what one worker makes of the pages it is given.
type gatherer struct {
	table    *pageTable      // of all workers
	found    *resolverSorter // of all workers
	titles   *titleSorter
	names    *nameSorter
	inverter *inverter // nil for the dictionary alone
	lengths  *spool    // of passages, see passageTable.fill
	pages    int       // that it was given
}

func (g *gatherer) page(w waiting) error {
	p, err := w.load()
	if err != nil {
		return err
	}
	elements := p.Elements()
	passages, titleWords := 0, 0
	if g.inverter != nil {
		if passages, titleWords, err = g.invert(w.doc, p, elements); err != nil {
			return err
		}
	}
	if err := g.table.set(w.doc, p, passages, titleWords); err != nil {
		return err
	}
	g.pages++
	if err := g.titles.add(w.doc, p); err != nil {
		return err
	}
	return g.names.addPage(w.doc, p, elements)
}

// invert takes the passages of a page in, and returns how many there are and how many terms the title has.
func (g *gatherer) invert(doc uint32, p *graph.Page, elements []graph.Text) (n, titleWords int, err error) {
	all := passages(p, elements)
	for i := range all {
		words, title, err := g.inverter.add(newPlace(doc, i), p.Title, &all[i], elements)
		if err != nil {
			return 0, 0, err
		}
		titleWords = title
		var record [lengthRecord]byte
		for j, v := range [...]int{int(doc), i, words} {
			binary.LittleEndian.PutUint32(record[4*j:], uint32(v))
		}
		g.lengths.write(record[:])
	}
	return len(all), titleWords, nil
}

// gather gives the pages of the store to the workers, whoever is free, until all are done or one fails.
func gather(ctx context.Context, store Source, workers []*gatherer, progress func(done, total int64)) error {
	total := int64(workers[0].table.n)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan []waiting, len(workers))
	var mu sync.Mutex
	done := int64(0)
	var all sync.WaitGroup
	for _, g := range workers {
		all.Go(func() {
			for chunk := range work {
				if err := g.chunk(ctx, chunk); err != nil {
					cancel(err)
					continue
				}
				if progress != nil {
					mu.Lock()
					done += int64(len(chunk))
					progress(done, total)
					mu.Unlock()
				}
			}
		})
	}
	if err := hand(ctx, store, work); err != nil {
		cancel(err)
	}
	close(work)
	all.Wait()
	return context.Cause(ctx)
}

// chunk gathers some pages.
func (g *gatherer) chunk(ctx context.Context, chunk []waiting) error {
	for _, w := range chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := g.page(w); err != nil {
			return err
		}
	}
	return nil
}

// hand gives the pages out in chunks.
func hand(ctx context.Context, store Source, work chan<- []waiting) error {
	var chunk []waiting
	send := func() error {
		select {
		case work <- chunk:
			chunk = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := scatter(ctx, store, func(place int, load func() (*graph.Page, error)) error {
		if chunk = append(chunk, waiting{uint32(place), load}); len(chunk) == chunkPages {
			return send()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return send()
}
