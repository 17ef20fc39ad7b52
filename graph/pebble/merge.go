package pebble

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/klauspost/compress/s2"
)

// run reads a sorted run.
type run struct {
	r    *bufio.Reader
	rec  []byte // valid until the next advance
	head uint64 // its first eight bytes, which mostly decide
	took int    // bytes of the reader that rec lies in
	room []byte // for a record that doesn't fit into the reader
}

// advance reads the next record, unless there is none.
func (r *run) advance() (bool, error) {
	if _, err := r.r.Discard(r.took); err != nil {
		return false, fmt.Errorf("sort: %w", err)
	}
	r.took = 0
	n, err := binary.ReadUvarint(r.r)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err == nil {
		err = r.take(int(n))
	}
	if err != nil {
		return false, fmt.Errorf("sort: %w", err)
	}
	r.head = headOf(r.rec)
	return true, nil
}

// take reads a record of n bytes, in place where it fits.
func (r *run) take(n int) (err error) {
	if n <= r.r.Size() {
		r.rec, err = r.r.Peek(n)
		r.took = len(r.rec)
		return err
	}
	r.room = slices.Grow(r.room[:0], n)[:n]
	r.rec = r.room
	_, err = io.ReadFull(r.r, r.rec)
	return err
}

// headOf is the first eight bytes of a record as a number, which is in order as they are.
func headOf(rec []byte) uint64 {
	if len(rec) >= 8 {
		return binary.BigEndian.Uint64(rec)
	}
	var head [8]byte
	copy(head[:], rec)
	return binary.BigEndian.Uint64(head[:])
}

func (r *run) before(other *run) bool {
	if r.head != other.head {
		return r.head < other.head
	}
	return bytes.Compare(r.rec, other.rec) < 0
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
	for i := len(m.runs)/2 - 1; i >= 0; i-- {
		m.sink(i)
	}
	return m, nil
}

// sink puts the run at i where it belongs among those below it.
func (m *merge) sink(i int) {
	for r := m.runs[i]; ; {
		child := 2*i + 1
		if child+1 < len(m.runs) && m.runs[child+1].before(m.runs[child]) {
			child++
		}
		if child >= len(m.runs) || !m.runs[child].before(r) {
			m.runs[i] = r
			return
		}
		m.runs[i] = m.runs[child]
		i = child
	}
}

// next yields the smallest record left; nil when there is none. It is valid until the next call.
func (m *merge) next() ([]byte, error) {
	if m.started && len(m.runs) > 0 {
		ok, err := m.runs[0].advance()
		if err != nil {
			return nil, err
		}
		if !ok {
			last := len(m.runs) - 1
			m.runs[0], m.runs = m.runs[last], m.runs[:last]
		}
		if len(m.runs) > 0 {
			m.sink(0)
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
