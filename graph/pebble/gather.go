package pebble

import (
	"context"
	"runtime"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// gatherBytes is about how many bytes of bodies one goroutine takes apart at a time.
const gatherBytes = 256 << 10

// gathering is a run of bodies on its way through readPages: bodies in, links and counts out.
type gathering struct {
	resolver *resolver
	ids      []graph.PageID
	bodies   flat
	out, in  flat // records for the sorters
	stats    graph.Stats
	err      error
	done     chan struct{}

	leaving []resolved // of one page
	chunks  chunker
	anchor  []byte
}

// gatherings are those that were taken, to be filled again: what they found fits into them without growing.
var gatherings = sync.Pool{New: func() any { return &gathering{} }}

func newGathering(r *resolver) *gathering {
	g := gatherings.Get().(*gathering)
	g.resolver = r
	g.ids, g.stats, g.err, g.done = g.ids[:0], graph.Stats{}, nil, make(chan struct{})
	for _, f := range []*flat{&g.bodies, &g.out, &g.in} {
		f.b, f.ends = f.b[:0], f.ends[:0]
	}
	return g
}

// flat is a list of byte strings in one piece of memory.
type flat struct {
	b    []byte
	ends []int
}

func (f *flat) end()           { f.ends = append(f.ends, len(f.b)) }
func (f *flat) add(rec []byte) { f.b = append(f.b, rec...); f.end() }
func (f *flat) at(i int) []byte {
	begin := 0
	if i > 0 {
		begin = f.ends[i-1]
	}
	return f.b[begin:f.ends[i]:f.ends[i]]
}

// readPages decodes every page once, on all processors, for its links and its counts. What it finds reaches the sorters in
// the order of the bodies.
func (f *finishing) readPages(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	workers := runtime.GOMAXPROCS(0)
	work, ordered := make(chan *gathering), make(chan *gathering, workers)
	for range workers {
		all.Go(func() {
			for g := range work {
				g.run()
				close(g.done)
			}
		})
	}
	var read error // valid once ordered is closed
	all.Go(func() {
		defer close(ordered)
		defer close(work)
		read = f.handOut(ctx, work, ordered)
	})
	for g := range ordered {
		<-g.done
		if err := f.take(g); err != nil {
			return err
		}
	}
	return read
}

// handOut reads the bodies and gives them to the workers and, in order, to the reader of their results.
func (f *finishing) handOut(ctx context.Context, work, ordered chan<- *gathering) error {
	r := &resolver{known: f.known, find: &finder{gen: f.gen, get: f.s.get}}
	g := newGathering(r)
	send := func() error {
		select {
		case ordered <- g:
			work <- g // workers take whatever comes
		case <-ctx.Done():
			return ctx.Err()
		}
		g = newGathering(r)
		return nil
	}
	err := f.s.eachBody(ctx, func(id graph.PageID, body []byte) error {
		g.ids = append(g.ids, id)
		if g.bodies.add(body); len(g.bodies.b) < gatherBytes {
			return nil
		}
		return send()
	})
	if err != nil {
		return err
	}
	return send()
}

// run takes the bodies apart.
func (g *gathering) run() {
	for i, id := range g.ids {
		p, err := decodePage(g.bodies.at(i))
		if err != nil {
			g.err = err
			return
		}
		g.count(p)
		if g.err = g.links(id, p); g.err != nil {
			return
		}
	}
}

func (g *gathering) count(p *graph.Page) {
	g.stats.Pages++
	g.stats.Sentences += int64(len(p.Sentences))
	g.stats.Tables += int64(len(p.Tables))
	for i := range p.Tables {
		for _, row := range p.Tables[i].Rows {
			g.stats.Cells += int64(len(row))
		}
	}
	for i := range p.Lists {
		g.stats.Items += int64(len(p.Lists[i].Items))
	}
}

// take adds up what a run of bodies gave.
func (f *finishing) take(g *gathering) error {
	if g.err != nil {
		return g.err
	}
	f.stats.Pages += g.stats.Pages
	f.stats.Sentences += g.stats.Sentences
	f.stats.Tables += g.stats.Tables
	f.stats.Cells += g.stats.Cells
	f.stats.Items += g.stats.Items
	f.stats.Links += g.stats.Links
	f.stats.LinksUnresolved += g.stats.LinksUnresolved
	if err := f.out.addAll(&g.out); err != nil {
		return err
	}
	if err := f.in.addAll(&g.in); err != nil {
		return err
	}
	clear(g.leaving) // it holds the pages
	g.resolver = nil
	gatherings.Put(g)
	return nil
}
