package text

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// A run of postings is a file of lists, by term:
//
//	length of the term, postings, their bytes   each a varint
//	term
//	page, passage, code  4 bytes, 4 and 1, as in blocks, of each posting, ascending; after an overflow all and title, 4 bytes each
//
// It is read once, from its begin to its end, and removed.
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

func (w *runWriter) list(term []byte, docs []place, codes []byte, overs []termOver) error {
	size := postingBytes*len(docs) + overBytes*len(overs)
	b := slices.Grow(w.buf[:0], 3*binary.MaxVarintLen64+len(term)+size)
	for _, n := range [...]int{len(term), len(docs), size} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = append(b, term...)
	for i, doc := range docs {
		code := codes[i]
		b = append(binary.LittleEndian.AppendUint64(b, uint64(doc)), code)
		if code == overflow {
			b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, overs[0].all), overs[0].title)
			overs = overs[1:]
		}
	}
	w.buf = b
	_, err := w.w.Write(b)
	return err
}

const (
	postingBytes = 9
	overBytes    = 8
)

// postingReader reads a run of postings.
type postingReader struct {
	pages *pages // which give passages their numbers
	f     *os.File
	r     *bufio.Reader
	term  []byte // of the list that comes next
	n     int    // postings of it
	left  int    // bytes of it that aren't read
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
	p.n, p.left = int(head[0]), int(head[1])
	p.term = slices.Grow(p.term[:0], int(size))[:size]
	_, err = io.ReadFull(p.r, p.term)
	return err == nil, err
}

// read appends what is left of the list whose head was read, up to the pages from bound on.
func (p *postingReader) read(l *lists, bound uint32) error {
	for p.left > 0 {
		b, err := p.r.Peek(min(p.left, p.r.Size()))
		took, more := l.parse(p.pages, b, bound)
		if _, derr := p.r.Discard(took); derr != nil {
			return derr
		}
		if p.left -= took; !more {
			return nil
		}
		if took == 0 {
			return errors.Join(io.ErrUnexpectedEOF, err)
		}
	}
	return nil
}

// parse appends the postings of passages below bound that b begins with. It returns how many bytes they are, and whether the
// next one may be below bound, too.
func (l *lists) parse(pages *pages, b []byte, bound uint32) (took int, more bool) {
	for len(b)-took >= postingBytes {
		doc, code := pages.number(place(binary.LittleEndian.Uint64(b[took:]))), b[took+8]
		if doc >= bound {
			return took, false
		}
		size := postingBytes
		if code == overflow {
			if size += overBytes; len(b)-took < size {
				break
			}
			all, title := binary.LittleEndian.Uint32(b[took+9:]), binary.LittleEndian.Uint32(b[took+13:])
			l.overs = append(l.overs, termOver{at: place(doc), counts: counts{all, title}})
		}
		l.docs, l.codes = append(l.docs, doc), append(l.codes, code)
		took += size
	}
	return took, true
}

func (p *postingReader) head() []byte { return p.term }

// postingRuns are runs by the terms that come next in them.
type postingRuns struct {
	readers[*postingReader]
	of []*postingReader // room for first
}

// openPostingRuns opens runs, each to be read through a buffer of this size.
func openPostingRuns(pages *pages, paths []string, buffer int) (runs postingRuns, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return runs, errors.Join(err, runs.close())
		}
		p := &postingReader{pages: pages, f: f, r: bufio.NewReaderSize(f, buffer)}
		ok, err := p.next()
		if runs.push(p); !ok {
			return runs, errors.Join(io.ErrUnexpectedEOF, err, runs.close())
		}
	}
	return runs, nil
}

func (h postingRuns) close() error {
	var errs []error
	for _, p := range h.readers {
		errs = append(errs, p.r.f.Close())
	}
	return errors.Join(errs...)
}

// first are the runs that have the list of the first term, taken off the others, and how many postings it has.
func (h *postingRuns) first() (of []*postingReader, postings int) {
	of = h.of[:0]
	for len(of) == 0 || len(h.readers) > 0 && bytes.Equal(h.readers[0].r.term, of[0].term) {
		p := h.pop()
		of, postings = append(of, p), postings+p.n
	}
	h.of = of
	return of, postings
}

// put gives runs back whose list was read, those that have another.
func (h *postingRuns) put(of []*postingReader) error {
	for i, p := range of {
		ok, err := p.next()
		if err != nil || !ok {
			if err = errors.Join(err, p.f.Close()); err != nil {
				for _, p := range of[i+1:] {
					h.push(p) // to be closed
				}
				return err
			}
			continue
		}
		h.push(p)
	}
	return nil
}
