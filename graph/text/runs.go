package text

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
)

// runs sorts records that need not fit into memory: they are gathered, sorted and written out run by run,
// and merged when read. Equal records are counted.
type runs struct {
	dir   string // where runs are written, "" for the system's temporary folder
	limit int    // bytes kept in memory

	data   []byte
	spans  []span
	levels [][]*os.File // runs, and runs of maxRuns runs, and so on
}

// maxRuns bounds how many runs of a level are read side by side, and with that the memory of merging.
const maxRuns = 64

// span is where a record lies in memory, with its first eight bytes, which mostly decide.
type span struct {
	head       uint64
	begin, end int
}

func newRuns(dir string, limit int) *runs { return &runs{dir: dir, limit: limit} }

func (r *runs) add(record []byte) error {
	if len(r.data)+len(record)+24*len(r.spans) > r.limit && len(r.spans) > 0 {
		if err := r.spill(); err != nil {
			return fmt.Errorf("sort names: %w", err)
		}
	}
	start := len(r.data)
	r.data = append(r.data, record...)
	r.spans = append(r.spans, span{firstBytes(record), start, len(r.data)})
	return nil
}

// join takes the records of another over, which is empty after that.
func (r *runs) join(o *runs) error {
	if len(r.levels)+len(o.levels) > 0 { // else what is in memory is little
		for _, s := range [...]*runs{r, o} {
			if err := s.spill(); err != nil {
				return errors.Join(fmt.Errorf("sort names: %w", err), o.close())
			}
		}
	}
	for _, s := range o.spans {
		r.spans = append(r.spans, span{s.head, len(r.data) + s.begin, len(r.data) + s.end})
	}
	r.data = append(r.data, o.data...)
	for i, files := range o.levels {
		if i == len(r.levels) {
			r.levels = append(r.levels, nil)
		}
		r.levels[i] = append(r.levels[i], files...)
	}
	o.levels, o.data, o.spans = nil, nil, nil
	return nil
}

// firstBytes is the first eight bytes as a number, in whose order they are.
func firstBytes[T string | []byte](s T) uint64 {
	var head [8]byte
	copy(head[:], s)
	return binary.BigEndian.Uint64(head[:])
}

// sorted yields the records in memory in order, with their counts.
func (r *runs) sorted() iter.Seq2[[]byte, uint64] {
	at := func(s span) []byte { return r.data[s.begin:s.end] }
	slices.SortFunc(r.spans, func(a, b span) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return bytes.Compare(at(a), at(b))
	})
	return func(yield func([]byte, uint64) bool) {
		for i := 0; i < len(r.spans); {
			j := i + 1
			for j < len(r.spans) && bytes.Equal(at(r.spans[i]), at(r.spans[j])) {
				j++
			}
			if !yield(at(r.spans[i]), uint64(j-i)) {
				return
			}
			i = j
		}
	}
}

// spill writes what is in memory as a run, and merges the runs of a level that is full.
func (r *runs) spill() error {
	err := r.write(0, func(write func([]byte, uint64)) error {
		for rec, n := range r.sorted() {
			write(rec, n)
		}
		return nil
	})
	r.data, r.spans = r.data[:0], r.spans[:0]
	for level := 0; err == nil && len(r.levels[level]) >= maxRuns; level++ {
		full := r.levels[level]
		r.levels[level] = nil
		err = r.write(level+1, func(write func([]byte, uint64)) error {
			return mergeFiles(full, func(c counted) bool { write(c.record, c.n); return true })
		})
		err = errors.Join(err, removeFiles(full))
	}
	return err
}

// write writes a run of a level.
func (r *runs) write(level int, fill func(write func([]byte, uint64)) error) error {
	f, err := os.CreateTemp(r.dir, "names-*.run")
	if err != nil {
		return err
	}
	if level == len(r.levels) {
		r.levels = append(r.levels, nil)
	}
	r.levels[level] = append(r.levels[level], f)
	w := bufio.NewWriterSize(f, 1<<16)
	var head [2 * binary.MaxVarintLen64]byte
	err = fill(func(rec []byte, n uint64) {
		k := binary.PutUvarint(head[:], uint64(len(rec)))
		k += binary.PutUvarint(head[k:], n)
		w.Write(head[:k]) // errors stay with w until Flush
		w.Write(rec)
	})
	return errors.Join(err, w.Flush())
}

// close removes the files of the runs.
func (r *runs) close() error {
	err := removeFiles(slices.Concat(r.levels...))
	r.levels, r.data, r.spans = nil, nil, nil
	return err
}

func removeFiles(files []*os.File) error {
	var errs []error
	for _, f := range files {
		errs = append(errs, f.Close(), os.Remove(f.Name()))
	}
	return errors.Join(errs...)
}

// all yields every record once, in order, with how often it was added. A record is valid until the next one.
func (r *runs) all() iter.Seq2[counted, error] {
	return func(yield func(counted, error) bool) {
		err := r.merge(func(c counted) bool { return yield(c, nil) })
		if err != nil {
			yield(counted{}, fmt.Errorf("sort names: %w", err))
		}
	}
}

type counted struct {
	record []byte
	n      uint64
}

func (r *runs) merge(yield func(counted) bool) error {
	if len(r.levels) == 0 {
		for rec, n := range r.sorted() {
			if !yield(counted{rec, n}) {
				return nil
			}
		}
		return nil
	}
	if err := r.spill(); err != nil {
		return err
	}
	r.data, r.spans = nil, nil
	return mergeFiles(slices.Concat(r.levels...), yield)
}

// mergeFiles yields the records of runs in order, each once.
func mergeFiles(files []*os.File, yield func(counted) bool) error {
	var h readers[*runReader]
	for _, f := range files {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		s := &runReader{r: bufio.NewReaderSize(f, 1<<16)}
		if ok, err := s.next(); err != nil {
			return err
		} else if ok {
			h.push(s)
		}
	}
	var cur counted
	for len(h) > 0 {
		if s := h[0].r; cur.n > 0 && bytes.Equal(s.record, cur.record) {
			cur.n += s.n
		} else {
			if cur.n > 0 && !yield(cur) {
				return nil
			}
			cur = counted{append(cur.record[:0], s.record...), s.n}
		}
		if ok, err := h[0].r.next(); err != nil {
			return err
		} else if ok {
			h.again()
		} else {
			h.pop()
		}
	}
	if cur.n > 0 {
		yield(cur)
	}
	return nil
}

type runReader struct {
	r      *bufio.Reader
	record []byte
	n      uint64
}

func (s *runReader) next() (bool, error) {
	size, err := binary.ReadUvarint(s.r)
	if err == io.EOF {
		return false, nil
	}
	if err == nil {
		s.n, err = binary.ReadUvarint(s.r)
	}
	if err != nil {
		return false, err
	}
	s.record = slices.Grow(s.record[:0], int(size))[:size]
	_, err = io.ReadFull(s.r, s.record)
	return err == nil, err
}

func (s *runReader) head() []byte { return s.record }
