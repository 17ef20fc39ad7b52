// Package mapped keeps bytes in files that are mapped into memory. The system can write them to disk when it needs the
// memory, so that a process needs no more memory for a large corpus than for a small one.
//
// A finished file ends with the checksums of its blocks (sums.go). The checksum of a block is verified when it is first
// read, so that opening a file takes no time. Reading a damaged block, or after the end of a truncated file, panics;
// Files.Recover converts the panic to an error.
package mapped

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/blevesearch/mmap-go"
)

// File is a mapped file.
type File struct {
	path   string
	data   []byte // the content of the file without its checksums
	sums   []byte // 4 bytes for each block
	sum    uint32 // of sums
	seen   []atomic.Uint64
	mapped mmap.MMap
	file   *os.File // nil for one that is only read
}

// Open maps a finished file for reading. It fails with graph.ErrDamaged, wrapped, when its end is not as it was
// written.
func Open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f := &File{path: path}
	st, err := file.Stat()
	if err == nil && st.Size() > 0 {
		f.mapped, err = mmap.Map(file, mmap.RDONLY, 0)
	}
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", path, err)
	}
	if err := f.openSums(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Create creates a file of n zeros, to be changed through Data. The zeros are written, so that a full disk is an error
// here and not a fault later.
func Create(path string, n int) (*File, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	f := &File{path: path, file: file}
	for zeros, left := make([]byte, 64<<10), n; left > 0 && err == nil; left -= len(zeros) {
		_, err = file.Write(zeros[:min(left, len(zeros))])
	}
	if err == nil && n > 0 {
		f.mapped, err = mmap.Map(file, mmap.RDWR, 0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("map %s: %w", path, err), f.Close())
	}
	f.data = f.mapped
	f.forgo()
	return f, nil
}

// forgo takes all blocks as read: those of a file that is being written have no checksums.
func (f *File) forgo() {
	f.seen = make([]atomic.Uint64, blocks(len(f.data))/64+1)
	for i := range f.seen {
		f.seen[i].Store(1<<64 - 1)
	}
}

// Finish writes the checksums of what Data was changed to, and all of the file to the disk. Nothing may be changed
// after it.
func (f *File) Finish() error {
	var err error
	if f.mapped != nil {
		err = f.mapped.Flush()
	}
	return errors.Join(err, Seal(f.file), f.file.Sync())
}

// Len returns the length of the content.
func (f *File) Len() int { return len(f.data) }

// Data returns the content of a file that Create has created.
func (f *File) Data() []byte { return f.data }

// Bytes returns the n bytes from at on; nil if they are not all within the file.
func (f *File) Bytes(at, n int) []byte {
	if n <= 0 || at < 0 || n > len(f.data)-at {
		return nil
	}
	for b := at >> blockBits; b <= (at+n-1)>>blockBits; b++ {
		if f.seen[b>>6].Load()>>(b&63)&1 == 0 {
			f.compare(b)
		}
	}
	return f.data[at : at+n : at+n]
}

// Uint16 reads a number at a multiple of 2.
func (f *File) Uint16(at int) uint16 { f.touch(at); return binary.LittleEndian.Uint16(f.data[at:]) }

// Uint32 reads a number at a multiple of 4.
func (f *File) Uint32(at int) uint32 { f.touch(at); return binary.LittleEndian.Uint32(f.data[at:]) }

// Uint64 reads a number at a multiple of 8.
func (f *File) Uint64(at int) uint64 { f.touch(at); return binary.LittleEndian.Uint64(f.data[at:]) }

func (f *File) touch(at int) {
	if b := uint(at) >> blockBits; f.seen[b>>6].Load()>>(b&63)&1 == 0 {
		f.compare(int(b))
	}
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
