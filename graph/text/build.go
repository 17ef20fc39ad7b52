package text

import (
	"bufio"
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
	o = o.withDefaults()
	identity, err := store.Identity(ctx)
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	if !o.Force && upToDate(dir, identity) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	folder := fresh(dir, "build-")
	if err := os.Mkdir(folder, 0o777); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	m := &manifest{Format: format, Identity: identity, Folder: filepath.Base(folder), Settings: bm25f,
		MinAnchor: minAnchor}
	if err := build(ctx, folder, store, o, m); err != nil {
		return errors.Join(fmt.Errorf("build text index: %w", err), os.RemoveAll(folder))
	}
	if err = m.sum(folder); err == nil {
		err = m.commit(dir)
	}
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
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
	table  *pageTable

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
		b.table, err = newPageTable(folder, int(st.Pages))
	}
	if err != nil {
		return err
	}
	for _, step := range [...]func(context.Context) error{b.readPages, b.rank,
		func(ctx context.Context) error { return b.writePostings(ctx, m) },
		b.writeWords, b.readLinks, b.readRedirects, b.writeNames} {
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
		err = writeBlocks(ctx, b.folder, newScorer(m, &b.table.pages, &parts), b.postings, &b.frequent)
	}
	return errors.Join(err, file.Finish(), file.Close())
}

func (b *builder) writeNames(context.Context) error {
	return writeFile(filepath.Join(b.folder, fstFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(b.folder, namesFile),
			func(entries *bufio.Writer) error { return b.names.write(fst, entries) })
	})
}
