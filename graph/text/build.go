package text

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// Source is what an index is made from; every graph.Store is one.
type Source interface {
	All(ctx context.Context) iter.Seq2[*graph.Page, error]
	Redirects(ctx context.Context) iter.Seq2[graph.Redirect, error]
	Stats(ctx context.Context) (graph.Stats, error)
	Identity(ctx context.Context) (string, error)
}

// Options of building. The zero value builds with DefaultSettings.
type Options struct {
	Settings  Settings
	MinAnchor int // uses that make an anchor a name, default 2
	Workers   int // goroutines that analyse pages, default one for each processor
	Batch     int // postings that each of them gathers before it writes them, 4 bytes each and 5 more when they are sorted; default 1 Mi
	Memory    int // bytes of names and titles sorted in memory, default 16 MiB; the rest goes through files
	// Force builds an index that is up to date anew, too: Open and Build look at no more than the sizes of its files.
	Force bool
	// Progress, if set, is told from time to time how many of all pages are done, by one goroutine at a time.
	Progress func(done, total int64)

	vocabulary, broad int // see inverter and broadList
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		v *int
		d int
	}{{&o.MinAnchor, 2}, {&o.Workers, runtime.GOMAXPROCS(0)}, {&o.Batch, 1 << 20}, {&o.Memory, 16 << 20}, {&o.vocabulary, 3 << 17}, {&o.broad, 1 << 17}} {
		if *d.v <= 0 {
			*d.v = d.d
		}
	}
	if o.Settings == (Settings{}) {
		o.Settings = DefaultSettings
	}
	return o
}

// Build makes the index of a store in dir, or brings it up to date; one that is up to date, and can be opened, is left
// alone unless Options.Force says otherwise. Folder and files get the modes that the user's mask leaves to new ones. Until the new index is complete the old one stays, and is what Open finds when building stops early. At
// most one Build may run for a folder at a time.
//
// Memory doesn't grow with the store: Options.Memory and a half, and what each worker gathers: Options.Batch, and about 30 MB
// of words. What is needed of every page and redirect lies in files in dir, mapped, 42 bytes a page and 40 a redirect at most.
func Build(ctx context.Context, dir string, store Source, o Options) error {
	o = o.withDefaults()
	identity, err := store.Identity(ctx)
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	if !o.Force && upToDate(dir, identity, o) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	folder := fresh(dir, "build-")
	if err := os.Mkdir(folder, 0o777); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	m := &manifest{Format: format, Identity: identity, Folder: filepath.Base(folder), Settings: o.Settings, MinAnchor: o.MinAnchor}
	if err := write(ctx, folder, store, o, m); err != nil {
		return errors.Join(fmt.Errorf("build text index: %w", err), os.RemoveAll(folder))
	}
	if err = m.measure(dir); err == nil {
		err = m.commit(dir)
	}
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	return clean(dir, m.Folder)
}

// upToDate tells whether the index in dir is what Build would make, as far as opening it tells.
func upToDate(dir, identity string, o Options) bool {
	m, err := readManifest(dir)
	if err != nil || m.Identity != identity || m.Settings != o.Settings || m.MinAnchor != o.MinAnchor {
		return false
	}
	ix, err := Open(dir)
	return err == nil && ix.Close() == nil
}

// fresh is a path in dir that begins with prefix and that nothing has. os.MkdirTemp and os.CreateTemp would leave what they make
// to this user alone.
func fresh(dir, prefix string) string { return filepath.Join(dir, prefix+rand.Text()) }

// Adopt takes the index in dir, which was made when the store had the identity before, for one of the store as it is. The caller
// vouches that nothing but inferred links came in between: an index has nothing of them, and Build would make the same one
// again. ErrStale when the index is of another state, else the errors of Open.
func Adopt(ctx context.Context, dir string, store Source, before string) error {
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

func write(ctx context.Context, folder string, store Source, o Options, m *manifest) (err error) {
	workers, err := newGatherers(ctx, folder, store, o)
	if err != nil {
		return err
	}
	table, names, found := workers[0].table, workers[0].names, workers[0].found
	defer func() { err = errors.Join(err, closeGatherers(workers), table.drop()) }()
	for i, g := range workers {
		g.inverter = newInverter(filepath.Join(folder, fmt.Sprint("postings", i)), o.Batch, o.vocabulary)
		if g.lengths, err = newSpool(folder); err != nil {
			return err
		}
	}
	err = gather(ctx, store, workers, o.Progress)
	runs, ferr := flushGatherers(workers)
	if err = errors.Join(err, ferr, joinGatherers(workers)); err != nil {
		return err
	}
	if err := writePostings(ctx, folder, workers, runs, m, max(o.broad, shortList)); err != nil {
		return err
	}
	for _, path := range runs {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	if err := table.keep(); err != nil {
		return err
	}
	r, err := found.withRedirects(ctx, folder, store, names)
	if err != nil {
		return err
	}
	return errors.Join(writeFile(filepath.Join(folder, fstFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(folder, namesFile), func(entries *bufio.Writer) error {
			return names.write(fst, entries, o.MinAnchor, r)
		})
	}), r.close())
}

// writePostings writes the table of passages and the blocks, of which these are the runs, and notes in m what they count.
func writePostings(ctx context.Context, folder string, workers []*gatherer, runs []string, m *manifest, broad int) (err error) {
	table := workers[0].table
	n, err := table.numberPassages()
	if err != nil {
		return err
	}
	room, err := newScratch(folder, passagesFile, n*passageBytes)
	if err != nil {
		return err
	}
	parts, err := newPassageTable(room.bytes, n)
	for _, g := range workers {
		err = errors.Join(err, parts.fill(&table.pages, g.lengths))
	}
	if err == nil {
		m.count(table, &parts)
		err = writeBlocks(ctx, folder, newScorer(m.Settings, m, &table.pages, &parts), runs, broad)
	}
	return errors.Join(err, room.keep())
}

// newGatherers are the workers of a build.
func newGatherers(ctx context.Context, folder string, store Source, o Options) ([]*gatherer, error) {
	st, err := store.Stats(ctx)
	if err != nil {
		return nil, err
	}
	table, err := newPageTable(folder, int(st.Pages))
	if err != nil {
		return nil, err
	}
	out := make([]*gatherer, o.Workers)
	share, found := o.Memory/o.Workers, newResolverSorter(folder, o.Memory/4)
	for i := range out {
		out[i] = &gatherer{table: table, found: found, titles: &titleSorter{newRuns(folder, share/4)}, names: &nameSorter{runs: newRuns(folder, share-share/4)}}
	}
	return out, nil
}

// flushGatherers writes the postings that all workers have left, lets go of their words, and returns the paths of all runs.
func flushGatherers(workers []*gatherer) (runs []string, err error) {
	errs := make([]error, len(workers))
	var all sync.WaitGroup
	for i, g := range workers {
		all.Go(func() { errs[i] = g.inverter.flush() })
	}
	all.Wait()
	for _, g := range workers {
		runs = append(runs, g.inverter.runs...)
		g.inverter = nil
	}
	return runs, errors.Join(errs...)
}

// closeGatherers removes what the workers have sorted.
func closeGatherers(workers []*gatherer) error {
	err := workers[0].found.close()
	for _, g := range workers {
		err = errors.Join(err, g.names.runs.close(), g.titles.runs.close(), g.lengths.close())
	}
	return err
}

// joinGatherers completes the table of pages, and joins what all workers sort in the first worker's.
func joinGatherers(workers []*gatherer) error {
	first, pages := workers[0], workers[0].pages
	for _, g := range workers[1:] {
		pages += g.pages
		if err := errors.Join(first.names.runs.join(g.names.runs), first.titles.runs.join(g.titles.runs)); err != nil {
			return err
		}
	}
	return errors.Join(first.table.complete(pages, first.titles, first.found), first.titles.runs.close())
}
