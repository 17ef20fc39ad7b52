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
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// Errors of opening an index, besides graph.ErrFormat and graph.ErrDamaged. Build rebuilds it.
var (
	// ErrNoIndex: there is no finished index in this folder.
	ErrNoIndex = errors.New("no text index here")
	// ErrStale: the store has changed since the index was built.
	ErrStale = errors.New("text index is older than its store")
)

// Index is an opened index. Its methods are safe for concurrent use until Close.
//
// Checksums are verified block by block when the files are first read. If a method finds damage or a truncated file, it
// and all later calls return an error that wraps graph.ErrDamaged. Methods without an error result return nothing then,
// and Err returns the error.
type Index struct {
	dictionary
	passages passageTable
	words    *words
	meta     *manifest
	files    mapped.Files
	blocks   *blocks
	damage   atomic.Pointer[error]
}

// Open opens the index in dir. Its errors wrap ErrNoIndex, graph.ErrFormat or graph.ErrDamaged. Check reports whether
// the index belongs to a store.
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
	if ix.words, err = newWords(byName[wordsFile]); err != nil {
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

// Close closes the index. Texts and ids that it returned stay valid.
func (ix *Index) Close() error {
	var errs []error
	for _, f := range ix.files {
		errs = append(errs, f.Close())
	}
	ix.files = nil
	return errors.Join(errs...)
}

// end converts faults of mapped files to errors. All methods that read files defer it:
//
//	defer ix.end(&err, debug.SetPanicOnFault(true))
func (ix *Index) end(err *error, before bool) {
	*err = ix.files.Caught(recover(), *err)
	debug.SetPanicOnFault(before)
	if errors.Is(*err, graph.ErrDamaged) {
		found := *err
		ix.damage.CompareAndSwap(nil, &found)
	}
	*err = cmp.Or(*err, ix.Err())
}

// Err returns the first damage that a method has found, or nil.
func (ix *Index) Err() error {
	if found := ix.damage.Load(); found != nil {
		return *found
	}
	return nil
}

// Verify verifies the checksums of all files. Its errors wrap graph.ErrDamaged.
func (ix *Index) Verify() error {
	var errs []error
	for _, f := range ix.files {
		errs = append(errs, f.Check())
	}
	return errors.Join(errs...)
}

// Identity returns the identity of the store of which the index was built.
func (ix *Index) Identity() string { return ix.meta.Identity }

// Check returns an error that wraps ErrStale unless the index was built of a store with this identity.
func (ix *Index) Check(identity string) error {
	if ix.meta.Identity != identity {
		return fmt.Errorf("%w: made from %.12s, the store is %.12s", ErrStale, ix.meta.Identity, identity)
	}
	return nil
}

// NumPages returns the number of pages.
func (ix *Index) NumPages() int { return ix.meta.Pages }

// First returns the k pages with the lowest ids, fewer if the index has fewer.
func (ix *Index) First(k int) (first []graph.PageID) {
	var err error
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out := make([]graph.PageID, min(max(k, 0), ix.pages.n))
	for i := range out {
		out[i] = ix.pages.id(uint32(i))
	}
	return out
}

// Analyze calls the function Analyze.
func (ix *Index) Analyze(s string) []graph.Term { return Analyze(s) }

// IDF returns the inverse document frequency of each term, ln(1 + (N-df+0.5)/(df+0.5)), where df is the number of the N
// passages that have the term in their text or their page's title.
func (ix *Index) IDF(terms []string) (idfs []float64, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out := make([]float64, len(terms))
	for i, t := range terms {
		n, _, err := ix.blocks.find(t)
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
