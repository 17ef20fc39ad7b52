// Package mapped keeps bytes in files that are mapped into memory: the system writes them out when it wants the memory, so that a
// process needs no more of it for a large corpus than for a small one.
package mapped

import (
	"errors"
	"fmt"
	"os"

	"github.com/blevesearch/mmap-go"
)

// File is a mapped file.
type File struct {
	Bytes  []byte // nil for an empty file
	mapped mmap.MMap
	file   *os.File // nil for one that is only read
}

// Open maps a file for reading.
func Open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f := &File{}
	st, err := file.Stat()
	if err == nil && st.Size() > 0 {
		f.mapped, err = mmap.Map(file, mmap.RDONLY, 0)
	}
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	f.Bytes = f.mapped
	return f, nil
}

// Create makes a file of n zeros, to be changed. The zeros are written: a full disk is an error here and no fault later.
func Create(path string, n int) (*File, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	f := &File{file: file}
	for zeros, left := make([]byte, 64<<10), n; left > 0 && err == nil; left -= len(zeros) {
		_, err = file.Write(zeros[:min(left, len(zeros))])
	}
	if err == nil && n > 0 {
		f.mapped, err = mmap.Map(file, mmap.RDWR, 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("map %s: %w", path, err), f.Close())
	}
	f.Bytes = f.mapped
	return f, nil
}

// Sync writes what was changed to the disk.
func (f *File) Sync() error {
	if f.mapped == nil {
		return f.file.Sync()
	}
	return errors.Join(f.mapped.Flush(), f.file.Sync())
}

// Close ends the use of the bytes. The file stays. Closing nil does nothing, nor does closing again.
func (f *File) Close() error {
	if f == nil {
		return nil
	}
	var errs []error
	if f.mapped != nil {
		errs = append(errs, f.mapped.Unmap())
	}
	if f.file != nil {
		errs = append(errs, f.file.Close())
	}
	*f = File{}
	return errors.Join(errs...)
}
