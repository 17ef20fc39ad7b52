package loader

import (
	"context"
	"iter"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// chunkRecords and chunkBytes bound what one worker parses at a time.
const (
	chunkRecords = 64
	chunkBytes   = 1 << 20
)

// openSource is a source whose records are read and parsed in advance.
type openSource struct {
	source Source
	mark   graph.Mark
	chunks <-chan *chunk // in the order of the source; nil if there is nothing to read
}

// chunk is a run of records. Contents and errs are set when ready is closed.
type chunk struct {
	records  []Record
	contents []Content
	errs     []error
	err      error // error of the source after these records
	ready    chan struct{}
}

// parser parses chunks with a number of workers.
type parser struct {
	ctx  context.Context
	work chan *chunk
	all  sync.WaitGroup
}

func newParser(ctx context.Context, workers int) *parser {
	p := &parser{ctx: ctx, work: make(chan *chunk)}
	for range workers {
		p.all.Go(func() {
			for {
				select {
				case c := <-p.work:
					c.parse()
				case <-ctx.Done():
					return
				}
			}
		})
	}
	return p
}

// start reads records in a goroutine and passes them to the workers. The channel has the chunks in order; it is closed
// after the last one, or when ctx ends.
func (p *parser) start(records iter.Seq2[Record, error]) <-chan *chunk {
	out := make(chan *chunk, 2)
	p.all.Go(func() {
		defer close(out)
		c, size := newChunk(), 0
		for r, err := range records {
			if err != nil {
				c.err = err
				break
			}
			c.records = append(c.records, r)
			if size += r.Size; len(c.records) < chunkRecords && size < chunkBytes {
				continue
			}
			if !p.send(out, c) {
				return
			}
			c, size = newChunk(), 0
		}
		p.send(out, c)
	})
	return out
}

// send sends a chunk to a worker and to out.
func (p *parser) send(out chan<- *chunk, c *chunk) bool {
	select {
	case p.work <- c:
	case <-p.ctx.Done():
		return false
	}
	select {
	case out <- c:
		return true
	case <-p.ctx.Done():
		return false
	}
}

func newChunk() *chunk { return &chunk{ready: make(chan struct{})} }

func (c *chunk) parse() {
	defer close(c.ready)
	c.contents = make([]Content, len(c.records))
	c.errs = make([]error, len(c.records))
	for i := range c.records {
		c.contents[i], c.errs[i] = c.records[i].Parse()
		c.records[i].Parse = nil
	}
}
