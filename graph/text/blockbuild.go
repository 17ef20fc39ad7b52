package text

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/blevesearch/vellum"
)

// writeBlocks merges runs of postings into the blocks of an index with these pages.
func writeBlocks(ctx context.Context, folder string, s scorer, runs []string) error {
	classes, impacts, err := writeNorms(folder, s)
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	err = writeFile(filepath.Join(folder, termsFile), func(fst *bufio.Writer) error {
		return writeFile(filepath.Join(folder, blocksFile), func(to *bufio.Writer) error {
			return mergeRuns(ctx, runs, fst, to, func() *blockWriter {
				return &blockWriter{pages: s.pages.n, classes: classes, impacts: impacts}
			})
		})
	})
	if err != nil {
		return fmt.Errorf("write blocks: %w", err)
	}
	return nil
}

// writeNorms writes the class of each page's norm, and returns them with the impacts of codes in them.
func writeNorms(folder string, s scorer) (classes []byte, impacts *impactTable, err error) {
	n := s.pages.n
	table := newClassTable(normRange(s, n))
	classes = make([]byte, (n+windowSize-1)/windowSize*windowSize)
	for doc := range n {
		classes[doc] = table.class(s.norm(uint32(doc)))
	}
	err = writeFile(filepath.Join(folder, normsFile), func(to *bufio.Writer) error {
		for _, norm := range table {
			if _, err := to.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(norm))); err != nil {
				return err
			}
		}
		_, err := to.Write(classes)
		return err
	})
	return classes, table.impacts(s), err
}

// lists are the postings of some terms on their way from the runs into blocks.
type lists struct {
	terms []byte // one after the other
	heads []listHead
	docs  []uint32
	codes []byte
	overs []termOver // of which term, heads tells
	raw   []byte

	out  []byte // the blocks
	ends []int  // of each term's in out
	err  error
	done chan struct{}
}

// listHead tells where the term, postings and overs of a list end, and whether they are in the order of pages.
type listHead struct {
	term, postings, overs int
	sorted                bool
}

// listPostings is about how many postings are merged at a time.
const listPostings = 1 << 16

// readAll is how much memory reading all runs takes at most.
const readAll = 32 << 20

// mergeRuns reads runs, lets as many goroutines as there are processors make their blocks, and writes these in order.
func mergeRuns(ctx context.Context, paths []string, fst, to *bufio.Writer, newWriter func() *blockWriter) error {
	runs, err := openPostingRuns(paths, min(1<<18, readAll/max(1, len(paths))))
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
		for more := true; more; {
			l := &lists{done: make(chan struct{})}
			more = l.fill(&runs)
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

// fill reads the next lists, and tells whether there are more.
func (l *lists) fill(runs *postingRuns) bool {
	for len(l.docs) < listPostings && runs.Len() > 0 && l.err == nil {
		l.err = runs.take(l)
	}
	return runs.Len() > 0 && l.err == nil
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
	}
	return b.Close()
}

// blockWriter lays postings out in blocks.
type blockWriter struct {
	pages   int
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
	w.out = make([]byte, 0, 4*len(l.docs)+8*len(l.heads))
	from := listHead{}
	for _, h := range l.heads {
		w.docs, w.codes, w.overs = l.docs[from.postings:h.postings], l.codes[from.postings:h.postings], l.overs[from.overs:h.overs]
		if !h.sorted {
			w.sort(w.pages, w.docs, w.codes)
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
