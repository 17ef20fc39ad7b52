package text

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
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
	Batch     int // postings that each of them gathers before it writes them, 4 bytes each and 5 more when they are sorted; default 4 Mi
	Memory    int // bytes of names sorted in memory, default 64 MiB; the rest goes through files
	// Progress, if set, is told from time to time how many of all pages are done, by one goroutine at a time.
	Progress func(done, total int64)
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		v *int
		d int
	}{{&o.MinAnchor, 2}, {&o.Workers, runtime.GOMAXPROCS(0)}, {&o.Batch, 4 << 20}, {&o.Memory, 64 << 20}} {
		if *d.v <= 0 {
			*d.v = d.d
		}
	}
	if o.Settings == (Settings{}) {
		o.Settings = DefaultSettings
	}
	return o
}

// Build makes the index of a store in dir, or brings it up to date; one that is up to date is left alone.
// Until the new index is complete the old one stays, and is what Open finds when building stops early. At
// most one Build may run for a folder at a time.
//
// Memory: the titles, about 80 bytes a page, 32 a redirect, Options.Memory, and what each worker gathers: Options.Batch,
// and about 50 MB of words.
func Build(ctx context.Context, dir string, store Source, o Options) error {
	o = o.withDefaults()
	identity, err := store.Identity(ctx)
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	if m, err := readManifest(dir); err == nil && m.Identity == identity && m.Settings == o.Settings && m.MinAnchor == o.MinAnchor {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	folder, err := os.MkdirTemp(dir, "build-*")
	if err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	m := &manifest{Format: format, Identity: identity, Folder: filepath.Base(folder), Settings: o.Settings, MinAnchor: o.MinAnchor}
	if err := write(ctx, folder, store, o, m); err != nil {
		return errors.Join(fmt.Errorf("build text index: %w", err), os.RemoveAll(folder))
	}
	if err := errors.Join(m.measure(dir), m.commit(dir)); err != nil {
		return fmt.Errorf("build text index: %w", err)
	}
	return clean(dir, m.Folder)
}

// clean removes what earlier builds left.
func clean(dir, current string) error {
	old, err := filepath.Glob(filepath.Join(dir, "build-*"))
	for _, path := range old {
		if filepath.Base(path) != current {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

func write(ctx context.Context, folder string, store Source, o Options, m *manifest) (err error) {
	workers := newGatherers(folder, o)
	names := workers[0].names
	defer func() { err = errors.Join(err, names.runs.close()) }()
	for i, g := range workers {
		g.inverter = newInverter(filepath.Join(folder, fmt.Sprint("postings", i)), o.Batch)
	}
	err = gather(ctx, store, workers, o.Progress)
	runs, ferr := flushGatherers(workers) // before the tables are joined: it frees most of the memory
	table, jerr := joinGatherers(workers)
	if err = errors.Join(err, ferr, jerr); err != nil {
		return err
	}
	m.count(table)
	p, err := table.write(filepath.Join(folder, pagesFile))
	if err != nil {
		return err
	}
	if err := writeBlocks(ctx, folder, newScorer(m.Settings, m, &p), runs); err != nil {
		return err
	}
	for _, path := range runs {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return writeNames(ctx, folder, store, names, o)
}

// newGatherers are the workers of a build.
func newGatherers(folder string, o Options) []*gatherer {
	out := make([]*gatherer, o.Workers)
	for i := range out {
		out[i] = &gatherer{table: &pageTable{}, names: &nameSorter{runs: newRuns(folder, o.Memory/o.Workers)}}
	}
	return out
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

// joinGatherers joins the tables of all workers, and their names in the first worker's.
func joinGatherers(workers []*gatherer) (*pageTable, error) {
	var tables []*pageTable
	names := workers[0].names
	for i, g := range workers {
		tables = append(tables, g.table)
		if i == 0 {
			continue
		}
		if err := names.runs.join(g.names.runs); err != nil {
			return nil, err
		}
	}
	table, err := joinTables(tables)
	names.table = table
	return table, err
}

func writeNames(ctx context.Context, folder string, store Source, names *nameSorter, o Options) error {
	for r, err := range store.Redirects(ctx) {
		if err == nil {
			err = names.addRedirect(r)
		}
		if err != nil {
			return err
		}
	}
	return writeFile(filepath.Join(folder, fstFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(folder, namesFile), func(entries *bufio.Writer) error {
			return names.write(fst, entries, o.MinAnchor)
		})
	})
}
