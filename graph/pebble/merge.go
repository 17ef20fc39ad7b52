package pebble

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

	"github.com/klauspost/compress/s2"
)

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
