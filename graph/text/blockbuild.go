package text

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/blevesearch/vellum"
)

// writeBlocks merges runs of postings into the blocks of an index with these pages.
func writeBlocks(ctx context.Context, folder string, s scorer, runs []string, broad int) error {
	impacts, err := writeNorms(folder, s)
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	norms, err := mapFile(filepath.Join(folder, normsFile))
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	defer func() { _ = norms.Unmap() }() // it was only read
	classes := norms[8*normClasses:]
	err = writeFile(filepath.Join(folder, termsFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(folder, blocksFile), func(to *bufio.Writer) error {
			return mergeRuns(ctx, s.pages, runs, fst, to, func() *blockWriter {
				return &blockWriter{folder: folder, broad: broad, total: s.passages.n, classes: classes, impacts: impacts}
			})
		})
	})
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	return nil
}

// writeNorms writes the class of each page's norm, and returns the impacts of codes in them.
func writeNorms(folder string, s scorer) (impacts *impactTable, err error) {
	n := s.passages.n
	table := newClassTable(normRange(s, n))
	err = writeFile(filepath.Join(folder, normsFile), func(to *bufio.Writer) error {
		for _, norm := range table {
			if _, err := to.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(norm))); err != nil {
				return err
			}
		}
		for doc := range (n + windowSize - 1) / windowSize * windowSize {
			class := byte(0)
			if doc < n {
				class = table.class(s.norm(uint32(doc)))
			}
			if err := to.WriteByte(class); err != nil {
				return err
			}
		}
		return nil
	})
	return table.impacts(s), err
}

// lists are the postings of some terms on their way from the runs into blocks.
type lists struct {
	terms []byte // one after the other
	heads []listHead
	docs  []uint32
	codes []byte
	overs []termOver // of which term, heads tells

	out   []byte     // the blocks
	ends  []int      // of each term's in out
	broad *broadList // comes behind them, nil for none
	err   error
	done  chan struct{}
}

// usedLists are lists that were written, to be filled again.
var usedLists = sync.Pool{New: func() any { return &lists{} }}

func newLists() *lists {
	l := usedLists.Get().(*lists)
	*l = lists{terms: l.terms[:0], heads: l.heads[:0], docs: l.docs[:0], codes: l.codes[:0], overs: l.overs[:0],
		out: l.out[:0], ends: l.ends[:0], done: make(chan struct{})}
	return l
}

// listHead tells where the term, postings and overs of a list end, and whether they are in the order of pages.
type listHead struct {
	term, postings, overs int
	sorted                bool
}

// listPostings is about how many postings are merged at a time.
const listPostings = 1 << 16

// readAll is how much memory reading all runs takes at most.
const readAll = 8 << 20

// mergeRuns reads runs, lets as many goroutines as there are processors make their blocks, and writes these in order.
func mergeRuns(ctx context.Context, pages *pages, paths []string, fst, to *bufio.Writer, newWriter func() *blockWriter) error {
	runs, err := openPostingRuns(pages, paths, min(1<<17, readAll/max(1, len(paths))))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	workers := runtime.GOMAXPROCS(0)
	work, ordered := make(chan *lists), make(chan *lists, workers)
	for range workers {
		all.Go(func() {
			w := newWriter()
			for l := range work {
				w.encodeAll(l)
				close(l.done)
			}
		})
	}
	all.Go(func() {
		defer close(ordered)
		defer close(work)
		w := newWriter()
		for more := true; more; {
			l := newLists()
			more = l.fill(&runs, w)
			select {
			case ordered <- l:
				work <- l // workers take whatever comes
			case <-ctx.Done():
				more = false
			}
		}
		_ = runs.close() // of what is left after an error, which was told
	})
	if err := writeLists(ordered, fst, to); err != nil {
		return err
	}
	return ctx.Err()
}

// fill reads the next lists, up to a broad one, and tells whether there are more.
func (l *lists) fill(runs *postingRuns, w *blockWriter) bool {
	for len(l.docs) < listPostings && len(runs.readers) > 0 && l.broad == nil && l.err == nil {
		if of, n := runs.first(); n < w.broad {
			l.err = l.read(of)
			l.err = errors.Join(l.err, runs.put(of))
		} else {
			l.broad, l.err = w.encodeBroad(of, n)
			l.err = errors.Join(l.err, runs.put(of))
		}
	}
	return len(runs.readers) > 0 && l.err == nil
}

// read appends the list of a term, which these runs have.
func (l *lists) read(of []*postingReader) error {
	begin := len(l.docs)
	for _, p := range of {
		if err := p.read(l, none); err != nil {
			return err
		}
	}
	l.terms = append(l.terms, of[0].term...)
	l.heads = append(l.heads, listHead{len(l.terms), len(l.docs), len(l.overs), slices.IsSorted(l.docs[begin:])})
	return nil
}

// writeLists writes the blocks of all terms, and where they are.
func writeLists(all <-chan *lists, fst, to *bufio.Writer) error {
	b, err := vellum.New(fst, nil)
	if err != nil {
		return err
	}
	offset := uint64(0)
	for l := range all {
		if <-l.done; l.err != nil {
			return l.err
		}
		begin, term := 0, 0
		for i, h := range l.heads {
			if err := b.Insert(l.terms[term:h.term], offset+uint64(begin)); err != nil {
				return err
			}
			begin, term = l.ends[i], h.term
		}
		if _, err := to.Write(l.out); err != nil {
			return err
		}
		offset += uint64(len(l.out))
		if l.broad != nil {
			if err := b.Insert(l.broad.term, offset); err != nil {
				return err
			}
			n, err := l.broad.copyTo(to)
			if err != nil {
				return err
			}
			offset += uint64(n)
		}
		usedLists.Put(l)
	}
	return b.Close()
}

// blockWriter lays postings out in blocks.
type blockWriter struct {
	folder  string // for broad lists
	broad   int    // postings that make a list broad, shortList at least
	total   int    // passages of the index
	classes []byte
	impacts *impactTable
	postingSorter

	docs  []uint32 // of the list at hand
	codes []byte
	overs []termOver
	out   []byte
}

// encodeAll makes the blocks of lists.
func (w *blockWriter) encodeAll(l *lists) {
	w.out = slices.Grow(l.out, 4*len(l.docs)+8*len(l.heads))
	from := listHead{}
	for _, h := range l.heads {
		w.docs, w.codes, w.overs = l.docs[from.postings:h.postings], l.codes[from.postings:h.postings], l.overs[from.overs:h.overs]
		if !h.sorted {
			w.docs, w.codes = w.sort(w.total, w.docs, w.codes)
			sortOvers(w.overs)
		}
		w.encode()
		l.ends = append(l.ends, len(w.out))
		from = h
	}
	l.out, w.out = w.out, nil
}

// encode lays the postings at hand out; see blocks for how.
func (w *blockWriter) encode() {
	w.out = binary.AppendUvarint(w.out, uint64(len(w.docs)))
	if len(w.docs) < shortList {
		w.encodeShort()
		return
	}
	at := len(w.out)
	w.out = binary.LittleEndian.AppendUint32(w.out, 0)
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(w.overs)))
	windows := uint32(0)
	for lo := 0; lo < len(w.docs); windows++ {
		lo = w.encodeWindow(lo)
	}
	binary.LittleEndian.PutUint32(w.out[at:], windows)
	for i, doc := range w.docs {
		w.out = binary.LittleEndian.AppendUint16(w.out, packed(doc, w.codes[i]))
	}
	w.encodeOvers()
}

// encodeOvers appends the overflows, which come in the order of their codes.
func (w *blockWriter) encodeOvers() {
	overs := w.overs
	for i := 0; i < len(w.codes) && len(overs) > 0; i++ {
		if w.codes[i] != overflow {
			continue
		}
		for _, n := range [...]uint32{uint32(i), overs[0].all, overs[0].title} {
			w.out = binary.LittleEndian.AppendUint32(w.out, n)
		}
		overs = overs[1:]
	}
}

// encodeWindow appends the head of the window that begins at posting lo, and tells where the next one begins.
func (w *blockWriter) encodeWindow(lo int) int {
	window, most, hi := w.docs[lo]>>windowBits, uint16(0), lo
	for ; hi < len(w.docs) && w.docs[hi]>>windowBits == window; hi++ {
		most = max(most, w.impacts.of(w.codes[hi], w.classes[w.docs[hi]]))
	}
	w.out = binary.LittleEndian.AppendUint32(w.out, window)
	w.out = binary.LittleEndian.AppendUint16(w.out, uint16(hi-lo-1))
	w.out = binary.LittleEndian.AppendUint16(w.out, most)
	return hi
}

func (w *blockWriter) encodeShort() {
	last := uint32(0)
	overs := w.overs
	for i, doc := range w.docs {
		w.out = binary.AppendUvarint(w.out, uint64(doc-last)<<4|uint64(w.codes[i]))
		if last = doc; w.codes[i] == overflow {
			w.out = binary.AppendUvarint(binary.AppendUvarint(w.out, uint64(overs[0].all)), uint64(overs[0].title))
			overs = overs[1:]
		}
	}
}
