package mapped

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime/debug"
	"sync/atomic"
	"unsafe"

	"github.com/bridgehop/bridgehop/graph"
)

// A finished file is
//
//	data    n bytes
//	sums    4 bytes  CRC-32C of each block of 8 KB of the data, the last one shorter
//	length  8 bytes  n
//	sum     4 bytes  CRC-32C of sums and length
//	magic   8 bytes
const (
	blockBits  = 13
	blockBytes = 1 << blockBits
	sumBytes   = 4
	magic      = "bh sums1"
	tailBytes  = 8 + sumBytes + len(magic)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func blocks(n int) int { return (n + blockBytes - 1) >> blockBits }

// appendTail ends a file of n bytes of data after its sums.
func appendTail(sums []byte, n int) []byte {
	sums = binary.LittleEndian.AppendUint64(sums, uint64(n))
	return append(binary.LittleEndian.AppendUint32(sums, crc32.Checksum(sums, castagnoli)), magic...)
}

// openSums finds the data and its checksums in what is mapped.
func (f *File) openSums() (err error) {
	defer Files{f}.Recover(&err, debug.SetPanicOnFault(true))
	n := len(f.mapped) - tailBytes
	if n < 0 || string(f.mapped[n+tailBytes-len(magic):]) != magic {
		return f.damaged("its end is missing")
	}
	size := binary.LittleEndian.Uint64(f.mapped[n:])
	if size > uint64(n) || n-int(size) != sumBytes*blocks(int(size)) {
		return f.damaged("its end doesn't fit its size")
	}
	f.sum = crc32.Checksum(f.mapped[size:n+8], castagnoli)
	if f.sum != binary.LittleEndian.Uint32(f.mapped[n+8:]) {
		return f.damaged("its checksums are damaged")
	}
	f.data, f.sums = f.mapped[:size:size], f.mapped[size:n]
	f.seen = make([]atomic.Uint64, blocks(len(f.data))/64+1)
	return nil
}

// Sum returns a checksum of the whole content, of 32 bits.
func (f *File) Sum() uint32 { return f.sum }

// damage is the value with which reading a damaged file panics.
type damage struct {
	path, what string
}

func (d *damage) Error() string { return fmt.Sprintf("%s: %v: %s", d.path, graph.ErrDamaged, d.what) }
func (d *damage) Unwrap() error { return graph.ErrDamaged }

func (f *File) damaged(what string) error { return &damage{f.path, what} }

// compare compares a block with its checksum.
func (f *File) compare(b int) {
	lo := b << blockBits
	block := f.data[lo:min(lo+blockBytes, len(f.data))]
	if crc32.Checksum(block, castagnoli) != binary.LittleEndian.Uint32(f.sums[sumBytes*b:]) {
		panic(f.damaged(fmt.Sprintf("bytes %d to %d are not those that were written", lo, lo+len(block))))
	}
	f.seen[b>>6].Or(1 << (b & 63))
}

// Check compares all of the file with its checksums, whether it was read before or not. It fails with graph.ErrDamaged,
// wrapped.
func (f *File) Check() (err error) {
	defer Files{f}.Recover(&err, debug.SetPanicOnFault(true))
	for b := range blocks(len(f.data)) {
		f.compare(b)
	}
	return nil
}

// Files are opened files.
type Files []*File

// Recover converts a panic of reading the files to the error *err. Functions that read them defer it:
//
//	defer files.Recover(&err, debug.SetPanicOnFault(true))
func (fs Files) Recover(err *error, before bool) {
	*err = fs.Caught(recover(), *err)
	debug.SetPanicOnFault(before)
}

// Caught returns the error of reading the files: err, or if p isn't nil, the error of the panic p. It panics again for
// other panics. A truncated file reads as zeros up to the end of its last page of memory; this is an error too.
func (fs Files) Caught(p any, err error) error {
	if p == nil && err == nil {
		p = fs.cutShort()
	}
	switch p := p.(type) {
	case nil:
		return err
	case *damage:
		return p
	case interface{ Addr() uintptr }:
		if f := fs.at(p.Addr()); f != nil {
			return f.damaged("it was cut short while it was read")
		}
	}
	panic(p)
}

// at returns the file that contains the address, or nil.
func (fs Files) at(address uintptr) *File {
	for _, f := range fs {
		if first := uintptr(unsafe.Pointer(unsafe.SliceData(f.mapped))); address >= first &&
			address-first < uintptr(len(f.mapped)) {
			return f
		}
	}
	return nil
}

// cutShort checks the last bytes of the files, which the system sets to zero if a file was truncated.
func (fs Files) cutShort() (p any) {
	defer func() {
		if fault := recover(); fault != nil {
			p = fault
		}
	}()
	for _, f := range fs {
		if end := len(f.mapped) - len(magic); f.sums != nil && string(f.mapped[end:]) != magic {
			return f.damaged("it was cut short while it was read")
		}
	}
	return nil
}

// Seal ends a file that was written without checksums, from its beginning on, with them.
func Seal(f *os.File) error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	var sums []byte
	block := make([]byte, blockBytes)
	for size := 0; ; {
		n, err := io.ReadFull(f, block)
		if n > 0 {
			size += n
			sums = binary.LittleEndian.AppendUint32(sums, crc32.Checksum(block[:n], castagnoli))
		}
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			_, err = f.Write(appendTail(sums, size))
			return err
		case err != nil:
			return err
		}
	}
}
