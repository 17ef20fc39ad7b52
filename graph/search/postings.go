package search

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sort"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// Errors of this package.
var (
	ErrNone    = errors.New("the store has no search index")
	ErrStale   = errors.New("the search index was made from another state of the store, or by another version")
	ErrCorrupt = errors.New("the search index is damaged")
	ErrQuery   = errors.New("query")
	ErrLimit   = fmt.Errorf("%w", ErrQuery) // a query is too large; it is an ErrQuery
)

// Index is an opened index. It may be used by several goroutines at once.
type Index struct {
	store           graph.Reader
	files           mapped.Files
	pages, postings *mapped.File
	terms           *vellum.FST
	n               int
	means           []float64 // number of terms of a page, by field
}

// Open opens the index of a store in dir, and verifies all of it. It fails with ErrNone, ErrStale or ErrCorrupt.
func Open(ctx context.Context, dir string, store graph.Store) (*Index, error) {
	identity, err := store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, folder(identity))
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		if old, _ := filepath.Glob(filepath.Join(dir, "[0-9]*-*")); len(old) > 0 {
			return nil, ErrStale
		}
		return nil, ErrNone
	}
	ix := &Index{store: store}
	if err := ix.open(name); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %v", ErrCorrupt, err), ix.Close()) // not graph.ErrDamaged, whose remedy is another
	}
	return ix, nil
}

func (ix *Index) open(dir string) (err error) {
	defer func(before bool) { ix.files.Recover(&err, before) }(debug.SetPanicOnFault(true))
	for _, name := range []string{termsFile, postingsFile, pagesFile} {
		f, err := mapped.Open(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		ix.files = append(ix.files, f)
		if err := f.Check(); err != nil {
			return err
		}
	}
	ix.postings, ix.pages = ix.files[1], ix.files[2]
	size := ix.pages.Len() - 8*len(fields)
	if size < 0 || size%pageBytes != 0 {
		return fmt.Errorf("%s: %d bytes", pagesFile, ix.pages.Len())
	}
	ix.n = size / pageBytes
	for i := range fields {
		ix.means = append(ix.means, float64(ix.pages.Uint64(size+8*i))/float64(max(ix.n, 1)))
	}
	ix.terms, err = vellum.Load(ix.files[0].Data())
	return err
}

// Close closes the index and leaves the store open.
func (ix *Index) Close() (err error) {
	for _, f := range ix.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// id returns the id of a page by its number.
func (ix *Index) id(page uint32) graph.PageID {
	return graph.PageID(ix.pages.Uint64(int(page) * pageBytes))
}

// number returns the number of a page; ok is false if the index lacks it.
func (ix *Index) number(id graph.PageID) (page uint32, ok bool) {
	i := sort.Search(ix.n, func(i int) bool { return ix.id(uint32(i)) >= id })
	return uint32(i), i < ix.n && ix.id(uint32(i)) == id
}

// posting is the occurrences of a term in a field of a page.
type posting struct {
	page   uint32
	places []uint32
}

// list returns the postings of a field's term.
func (ix *Index) list(field int, term string) ([]posting, error) {
	at, ok, err := ix.terms.Get(append([]byte{fields[field].letter}, term...))
	if err != nil || !ok {
		return nil, err
	}
	head := ix.postings.Bytes(int(at), 8)
	if head == nil {
		return nil, ErrCorrupt
	}
	b := ix.postings.Bytes(int(at)+8, int(binary.LittleEndian.Uint32(head)))
	n := int(binary.LittleEndian.Uint32(head[4:]))
	if b == nil || n > ix.n {
		return nil, ErrCorrupt
	}
	next := func() uint32 {
		v, size := binary.Uvarint(b)
		if size <= 0 {
			b = nil
			return 0
		}
		b = b[size:]
		return uint32(v)
	}
	out, page := make([]posting, 0, n), uint32(0)
	for range n {
		page += next()
		count := int(next())
		if b == nil || count > len(b) || page >= uint32(ix.n) {
			return nil, ErrCorrupt
		}
		p := posting{page, make([]uint32, count)}
		place := uint32(0)
		for i := range p.places {
			place += next()
			p.places[i] = place
		}
		out = append(out, p)
	}
	return out, nil
}

// scored is a page with its score. Lists of them are in the order of pages.
type scored struct {
	page    uint32
	score   float64
	clauses int // that need not be found, of those that the page matches
}

// The parameters of BM25 (Robertson and Zaragoza 2009).
const bm25k, bm25b = 1.2, 0.75

// score scores postings by BM25; sum is the number of terms whose rarity counts, more than one for a phrase.
func (ix *Index) score(field int, list []posting, rarity, boost float64) []scored {
	out := make([]scored, len(list))
	for i, p := range list {
		length := float64(ix.pages.Uint32(int(p.page)*pageBytes + 8 + 4*field))
		n := float64(len(p.places))
		out[i] = scored{page: p.page, score: boost * rarity * n * (bm25k + 1) / (n + bm25k*(1-bm25b+bm25b*length/max(ix.means[field], 1)))}
	}
	return out
}

// rarity returns the weight of a term that n pages have.
func (ix *Index) rarity(n int) float64 {
	return math.Log(1 + (float64(ix.n)-float64(n)+0.5)/(float64(n)+0.5))
}

// phrase returns the postings of terms that follow one another, with the places of the first, and the sum of their rarities.
func (ix *Index) phrase(field int, terms []string) (list []posting, rarity float64, err error) {
	for i, t := range terms {
		next, err := ix.list(field, t)
		if err != nil {
			return nil, 0, err
		}
		rarity += ix.rarity(len(next))
		if i == 0 {
			list = next
			continue
		}
		var kept []posting
		for _, p := range list {
			at, ok := slices.BinarySearchFunc(next, p.page, func(q posting, page uint32) int { return int(q.page) - int(page) })
			if !ok {
				continue
			}
			p.places = slices.DeleteFunc(p.places, func(place uint32) bool {
				_, follows := slices.BinarySearch(next[at].places, place+uint32(i))
				return !follows
			})
			if len(p.places) > 0 {
				kept = append(kept, p)
			}
		}
		list = kept
	}
	return list, rarity, nil
}

// expand returns the terms of a field that an automaton accepts. It fails with ErrQuery, wrapped, if there are more than maxClauses.
func (ix *Index) expand(field int, accepts vellum.Automaton) (out []string, err error) {
	letter := fields[field].letter
	it, err := ix.terms.Search(accepts, []byte{letter}, []byte{letter + 1})
	for ; err == nil; err = it.Next() {
		key, _ := it.Current()
		if out = append(out, string(key[1:])); len(out) > maxClauses {
			return nil, fmt.Errorf("%w: it has, or stands for, more than %d words", ErrQuery, maxClauses)
		}
	}
	if errors.Is(err, vellum.ErrIteratorDone) {
		err = nil
	}
	return out, err
}

// either merges two lists, and adds the scores of pages that are in both.
func either(a, b []scored) []scored {
	out := make([]scored, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].page < b[0].page:
			out, a = append(out, a[0]), a[1:]
		case a[0].page > b[0].page:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, scored{a[0].page, a[0].score + b[0].score, a[0].clauses + b[0].clauses}), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// among returns the pages of a that are in b (or, if without is set, are not), with the scores of both added.
func among(a, b []scored, without bool) []scored {
	var out []scored
	for _, x := range a {
		for len(b) > 0 && b[0].page < x.page {
			b = b[1:]
		}
		in := len(b) > 0 && b[0].page == x.page
		if in == without {
			continue
		}
		if in {
			x.score += b[0].score
		}
		out = append(out, x)
	}
	return out
}

// raised returns a with the scores of b added to the pages that are in both.
func raised(a, b []scored) []scored {
	out := slices.Clone(a)
	for i := range out {
		for len(b) > 0 && b[0].page < out[i].page {
			b = b[1:]
		}
		if len(b) > 0 && b[0].page == out[i].page {
			out[i].score += b[0].score
		}
	}
	return out
}
