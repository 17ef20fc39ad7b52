package text

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
)

// Index is an opened index. Its methods are safe for concurrent use until Close.
type Index struct {
	*dictionary
	passages passageTable
	meta     *manifest
	files    []*mapped.File
	blocks   *blocks
}

// Open opens the index in dir. It fails with ErrNoIndex, ErrFormat or ErrCorrupt; whether the index is that
// of a store, Check tells.
func Open(dir string) (*Index, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	ix := &Index{meta: m}
	if err := ix.open(filepath.Join(dir, m.Folder)); err != nil {
		return nil, errors.Join(fmt.Errorf("open text index %s: %w", dir, err), ix.Close())
	}
	return ix, nil
}

func (ix *Index) open(folder string) error {
	var tables [2][]byte
	for i, name := range [...]string{pagesFile, passagesFile} {
		f, err := openFile(folder, name)
		if err != nil {
			return err
		}
		ix.files = append(ix.files, f)
		tables[i] = f.Bytes
	}
	p, err := newPages(tables[0], ix.meta.Pages)
	if err != nil {
		return err
	}
	if ix.passages, err = newPassageTable(tables[1], ix.meta.Passages); err != nil {
		return err
	}
	if ix.dictionary, err = openDictionary(folder, p); err != nil {
		return err
	}
	ix.dictionary.lacks = ix.lacks
	ix.blocks, err = openBlocks(folder, ix.scorer())
	return err
}

// Close releases the index; texts and ids it gave stay valid.
func (ix *Index) Close() error {
	var errs []error
	if ix.blocks != nil {
		errs = append(errs, ix.blocks.close())
	}
	if ix.dictionary != nil {
		errs = append(errs, ix.dictionary.close())
	}
	for _, f := range ix.files {
		errs = append(errs, f.Close())
	}
	*ix = Index{}
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
func (ix *Index) First(k int) []graph.PageID {
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
func (ix *Index) IDF(terms []string) ([]float64, error) {
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
