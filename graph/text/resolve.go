package text

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// resolver finds the pages of titles as graph.Reader's Lookup does, by hashes of titles, in tables that are mapped from
// files (hashTable).
//
//	titles  by normal form, then title and ordinal: hash of the normal form, rank, hash of the title as it is written, document
//	hops    by the title that redirects, then as they came: hash of its normal form, number, hash of the title as it is
//	        written; both hashes of the title it leads to
type resolver struct{ titles, hops hashTable }

// titleHash is a title by the hashes of its normal form and of its spelling.
type titleHash struct{ folded, clean uint64 }

func hashTitle(title string) titleHash {
	return titleHash{xxhash.Sum64String(graph.FoldTitle(title)), xxhash.Sum64String(graph.CleanTitle(title))}
}

const (
	titleHashBytes = 8 + 4 + 8 + 4
	hopBytes       = 8 + 8 + 8 + 8 + 8
)

// resolverSorter gathers the records of a resolver.
type resolverSorter struct {
	titles, hops *runs
	redirects    uint64
	room         []byte
}

func newResolverSorter(folder string, limit int) *resolverSorter {
	return &resolverSorter{titles: newRuns(folder, limit), hops: newRuns(folder, limit)}
}

// addTitle adds a page's title, once for each page.
func (s *resolverSorter) addTitle(title string, rank, doc uint32) error {
	b := binary.BigEndian.AppendUint64(s.room[:0], xxhash.Sum64String(graph.FoldTitle(title)))
	b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, rank), xxhash.Sum64String(title))
	s.room = binary.BigEndian.AppendUint32(b, doc)
	return s.titles.add(s.room)
}

// addHop adds a redirect.
func (s *resolverSorter) addHop(from, to titleHash) error {
	b := s.room[:0]
	for _, n := range [...]uint64{from.folded, s.redirects, from.clean, to.folded, to.clean} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	s.room = b
	s.redirects++
	return s.hops.add(b)
}

func (s *resolverSorter) close() error { return errors.Join(s.titles.close(), s.hops.close()) }

// withRedirects adds the redirects of a store, as names and to be found, and lays the tables out.
func (s *resolverSorter) withRedirects(ctx context.Context, folder string, store Source, names *nameSorter) (*resolver, error) {
	if err := names.addRedirects(ctx, store, s); err != nil {
		return nil, err
	}
	return s.resolver(folder)
}

// resolver lays the tables out, in files of the folder; in memory when it is "".
func (s *resolverSorter) resolver(folder string) (*resolver, error) {
	r := &resolver{}
	var err error
	if r.titles, err = newHashTable(folder, "titles.tmp", titleHashBytes, s.titles); err == nil {
		r.hops, err = newHashTable(folder, "hops.tmp", hopBytes, s.hops)
	}
	if err = errors.Join(err, s.close()); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *resolver) close() error { return errors.Join(r.titles.close(), r.hops.close()) }

// title finds the pages of a title, in the order of their numbers.
func (r *resolver) title(target string) []uint32 {
	docs, _ := graph.Follow(hashTitle(target), r.lead)
	slices.Sort(docs)
	return slices.Compact(docs)
}

// lead returns the pages of a title or, where it has none, the titles that its redirects lead to.
func (r *resolver) lead(t titleHash) (docs []uint32, to []titleHash, err error) {
	if docs := r.pages(t); len(docs) > 0 {
		return docs, nil, nil
	}
	var exact []titleHash
	for i := r.hops.find(t.folded); i < r.hops.n && r.hops.number(i, 0) == t.folded; i++ {
		next := titleHash{r.hops.number(i, 24), r.hops.number(i, 32)}
		to = append(to, next)
		if r.hops.number(i, 16) == t.clean {
			exact = append(exact, next)
		}
	}
	if len(exact) > 0 {
		to = exact
	}
	return nil, to, nil
}

// pages are those whose title has this normal form; where there are several titles, only those written so.
func (r *resolver) pages(t titleHash) (docs []uint32) {
	var exact []uint32
	for i := r.titles.find(t.folded); i < r.titles.n && r.titles.number(i, 0) == t.folded; i++ {
		doc := binary.BigEndian.Uint32(r.titles.at(i)[20:])
		docs = append(docs, doc)
		if r.titles.number(i, 12) == t.clean {
			exact = append(exact, doc)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return docs
}

// hashTable is records of one length that begin with a hash, in order, each 8 bytes of it a number with its highest first.
type hashTable struct {
	b      []byte
	n      int // records
	size   int // of one
	mapped interface{ Unmap() error }
	path   string
}

// newHashTable writes sorted records to a file and maps it.
func newHashTable(folder, name string, size int, from *runs) (t hashTable, err error) {
	t = hashTable{size: size}
	if folder == "" {
		for c, err := range from.all() {
			if err != nil {
				return t, err
			}
			t.b = append(t.b, c.record...)
		}
		t.n = len(t.b) / size
		return t, nil
	}
	t.path = filepath.Join(folder, name)
	f, err := os.Create(t.path)
	if err != nil {
		return t, fmt.Errorf("write titles: %w", err)
	}
	w := bufio.NewWriterSize(f, 1<<16)
	for c, rerr := range from.all() {
		if err = rerr; err != nil {
			break
		}
		w.Write(c.record) // errors stay with w until Flush
	}
	if err = errors.Join(err, w.Flush(), f.Close()); err != nil {
		return t, fmt.Errorf("write titles: %w", err)
	}
	m, err := mapFile(t.path)
	if err != nil {
		return t, err
	}
	t.b, t.n = m, len(m)/size
	if m != nil {
		t.mapped = &m
	}
	return t, nil
}

func (t *hashTable) close() error {
	var err error
	if t.mapped != nil {
		err = t.mapped.Unmap()
	}
	if t.path != "" {
		err = errors.Join(err, os.Remove(t.path))
	}
	*t = hashTable{}
	return err
}

func (t *hashTable) at(i int) []byte { return t.b[i*t.size : (i+1)*t.size] }

// number is the one at a byte of a record.
func (t *hashTable) number(i, at int) uint64 { return binary.BigEndian.Uint64(t.b[i*t.size+at:]) }

// find is the first record whose hash is no lower. Hashes lie evenly, so that it looks where the hash would lie and goes on
// from there by steps that double, then between the last two by halves.
func (t *hashTable) find(hash uint64) int {
	near, _ := bits.Mul64(hash, uint64(t.n))
	lo, hi := int(near), int(near)
	for step := 8; lo > 0 && t.number(lo-1, 0) >= hash; step *= 2 {
		hi, lo = lo, max(0, lo-step)
	}
	for step := 8; hi < t.n && t.number(hi, 0) < hash; step *= 2 {
		lo, hi = hi, min(t.n, hi+step)
	}
	return lo + sort.Search(hi-lo, func(i int) bool { return t.number(lo+i, 0) >= hash })
}
