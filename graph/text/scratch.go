package text

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	mmap "github.com/blevesearch/mmap-go"
)

// scratch is room in a file that is mapped into memory: what building needs of every page lies in such files, which the
// system writes out and takes back when it wants the memory, so that none is held that grows with the corpus.
type scratch struct {
	bytes  []byte
	file   *os.File // nil where the room is memory
	mapped mmap.MMap
}

// newScratch makes room of n zeros in a file of this name, in memory where the folder is "". The zeros are written, so that
// a full disk is told here and not by a fault when they are changed.
func newScratch(folder, name string, n int) (*scratch, error) {
	if folder == "" {
		return &scratch{bytes: make([]byte, n)}, nil
	}
	f, err := os.Create(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	s := &scratch{file: f}
	for zeros, left := make([]byte, 1<<16), n; left > 0 && err == nil; left -= len(zeros) {
		_, err = f.Write(zeros[:min(left, len(zeros))])
	}
	if err == nil && n > 0 {
		s.mapped, err = mmap.Map(f, mmap.RDWR, 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make room in %s: %w", name, err), s.drop())
	}
	s.bytes = s.mapped
	return s, nil
}

// keep ends the use of the room and leaves its file, on the disk.
func (s *scratch) keep() error {
	if s.file == nil {
		return nil
	}
	var err error
	if s.mapped != nil {
		err = errors.Join(s.mapped.Flush(), s.mapped.Unmap())
	}
	err = errors.Join(err, s.file.Sync(), s.file.Close())
	*s = scratch{}
	return err
}

// drop ends the use of the room and removes its file.
func (s *scratch) drop() error {
	if s == nil || s.file == nil {
		return nil
	}
	var err error
	if s.mapped != nil {
		err = s.mapped.Unmap()
	}
	err = errors.Join(err, s.file.Close(), os.Remove(s.file.Name()))
	*s = scratch{}
	return err
}
