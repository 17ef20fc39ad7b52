package text

import (
	"context"
	"iter"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// chunk is pages that go through the pipeline together.
type chunk struct {
	pages []*graph.Page
	out   []*analyzedPage
	err   error // ends the sequence after out
	done  chan struct{}
}

const chunkPages = 16

// analyzed yields the pages of the store, analysed by several workers, in the store's order.
func analyzed(ctx context.Context, store Source, o Options) iter.Seq2[*analyzedPage, error] {
	return func(yield func(*analyzedPage, error) bool) {
		total := int64(0)
		if o.Progress != nil {
			st, err := store.Stats(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			total = st.Pages
		}
		parent := ctx
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer cancel()
		work, ordered := make(chan *chunk), make(chan *chunk, 4*o.Workers)
		for range o.Workers {
			wg.Go(func() { analyzeChunks(work) })
		}
		wg.Go(func() { readChunks(ctx, store, work, ordered) })
		done := int64(0)
		for c := range ordered {
			<-c.done
			for _, a := range c.out {
				if !yield(a, nil) {
					return
				}
			}
			if c.err != nil {
				yield(nil, c.err)
				return
			}
			if done += int64(len(c.out)); o.Progress != nil {
				o.Progress(done, total)
			}
		}
		if err := parent.Err(); err != nil { // the last chunk may have been lost
			yield(nil, err)
		}
	}
}

func analyzeChunks(work <-chan *chunk) {
	for c := range work {
		for _, p := range c.pages {
			c.out = append(c.out, analyze(p))
		}
		close(c.done)
	}
}

// readChunks sends every chunk to the workers and, in order, to the reader of results.
func readChunks(ctx context.Context, store Source, work, ordered chan<- *chunk) {
	defer close(work)
	defer close(ordered)
	send := func(c *chunk) bool {
		select {
		case ordered <- c:
		case <-ctx.Done():
			return false
		}
		work <- c // workers take every chunk, so this ends
		return true
	}
	c := &chunk{done: make(chan struct{})}
	for p, err := range store.All(ctx) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			c.err = err
			break
		}
		if c.pages = append(c.pages, p); len(c.pages) == chunkPages {
			if !send(c) {
				return
			}
			c = &chunk{done: make(chan struct{})}
		}
	}
	if c.err == nil {
		c.err = ctx.Err()
	}
	send(c)
}
