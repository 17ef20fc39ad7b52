package text

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
)

// Index is an opened index. Its methods are safe for concurrent use until Close.
//
// Its files are compared with their checksums block by block, when they are first read. A method that meets damage, or a file
// that was cut short, returns graph.ErrDamaged, wrapped, and so do all that are called later; those that return no error return
// nothing, and leave it to Err.
type Index struct {
	dictionary
	passages passageTable
	meta     *manifest
	files    mapped.Files
	blocks   *blocks
	damage   atomic.Pointer[error]
}

// Open opens the index in dir. It fails with ErrNoIndex, graph.ErrFormat or graph.ErrDamaged; whether the index is that
// of a store, Check tells.
func Open(dir string) (*Index, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	ix := &Index{meta: m}
	if err := ix.open(filepath.Join(dir, m.Folder)); err != nil {
		return nil, errors.Join(fmt.Errorf("open text index: %w", err), ix.Close())
	}
	return ix, nil
}

func (ix *Index) open(folder string) (err error) {
	defer func(before bool) {
		err = ix.files.Caught(recover(), err)
		debug.SetPanicOnFault(before)
	}(debug.SetPanicOnFault(true))
	byName := map[string]*mapped.File{}
	for _, name := range files {
		f, err := mapped.Open(filepath.Join(folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", graph.ErrDamaged, err)
		}
		if err != nil {
			return err
		}
		ix.files, byName[name] = append(ix.files, f), f
		if f.Sum() != ix.meta.Sums[name] {
			return fmt.Errorf("%s: %w: it is of another index", filepath.Join(folder, name), graph.ErrDamaged)
		}
	}
	p, err := newPages(byName[pagesFile], ix.meta.Pages)
	if err != nil {
		return err
	}
	if ix.passages, err = newPassageTable(byName[passagesFile], ix.meta.Passages); err != nil {
		return err
	}
	names, err := openAutomaton(byName[fstFile])
	if err != nil {
		return err
	}
	ix.dictionary = dictionary{pages: p, names: names, entries: byName[namesFile], lacks: ix.lacks}
	ix.blocks, err = openBlocks(byName[termsFile], byName[blocksFile], byName[normsFile], ix.scorer())
	return err
}

// Close releases the index; texts and ids it gave stay valid.
func (ix *Index) Close() error {
	var errs []error
	for _, f := range ix.files {
		errs = append(errs, f.Close())
	}
	ix.files = nil
	return errors.Join(errs...)
}

// end is deferred by all methods that read files:
//
//	defer ix.end(&err, debug.SetPanicOnFault(true))
func (ix *Index) end(err *error, before bool) {
	*err = ix.files.Caught(recover(), *err)
	debug.SetPanicOnFault(before)
	if errors.Is(*err, graph.ErrDamaged) {
		met := *err
		ix.damage.CompareAndSwap(nil, &met)
	}
	*err = cmp.Or(*err, ix.Err())
}

// Err is the first damage that a method has met, nil while there is none.
func (ix *Index) Err() error {
	if met := ix.damage.Load(); met != nil {
		return *met
	}
	return nil
}

// Verify compares all files with their checksums. It fails with graph.ErrDamaged, wrapped.
func (ix *Index) Verify() error {
	var errs []error
	for _, f := range ix.files {
		errs = append(errs, f.Check())
	}
	return errors.Join(errs...)
}

// Identity is the Identity of the store the index was made from.
func (ix *Index) Identity() string { return ix.meta.Identity }

// Check returns ErrStale, wrapped, unless the index was made from a store of this identity.
func (ix *Index) Check(identity string) error {
	if ix.meta.Identity != identity {
		return fmt.Errorf("%w: made from %.12s, the store is %.12s", ErrStale, ix.meta.Identity, identity)
	}
	return nil
}

// NumPages is how many pages are indexed.
func (ix *Index) NumPages() int { return ix.meta.Pages }

// NumPassages is how many passages the pages are cut into.
func (ix *Index) NumPassages() int { return ix.meta.Passages }

// First are the k pages with the lowest ids, fewer where the store has fewer.
func (ix *Index) First(k int) (first []graph.PageID) {
	var err error
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out := make([]graph.PageID, min(max(k, 0), ix.pages.n))
	for i := range out {
		out[i] = ix.pages.id(uint32(i))
	}
	return out
}

// Analyze is the function Analyze, for callers that know the index by an interface.
func (ix *Index) Analyze(s string) []graph.Term { return Analyze(s) }

// IDF returns the inverse document frequency of each term, ln(1 + (N-df+0.5)/(df+0.5)), where df is how many
// of the N passages have the term, in their page's title or themselves; that of a term no page has is the highest.
func (ix *Index) IDF(terms []string) (idfs []float64, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out := make([]float64, len(terms))
	for i, t := range terms {
		n, err := ix.blocks.count(t)
		if err != nil {
			return nil, err
		}
		out[i] = idf(ix.meta.Passages, uint64(n))
	}
	return out, nil
}

func idf(n int, df uint64) float64 {
	return math.Log1p((float64(n) - float64(df) + 0.5) / (float64(df) + 0.5))
}
