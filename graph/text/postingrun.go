package text

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// A run of postings is a file of lists, by term:
//
//	length of the term, postings, overs   each a varint
//	term
//	document  4 bytes of each posting, ascending
//	code      1 byte of each posting, as in blocks
//	over      document, all, title: 4 bytes each, of each overflow
//
// It is read once and removed.
type runWriter struct {
	w   *bufio.Writer
	buf []byte
}

// writeRun writes a run through fill.
func writeRun(path string, fill func(*runWriter) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write postings: %w", err)
	}
	w := &runWriter{w: bufio.NewWriterSize(f, 1<<18)}
	if err = fill(w); err == nil {
		err = w.w.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write postings: %w", err)
	}
	return nil
}

func (w *runWriter) list(term string, docs []uint32, codes []byte, overs []termOver) error {
	b := w.buf[:0]
	for _, n := range []int{len(term), len(docs), len(overs)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = append(b, term...)
	for _, doc := range docs {
		b = binary.LittleEndian.AppendUint32(b, doc)
	}
	b = append(b, codes...)
	for i := range overs {
		o := &overs[i]
		for _, n := range [...]uint32{o.doc, o.all, o.title} {
			b = binary.LittleEndian.AppendUint32(b, n)
		}
	}
	w.buf = b
	_, err := w.w.Write(b)
	return err
}

// postingReader reads a run of postings.
type postingReader struct {
	f        *os.File
	r        *bufio.Reader
	term     []byte // of the list that comes next
	n, overs int
}

// next reads the head of the next list, false at the end of the run.
func (p *postingReader) next() (bool, error) {
	size, err := binary.ReadUvarint(p.r)
	if err == io.EOF {
		return false, nil
	}
	var head [2]uint64
	for i := range head {
		if err == nil {
			head[i], err = binary.ReadUvarint(p.r)
		}
	}
	if err != nil {
		return false, err
	}
	p.n, p.overs = int(head[0]), int(head[1])
	p.term = slices.Grow(p.term[:0], int(size))[:size]
	_, err = io.ReadFull(p.r, p.term)
	return err == nil, err
}

// read appends the list whose head was read.
func (p *postingReader) read(l *lists) error {
	at := len(l.docs)
	l.docs = slices.Grow(l.docs, p.n)[:at+p.n]
	if err := p.numbers(l, l.docs[at:]); err != nil {
		return err
	}
	at = len(l.codes)
	l.codes = slices.Grow(l.codes, p.n)[:at+p.n]
	if _, err := io.ReadFull(p.r, l.codes[at:]); err != nil {
		return err
	}
	for range p.overs {
		var o [3]uint32
		if err := p.numbers(l, o[:]); err != nil {
			return err
		}
		l.overs = append(l.overs, termOver{doc: o[0], counts: counts{o[1], o[2]}})
	}
	return nil
}

// numbers reads numbers of 4 bytes each.
func (p *postingReader) numbers(l *lists, to []uint32) error {
	l.raw = slices.Grow(l.raw[:0], 4*len(to))[:4*len(to)]
	if _, err := io.ReadFull(p.r, l.raw); err != nil {
		return err
	}
	for i := range to {
		to[i] = binary.LittleEndian.Uint32(l.raw[4*i:])
	}
	return nil
}

func (p *postingReader) head() []byte { return p.term }

// postingRuns are runs by the terms that come next in them.
type postingRuns struct{ readers[*postingReader] }

// openPostingRuns opens runs, each to be read through a buffer of this size.
func openPostingRuns(paths []string, buffer int) (runs postingRuns, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return runs, errors.Join(err, runs.close())
		}
		p := &postingReader{f: f, r: bufio.NewReaderSize(f, buffer)}
		runs.readers = append(runs.readers, p)
		if ok, err := p.next(); !ok {
			return runs, errors.Join(io.ErrUnexpectedEOF, err, runs.close())
		}
	}
	heap.Init(&runs.readers)
	return runs, nil
}

func (h postingRuns) close() error {
	var errs []error
	for _, p := range h.readers {
		errs = append(errs, p.f.Close())
	}
	return errors.Join(errs...)
}

// take appends the list of the first term, from all runs that have it, and takes it off them.
func (h *postingRuns) take(l *lists) error {
	from, begin := len(l.terms), len(l.docs)
	l.terms = append(l.terms, h.readers[0].term...)
	for h.Len() > 0 && bytes.Equal(h.readers[0].term, l.terms[from:]) {
		if err := h.readers[0].read(l); err != nil {
			return err
		}
		if err := h.advance(); err != nil {
			return err
		}
	}
	l.heads = append(l.heads, listHead{len(l.terms), len(l.docs), len(l.overs), slices.IsSorted(l.docs[begin:])})
	return nil
}

// advance goes to the next list of the first run.
func (h *postingRuns) advance() error {
	ok, err := h.readers[0].next()
	if err != nil || ok {
		heap.Fix(&h.readers, 0)
		return err
	}
	return heap.Pop(&h.readers).(*postingReader).f.Close()
}
