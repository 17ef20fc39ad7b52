// Package extsort sorts more records than fit into memory.
package extsort

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"sync"
)

// Sorter sorts records, which are byte strings, in byte order. Records that don't fit into memory are written as sorted
// runs, which All merges (Knuth, The Art of Computer Programming 3, section 5.4). Add is safe for concurrent use.
type Sorter struct {
	dir   string
	limit int

	mu      sync.Mutex // guards filling and n
	filling buffer
	n       int

	writing sync.Mutex // guards what follows: one buffer is written while another is filled
	spare   buffer
	levels  [][]*os.File // runs, then runs of maxRuns runs, and so on
}

const (
	maxRuns   = 64       // of a level; it bounds the memory of merging
	runBuffer = 64 << 10 // bytes that are read or written at a time
)

// New returns a sorter that has about limit bytes, less than 4 GiB, in memory and the rest in files in dir. Close does
// not remove the files.
func New(dir string, limit int) *Sorter { return &Sorter{dir: dir, limit: limit} }

// Add adds a copy of a record.
func (s *Sorter) Add(rec []byte) error {
	s.mu.Lock()
	s.n++
	if len(s.filling.spans) == 0 || s.filling.size()+len(rec) <= s.limit/2 {
		s.filling.add(rec)
		s.mu.Unlock()
		return nil
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	full := s.filling
	s.filling = s.spare
	s.filling.add(rec)
	s.mu.Unlock()
	err := s.spill(&full)
	s.spare = full
	return err
}

// Len returns the number of records added.
func (s *Sorter) Len() int { return s.n }

// All yields the records in order, each valid until the next. It may be called again; nothing is added any more.
func (s *Sorter) All() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := s.each(func(rec []byte) bool { return yield(rec, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

func (s *Sorter) each(yield func([]byte) bool) error {
	if len(s.levels) == 0 {
		s.filling.each(yield)
		return nil
	}
	if err := s.spill(&s.filling); err != nil {
		return err
	}
	s.filling, s.spare = buffer{}, buffer{}
	return merge(slices.Concat(s.levels...), yield)
}

// Close closes the files.
func (s *Sorter) Close() error {
	var errs []error
	for _, f := range slices.Concat(s.levels...) {
		errs = append(errs, f.Close())
	}
	s.levels, s.filling, s.spare = nil, buffer{}, buffer{}
	return errors.Join(errs...)
}

// spill writes a buffer as a run and empties it. It merges the runs of a full level into one run of the next level.
func (s *Sorter) spill(b *buffer) error {
	if len(b.spans) == 0 {
		return nil
	}
	err := s.write(0, func(yield func([]byte) bool) error { b.each(yield); return nil })
	b.data, b.spans = b.data[:0], b.spans[:0]
	for level := 0; err == nil && len(s.levels[level]) == maxRuns; level++ {
		full := s.levels[level]
		s.levels[level] = nil
		err = s.write(level+1, func(yield func([]byte) bool) error { return merge(full, yield) })
		for _, f := range full {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}
	return err
}

func (s *Sorter) write(level int, each func(yield func([]byte) bool) error) error {
	f, err := os.CreateTemp(s.dir, "run")
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	if level == len(s.levels) {
		s.levels = append(s.levels, nil)
	}
	s.levels[level] = append(s.levels[level], f)
	w := bufio.NewWriterSize(f, runBuffer)
	err = each(func(rec []byte) bool {
		w.Write(binary.AppendUvarint(w.AvailableBuffer(), uint64(len(rec)))) // an error stays with w until Flush
		_, err := w.Write(rec)
		return err == nil
	})
	if err = errors.Join(err, w.Flush()); err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	return nil
}

// buffer is records in memory.
type buffer struct {
	data  []byte
	spans []span
}

// span is the place of a record. Head is its first eight bytes, which decide most comparisons.
type span struct {
	head       uint64
	begin, end uint32
}

func (b *buffer) size() int { return len(b.data) + 16*len(b.spans) }

func (b *buffer) add(rec []byte) {
	begin := len(b.data)
	b.data = append(b.data, rec...)
	b.spans = append(b.spans, span{head(rec), uint32(begin), uint32(len(b.data))})
}

// each sorts the records and yields them.
func (b *buffer) each(yield func([]byte) bool) {
	slices.SortFunc(b.spans, func(x, y span) int {
		if x.head != y.head {
			return cmp.Compare(x.head, y.head)
		}
		return bytes.Compare(b.data[x.begin:x.end], b.data[y.begin:y.end])
	})
	for _, s := range b.spans {
		if !yield(b.data[s.begin:s.end:s.end]) {
			return
		}
	}
}

// head returns the first eight bytes of a record as a number with the same order.
func head(rec []byte) uint64 {
	if len(rec) >= 8 {
		return binary.BigEndian.Uint64(rec)
	}
	var b [8]byte
	copy(b[:], rec)
	return binary.BigEndian.Uint64(b[:])
}

// run reads a sorted run.
type run struct {
	r    *bufio.Reader
	rec  []byte
	head uint64
}

// next reads the next record. It fails with io.EOF if there is none.
func (r *run) next() error {
	n, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	r.rec = slices.Grow(r.rec[:0], int(n))[:n]
	if _, err := io.ReadFull(r.r, r.rec); err != nil {
		return errors.Join(io.ErrUnexpectedEOF, err)
	}
	r.head = head(r.rec)
	return nil
}

func (r *run) before(other *run) bool {
	if r.head != other.head {
		return r.head < other.head
	}
	return bytes.Compare(r.rec, other.rec) < 0
}

// merge yields the records of sorted runs in order.
func merge(files []*os.File, yield func([]byte) bool) error {
	var runs []*run // a heap by their next record
	for _, f := range files {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("sort: %w", err)
		}
		r := &run{r: bufio.NewReaderSize(f, runBuffer)}
		if err := r.next(); err != nil {
			return fmt.Errorf("sort: %w", err)
		}
		runs = append(runs, r)
	}
	for i := len(runs)/2 - 1; i >= 0; i-- {
		sink(runs, i)
	}
	for len(runs) > 0 {
		if !yield(runs[0].rec) {
			return nil
		}
		if err := runs[0].next(); err == io.EOF {
			last := len(runs) - 1
			runs[0], runs = runs[last], runs[:last]
		} else if err != nil {
			return fmt.Errorf("sort: %w", err)
		}
		sink(runs, 0)
	}
	return nil
}

// sink puts the run at i where it belongs among those below it.
func sink(runs []*run, i int) {
	for {
		child := 2*i + 1
		if child+1 < len(runs) && runs[child+1].before(runs[child]) {
			child++
		}
		if child >= len(runs) || !runs[child].before(runs[i]) {
			return
		}
		runs[i], runs[child] = runs[child], runs[i]
		i = child
	}
}
