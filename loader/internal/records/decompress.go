package records

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// headBytes is the number of bytes from which the compression of a file is detected.
const headBytes = 6

// The first bytes of compressed files.
var (
	gzipMagic  = []byte{0x1f, 0x8b}
	bzip2Magic = []byte("BZh")
	xzMagic    = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	zstdMagic  = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Decompress returns a reader of the decompressed content of gzip, bzip2, xz or zstd, detected by its first bytes, or
// of r itself, without a byte order mark. Plain reports whether r is not compressed. Bunzip decompresses bzip2; nil
// means on one processor. The reader returns the same error again after an error.
func Decompress(r io.Reader, bunzip func(io.Reader) io.Reader) (b *bufio.Reader, plain bool, err error) {
	b = bufio.NewReaderSize(&sticky{r: r}, 1<<16)
	head, err := b.Peek(headBytes)
	if err != nil && !AtEnd(err) {
		return nil, false, err
	}
	var z io.Reader
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err = gzip.NewReader(b)
	case bytes.HasPrefix(head, bzip2Magic) && bunzip != nil:
		z, err = bunzip(b), nil
	case bytes.HasPrefix(head, bzip2Magic):
		z, err = bzip2.NewReader(b), nil
	case bytes.HasPrefix(head, xzMagic):
		z, err = xz.NewReader(b)
	case bytes.HasPrefix(head, zstdMagic):
		// one goroutine, so that no Close is needed
		z, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
	default:
		z, plain, err = b, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	b = bufio.NewReaderSize(&sticky{r: z}, 1<<16)
	if head, _ := b.Peek(3); string(head) == "\ufeff" { // the next read returns an error again
		_, _ = b.Discard(3)
	}
	return b, plain, nil
}

// ChecksumLast reports whether a file with these first bytes is of a format that is decompressed before its checksum is
// read: gzip, xz and zstd.
func ChecksumLast(head []byte) bool {
	return bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, xzMagic) || bytes.HasPrefix(head, zstdMagic)
}

// sticky repeats the first error of a reader. A bufio.Reader returns an error only once and then reads on.
type sticky struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *sticky) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	s.err = err
	return n, err
}
