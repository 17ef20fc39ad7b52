package pebble

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/klauspost/compress/s2"
)

// sorter sorts more records than fit into memory: by byte order, in sorted runs on the disk that are merged
// in the end. Records are not empty. While one buffer is filled, the other is sorted and written.
type sorter struct {
	dir   string // for the runs
	limit int    // bytes of records kept in memory, less than 4 GiB

	filled, spare buffer
	busy          chan error   // tells when spare is written; nil when it is
	levels        [][]*os.File // runs, and runs of maxRuns runs, and so on
	n             int          // records added
}

// buffer holds records in memory.
type buffer struct {
	buf  []byte
	recs []span
	room []span // to sort them in
}

// span is where a record lies in the buffer; head is its first eight bytes, which mostly decide.
type span struct {
	head       uint64
	begin, end uint32
}

// maxRuns bounds how many runs are merged, and with that the memory of merging.
const maxRuns = 64

// runBlock is the size of the blocks of a run.
const runBlock = 32 << 10

func (s *sorter) add(rec []byte) error {
	s.n++
	b := &s.filled
	if len(b.recs) > 0 && len(b.buf)+len(rec)+32*len(b.recs) > s.limit/2 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	begin := len(b.buf)
	b.buf = append(b.buf, rec...)
	b.recs = append(b.recs, span{headOf(rec), uint32(begin), uint32(len(b.buf))})
	return nil
}

// addAll adds every record of a list.
func (s *sorter) addAll(f *flat) error {
	for i := range f.ends {
		if err := s.add(f.at(i)); err != nil {
			return err
		}
	}
	return nil
}

// sort sorts by the heads, a byte of all after the other, and then the records of one head: by their bytes.
func (b *buffer) sort() {
	b.sortHeads()
	for rest := b.recs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].head == rest[0].head {
			n++
		}
		if n > 1 {
			slices.SortFunc(rest[:n], func(x, y span) int {
				return bytes.Compare(b.buf[x.begin:x.end], b.buf[y.begin:y.end])
			})
		}
		rest = rest[n:]
	}
}

// sortHeads deals the records out by each byte of their heads, the last first (Knuth, The Art of Computer Programming 3,
// section 5.2.5). A byte that is the same in all is passed over.
func (b *buffer) sortHeads() {
	var counts [8][256]uint32
	for _, r := range b.recs {
		for k := range counts {
			counts[k][byte(r.head>>(8*k))]++
		}
	}
	from, to := b.recs, slices.Grow(b.room[:0], len(b.recs))[:len(b.recs)]
	for k := range counts {
		count := &counts[k]
		if len(from) == 0 || count[byte(from[0].head>>(8*k))] == uint32(len(from)) {
			continue
		}
		at := uint32(0)
		for i, n := range count {
			count[i], at = at, at+n
		}
		for _, r := range from {
			i := &count[byte(r.head>>(8*k))]
			to[*i] = r
			*i++
		}
		from, to = to, from
	}
	b.recs, b.room = from, to
}

// spill begins to write the buffer as a run, and leaves an empty one to be filled.
func (s *sorter) spill() error {
	if err := s.wait(); err != nil {
		return err
	}
	s.filled, s.spare = s.spare, s.filled
	s.filled.buf = slices.Grow(s.filled.buf, len(s.spare.buf))
	s.filled.recs = slices.Grow(s.filled.recs, len(s.spare.recs))
	s.busy = make(chan error, 1)
	go func() { s.busy <- s.writeSpare() }()
	return nil
}

// wait returns when the spare buffer is written.
func (s *sorter) wait() error {
	if s.busy == nil {
		return nil
	}
	err := <-s.busy
	s.busy = nil
	return err
}

func (s *sorter) writeSpare() error {
	b := &s.spare
	b.sort()
	err := s.writeRun(0, func(write func([]byte) error) error {
		for _, r := range b.recs {
			if err := write(b.buf[r.begin:r.end]); err != nil {
				return err
			}
		}
		return nil
	})
	b.buf, b.recs = b.buf[:0], b.recs[:0]
	for level := 0; err == nil && len(s.levels[level]) == maxRuns; level++ {
		err = s.mergeRuns(level)
	}
	return err
}

// mergeRuns makes one run of all of a level, so that a record is written once a level.
func (s *sorter) mergeRuns(level int) error {
	old := s.levels[level]
	s.levels[level] = nil
	err := s.writeRun(level+1, func(write func([]byte) error) error {
		m, err := openRuns(old)
		if err != nil {
			return err
		}
		return m.each(write)
	})
	return errors.Join(err, removeAll(old))
}

func (s *sorter) writeRun(level int, fill func(write func([]byte) error) error) error {
	f, err := os.CreateTemp(s.dir, "run")
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	if level == len(s.levels) {
		s.levels = append(s.levels, nil)
	}
	s.levels[level] = append(s.levels[level], f)
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
	sorted, err := s.sorted()
	if err != nil {
		return err
	}
	a := newAhead(sorted)
	defer a.stop()
	for {
		rec, err := a.next()
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
	if s.busy == nil && len(s.levels) == 0 { // busy first: while it is, the runs are not ours to look at
		b := &s.filled
		b.sort()
		i := 0
		return func() ([]byte, error) {
			if i == len(b.recs) {
				return nil, nil
			}
			r := b.recs[i]
			i++
			return b.buf[r.begin:r.end:r.end], nil
		}, nil
	}
	err := s.spill()
	if err = errors.Join(err, s.wait()); err != nil {
		return nil, err
	}
	s.filled, s.spare = buffer{}, buffer{}
	m, err := openRuns(slices.Concat(s.levels...))
	if err != nil {
		return nil, err
	}
	return m.next, nil
}

// close removes the runs.
func (s *sorter) close() error {
	err := s.wait()
	err = errors.Join(err, removeAll(slices.Concat(s.levels...)))
	s.levels, s.filled, s.spare = nil, buffer{}, buffer{}
	return err
}

func removeAll(runs []*os.File) error {
	var errs []error
	for _, f := range runs {
		errs = append(errs, f.Close(), os.Remove(f.Name()))
	}
	return errors.Join(errs...)
}
