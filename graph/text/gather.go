package text

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
)

// scattered is a source that can also yield its pages in the order of its files. For a large store this is much faster
// than All.
type scattered interface {
	// Scatter calls yield for every page, with the page's index in the order of All. Load returns the page; it may be
	// called later and by any goroutine. An error of yield ends Scatter and is returned.
	Scatter(ctx context.Context, yield func(place int, load func() (*graph.Page, error)) error) error
}

// scatter calls Scatter of the store, or does the same with All.
func scatter(ctx context.Context, store source, yield func(place int, load func() (*graph.Page, error)) error) error {
	if s, ok := store.(scattered); ok {
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

// waiting is a page to be loaded.
type waiting struct {
	doc  uint32
	load func() (*graph.Page, error)
}

const (
	chunkPages = 32  // pages that a goroutine takes at a time
	linkPages  = 256 // pages whose links are read in one call
)

// readPages reads all pages, with Options.Workers goroutines: their postings, the lengths of their passages, and their
// titles.
func (b *builder) readPages(ctx context.Context) error {
	all, in := errgroup.WithContext(ctx)
	all.SetLimit(b.o.Workers)
	idle := make(chan *inverter, b.o.Workers)
	for range b.o.Workers {
		idle <- newInverter(b.postings, b.o.Batch, b.o.vocabulary)
	}
	var mu sync.Mutex // guards done
	done := 0
	var chunk []waiting
	read := func(chunk []waiting) error {
		v := <-idle
		defer func() { idle <- v }()
		for _, w := range chunk {
			if err := b.page(v, w); err != nil {
				return err
			}
		}
		mu.Lock()
		defer mu.Unlock()
		if done += len(chunk); b.o.Progress != nil {
			b.o.Progress(int64(done), int64(b.table.n))
		}
		return nil
	}
	err := scatter(in, b.store, func(place int, load func() (*graph.Page, error)) error {
		if chunk = append(chunk, waiting{uint32(place), load}); len(chunk) == chunkPages {
			full := chunk
			all.Go(func() error { return read(full) })
			chunk = nil
		}
		return in.Err()
	})
	if err = cmp.Or(all.Wait(), err, read(chunk)); err != nil {
		return err
	}
	rest, _ := errgroup.WithContext(ctx)
	for range b.o.Workers {
		rest.Go((<-idle).flush)
	}
	return cmp.Or(rest.Wait(), b.table.check(done))
}

func (b *builder) page(v *inverter, w waiting) error {
	p, err := w.load()
	if err != nil {
		return err
	}
	elements := p.Elements()
	all, titleWords := passages(p, elements), 0
	v.page.begin(p.Title)
	for i := range all {
		var words int
		if words, titleWords, err = v.add(newPosting(w.doc, i, 0), p.Title, &all[i], elements); err != nil {
			return err
		}
		if err := b.lengths.Add(numbers(w.doc, uint32(i), uint32(words))); err != nil {
			return err
		}
	}
	if err := b.table.set(w.doc, p, len(all), titleWords); err != nil {
		return err
	}
	return errors.Join(b.titles.Add(titleRecord(w.doc, p)), b.words.Add(v.page.record(w.doc)),
		b.names.addPage(w.doc, p))
}

// numbers encodes numbers so that the bytes are in the order of the numbers.
func numbers(all ...uint32) (out []byte) {
	for _, n := range all {
		out = binary.BigEndian.AppendUint32(out, n)
	}
	return out
}

// titleRecord encodes a page's title, ordinal and document, so that the order of records is that of (title, ordinal).
// The title is followed by two zeros; a zero in the title is followed by a 1.
func titleRecord(doc uint32, p *graph.Page) []byte {
	return append([]byte(strings.ReplaceAll(p.Title, "\x00", "\x00\x01")+"\x00\x00"),
		numbers(uint32(p.Ordinal), doc)...)
}

// readLinks adds the anchors of all links, except inferred ones, as names.
func (b *builder) readLinks(ctx context.Context) error {
	all, in := errgroup.WithContext(ctx)
	all.SetLimit(b.o.Workers)
	for from := 0; from < b.table.n && in.Err() == nil; from += linkPages {
		all.Go(func() error {
			var ids []graph.PageID
			for doc := from; doc < min(from+linkPages, b.table.n); doc++ {
				ids = append(ids, b.table.id(uint32(doc)))
			}
			links, err := b.store.Neighbors(in, ids, graph.Out, 0)
			for i := 0; i < len(links) && err == nil; i++ {
				if l := &links[i]; !l.Inferred && len(l.Anchor) <= maxAnchor {
					err = b.name(graph.ByAnchor, graph.FoldSpace(l.Anchor), l.To)
				}
			}
			return err
		})
	}
	return errors.Join(all.Wait(), ctx.Err())
}

// name adds a name of a page.
func (b *builder) name(kind graph.NameKind, name string, page graph.PageID) error {
	doc, ok := b.table.doc(page)
	if !ok {
		return fmt.Errorf("store has %q for page %v, which it doesn't yield", name, page)
	}
	return b.names.add(kind, name, doc, false)
}

// readRedirects adds all redirects as names of the pages they lead to. A redirect with the title of a page is ignored.
func (b *builder) readRedirects(ctx context.Context) error {
	return graph.LookupRedirects(ctx, b.store, func(batch []graph.Redirect, found [][]graph.PageID) error {
		return b.addRedirects(ctx, batch, found)
	})
}

func (b *builder) addRedirects(ctx context.Context, batch []graph.Redirect, found [][]graph.PageID) error {
	first := make([]graph.PageID, len(batch))
	for i, pages := range found {
		if len(pages) > 0 {
			first[i] = pages[0]
		}
	}
	heads, err := b.store.Heads(ctx, first)
	if err != nil {
		return err
	}
	for i, r := range batch {
		if graph.FoldTitle(heads[i].Title) == graph.FoldTitle(r.From) {
			continue
		}
		for _, page := range found[i] {
			if err := b.name(graph.ByRedirect, graph.CleanTitle(r.From), page); err != nil {
				return err
			}
		}
	}
	return nil
}
