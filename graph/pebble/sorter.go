package pebble

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/klauspost/compress/s2"
)

// sorter sorts more records than fit into memory: by byte order, in sorted runs on the disk that are merged
// in the end. Records are not empty.
type sorter struct {
	dir   string // for the runs
	limit int    // bytes of records kept in memory, less than 4 GiB

	buf  []byte
	recs []span
	runs []*os.File
}

// span is where a record lies in the buffer; head is its first eight bytes, which mostly decide.
type span struct {
	head       uint64
	begin, end uint32
}

// maxRuns bounds how many runs are merged, and with that the memory of merging.
const maxRuns = 64

// runBlock is the size of the blocks of a run.
const runBlock = 64 << 10

func (s *sorter) add(rec []byte) error {
	if len(s.recs) > 0 && len(s.buf)+len(rec)+16*len(s.recs) > s.limit {
		if err := s.spill(); err != nil {
			return err
		}
	}
	var head [8]byte
	copy(head[:], rec)
	begin := len(s.buf)
	s.buf = append(s.buf, rec...)
	s.recs = append(s.recs, span{binary.BigEndian.Uint64(head[:]), uint32(begin), uint32(len(s.buf))})
	return nil
}

func (s *sorter) sortBuffer() {
	slices.SortFunc(s.recs, func(a, b span) int {
		if c := cmp.Compare(a.head, b.head); c != 0 {
			return c
		}
		return bytes.Compare(s.buf[a.begin:a.end], s.buf[b.begin:b.end])
	})
}

// spill writes the buffer as a run.
func (s *sorter) spill() error {
	s.sortBuffer()
	err := s.writeRun(func(write func([]byte) error) error {
		for _, r := range s.recs {
			if err := write(s.buf[r.begin:r.end]); err != nil {
				return err
			}
		}
		return nil
	})
	s.buf, s.recs = s.buf[:0], s.recs[:0]
	if err != nil || len(s.runs) < maxRuns {
		return err
	}
	return s.mergeRuns()
}

// mergeRuns makes one run of all.
func (s *sorter) mergeRuns() error {
	old := s.runs
	s.runs = nil
	err := s.writeRun(func(write func([]byte) error) error {
		m, err := openRuns(old)
		if err != nil {
			return err
		}
		return m.each(write)
	})
	return errors.Join(err, removeAll(old))
}

func (s *sorter) writeRun(fill func(write func([]byte) error) error) error {
	f, err := os.CreateTemp(s.dir, "run")
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	s.runs = append(s.runs, f)
	z := s2.NewWriter(f, s2.WriterConcurrency(1), s2.WriterBlockSize(runBlock))
	w := bufio.NewWriterSize(z, runBlock)
	err = fill(func(rec []byte) error {
		var n [binary.MaxVarintLen64]byte
		_, err := w.Write(n[:binary.PutUvarint(n[:], uint64(len(rec)))])
		if err == nil {
			_, err = w.Write(rec)
		}
		return err
	})
	if err = errors.Join(err, w.Flush(), z.Close()); err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	return nil
}

// each yields the records in order, once; a record is valid until yield returns.
func (s *sorter) each(yield func([]byte) error) error {
	next, err := s.sorted()
	if err != nil {
		return err
	}
	for {
		rec, err := next()
		if rec == nil || err != nil {
			return err
		}
		if err := yield(rec); err != nil {
			return err
		}
	}
}

// sorted returns a function that yields the records in order and nil after the last. A record is valid
// until the next call.
func (s *sorter) sorted() (func() ([]byte, error), error) {
	if len(s.runs) == 0 {
		s.sortBuffer()
		i := 0
		return func() ([]byte, error) {
			if i == len(s.recs) {
				return nil, nil
			}
			r := s.recs[i]
			i++
			return s.buf[r.begin:r.end:r.end], nil
		}, nil
	}
	if err := s.spill(); err != nil {
		return nil, err
	}
	s.buf, s.recs = nil, nil
	m, err := openRuns(s.runs)
	if err != nil {
		return nil, err
	}
	return m.next, nil
}

// close removes the runs.
func (s *sorter) close() error {
	err := removeAll(s.runs)
	s.runs, s.buf, s.recs = nil, nil, nil
	return err
}

func removeAll(runs []*os.File) error {
	var errs []error
	for _, f := range runs {
		errs = append(errs, f.Close(), os.Remove(f.Name()))
	}
	return errors.Join(errs...)
}

// run reads a sorted run.
type run struct {
	r   *bufio.Reader
	rec []byte
}

func (r *run) advance() (bool, error) {
	n, err := binary.ReadUvarint(r.r)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err == nil {
		r.rec = slices.Grow(r.rec[:0], int(n))[:n]
		_, err = io.ReadFull(r.r, r.rec)
	}
	if err != nil {
		return false, fmt.Errorf("sort: %w", err)
	}
	return true, nil
}

// merge is a heap of runs by their next record.
type merge struct {
	runs    []*run
	started bool
}

func openRuns(files []*os.File) (*merge, error) {
	m := &merge{}
	for _, f := range files {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, fmt.Errorf("sort: %w", err)
		}
		z := s2.NewReader(f, s2.ReaderMaxBlockSize(runBlock), s2.ReaderAllocBlock(runBlock))
		r := &run{r: bufio.NewReaderSize(z, 16<<10)}
		ok, err := r.advance()
		if err != nil {
			return nil, err
		}
		if ok {
			m.runs = append(m.runs, r)
		}
	}
	heap.Init(m)
	return m, nil
}

func (m *merge) Len() int           { return len(m.runs) }
func (m *merge) Less(i, j int) bool { return bytes.Compare(m.runs[i].rec, m.runs[j].rec) < 0 }
func (m *merge) Swap(i, j int)      { m.runs[i], m.runs[j] = m.runs[j], m.runs[i] }
func (m *merge) Push(x any)         { m.runs = append(m.runs, x.(*run)) }
func (m *merge) Pop() any {
	r := m.runs[len(m.runs)-1]
	m.runs = m.runs[:len(m.runs)-1]
	return r
}

// next yields the smallest record left; nil when there is none.
func (m *merge) next() ([]byte, error) {
	if m.started && len(m.runs) > 0 {
		ok, err := m.runs[0].advance()
		if err != nil {
			return nil, err
		}
		if ok {
			heap.Fix(m, 0)
		} else {
			heap.Pop(m)
		}
	}
	m.started = true
	if len(m.runs) == 0 {
		return nil, nil
	}
	return m.runs[0].rec, nil
}

func (m *merge) each(yield func([]byte) error) error {
	for {
		rec, err := m.next()
		if rec == nil || err != nil {
			return err
		}
		if err := yield(rec); err != nil {
			return err
		}
	}
}
