package text

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// source is the store of which an index is built. Every graph.Store is one.
type source interface {
	graph.Reader
	Identity(ctx context.Context) (string, error)
}

// Options of Build.
type Options struct {
	Workers int // goroutines that analyse pages; default one for each processor
	Batch   int // postings that each worker collects before sorting, 24 bytes each; default 1 Mi
	Memory  int // bytes of memory for sorting, default 32 MiB; the rest is sorted in files
	// Force rebuilds an index that is up to date.
	Force bool
	// Progress, if set, is called from time to time with the number of pages done and of all pages, by one goroutine at
	// a time.
	Progress func(done, total int64)

	vocabulary int // see inverter
	numbers    int // terms that have numbers in wordsFile
}

func (o Options) withDefaults() Options {
	or := func(v, otherwise int) int { return cmp.Or(max(v, 0), otherwise) }
	o.Workers, o.Batch, o.Memory = or(o.Workers, runtime.GOMAXPROCS(0)), or(o.Batch, 1<<20), or(o.Memory, 32<<20)
	o.vocabulary, o.numbers = or(o.vocabulary, 3<<17), or(o.numbers, 1<<18)
	return o
}

// Build builds the index of a store in dir. An index that is up to date and undamaged is kept, unless Options.Force is
// set. The old index stays, and Open opens it, until the new one is complete. At most one Build may run for a folder at
// a time. Folder and files get the default modes under the user's umask.
//
// Memory hardly grows with the store: it is Options.Memory, for each worker Options.Batch postings and about 40 MB of
// words, and the postings of one term, 8 bytes each. A mapped file has 26 bytes a page.
func Build(ctx context.Context, dir string, store source, o Options) error {
	identity, err := store.Identity(ctx)
	if err == nil && (o.Force || !upToDate(dir, identity)) {
		err = buildOf(ctx, dir, identity, store, o.withDefaults())
	}
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	return nil
}

// buildOf builds the index of a store with this identity in a new folder in dir.
func buildOf(ctx context.Context, dir, identity string, store source, o Options) error {
	folder := fresh(dir, "build-")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	m := &manifest{Format: format, Identity: identity, Folder: filepath.Base(folder), Settings: bm25f,
		MinAnchor: minAnchor}
	if err := build(ctx, folder, store, o, m); err != nil {
		return errors.Join(err, os.RemoveAll(folder))
	}
	if err := m.sum(folder); err != nil {
		return err
	}
	if err := m.commit(dir); err != nil {
		return err
	}
	return clean(dir, m.Folder)
}

// upToDate reports whether the index in dir is undamaged and of the store with this identity.
func upToDate(dir, identity string) bool {
	ix, err := Open(dir)
	return err == nil && errors.Join(ix.Check(identity), ix.Verify(), ix.Close()) == nil
}

// fresh returns an unused path in dir that begins with prefix. os.MkdirTemp and os.CreateTemp would create files that
// only this user can read.
func fresh(dir, prefix string) string { return filepath.Join(dir, prefix+rand.Text()) }

// Adopt sets the identity of the index in dir, which must be before, to the store's current identity. The caller must
// ensure that only inferred links have changed in between: the index does not depend on them. Adopt returns ErrStale if
// the index has another identity, or an error of Open.
func Adopt(ctx context.Context, dir string, store source, before string) error {
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	if m.Identity != before {
		return fmt.Errorf("%s: %w", dir, ErrStale)
	}
	if m.Identity, err = store.Identity(ctx); err == nil {
		err = m.commit(dir)
	}
	if err != nil {
		return fmt.Errorf("adopt text index: %w", err)
	}
	return nil
}

// clean removes what earlier builds left.
func clean(dir, current string) error {
	old, err := os.ReadDir(dir)
	for _, e := range old {
		if name := e.Name(); strings.HasPrefix(name, "build-") && name != current {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
		}
	}
	return err
}

// builder builds an index.
type builder struct {
	folder string
	store  source
	o      Options
	table  *pages

	postings, lengths, titles, words *extsort.Sorter
	names                            nameSorter
	frequent                         frequent
}

func build(ctx context.Context, folder string, store source, o Options, m *manifest) (err error) {
	tmp := filepath.Join(folder, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		return err
	}
	sorter := func(memory int) *extsort.Sorter { return extsort.New(tmp, memory) }
	b := &builder{folder: folder, store: store, o: o, frequent: frequent{most: o.numbers},
		postings: sorter(o.Memory / 2), lengths: sorter(o.Memory / 8), titles: sorter(o.Memory / 8),
		words: sorter(o.Memory / 4),
		names: nameSorter{sorter(o.Memory / 4)}}
	st, err := store.Stats(ctx)
	if err == nil {
		b.table, err = createPages(folder, int(st.Pages))
	}
	if err != nil {
		return err
	}
	for _, step := range [...]func(context.Context) error{b.readPages, b.rank,
		func(ctx context.Context) error { return b.writePostings(ctx, m) },
		b.writeWords, b.readLinks, b.readRedirects,
		func(ctx context.Context) error { return b.names.write(ctx, folder) }} {
		if err = errors.Join(ctx.Err(), step(ctx)); err != nil {
			break
		}
	}
	return errors.Join(err, b.table.file.Finish(), b.table.file.Close(), b.postings.Close(), b.lengths.Close(),
		b.titles.Close(),
		b.words.Close(), b.names.Close(), os.RemoveAll(tmp))
}

// rank sets the ranks of pages.
func (b *builder) rank(context.Context) error {
	rank := uint32(0)
	for rec, err := range b.titles.All() {
		if err != nil {
			return err
		}
		b.table.setRank(binary.BigEndian.Uint32(rec[len(rec)-4:]), rank)
		rank++
	}
	return nil
}

// writePostings writes the table of passages and the blocks, and sets the counts in m.
func (b *builder) writePostings(ctx context.Context, m *manifest) error {
	n, err := b.table.numberPassages()
	if err != nil {
		return err
	}
	file, err := mapped.Create(filepath.Join(b.folder, passagesFile), n*passageBytes)
	if err != nil {
		return err
	}
	parts, doc := passageTable{n, file}, 0
	for rec, rerr := range b.lengths.All() {
		if err = errors.Join(err, rerr); err != nil {
			break
		}
		parts.set(doc, binary.BigEndian.Uint32(rec), binary.BigEndian.Uint32(rec[8:]))
		doc++
	}
	if err == nil {
		m.count(b.table, &parts)
		err = writeBlocks(ctx, b.folder, newScorer(m, b.table, &parts), b.postings, &b.frequent)
	}
	return errors.Join(err, file.Finish(), file.Close())
}

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
	chunks := make(chan []waiting)
	var mu sync.Mutex // guards done
	done := 0
	for range b.o.Workers {
		all.Go(func() error {
			v := newInverter(b.postings, b.o.Batch, b.o.vocabulary)
			for chunk := range chunks {
				for _, w := range chunk {
					if err := b.page(v, w); err != nil {
						return err
					}
				}
				mu.Lock()
				if done += len(chunk); b.o.Progress != nil {
					b.o.Progress(int64(done), int64(b.table.n))
				}
				mu.Unlock()
			}
			return v.flush()
		})
	}
	var chunk []waiting
	send := func() error {
		select {
		case chunks <- chunk:
			chunk = nil
			return nil
		case <-in.Done():
			return in.Err()
		}
	}
	err := scatter(in, b.store, func(place int, load func() (*graph.Page, error)) error {
		if chunk = append(chunk, waiting{uint32(place), load}); len(chunk) < chunkPages {
			return in.Err()
		}
		return send()
	})
	err = cmp.Or(err, send())
	close(chunks)
	if err = cmp.Or(all.Wait(), err); err != nil {
		return err
	}
	return b.table.check(done)
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
