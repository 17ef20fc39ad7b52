package records

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// Decompress reads gzip, bzip2, xz and zstd, which it tells by their first bytes, and drops a byte order mark. Plain says that r was
// not compressed; bunzip reads bzip2. An error of reading stays: it comes again with every read.
func Decompress(r io.Reader, bunzip func(io.Reader) io.Reader) (b *bufio.Reader, plain bool, err error) {
	b = bufio.NewReaderSize(&sticky{r: r}, 1<<16)
	head, err := b.Peek(6)
	if err != nil && !AtEnd(err) {
		return nil, false, err
	}
	var z io.Reader
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err = gzip.NewReader(b)
	case bytes.HasPrefix(head, []byte("BZh")):
		z, err = bunzip(b), nil
	case bytes.HasPrefix(head, []byte{0xfd, '7', 'z', 'X', 'Z', 0}):
		z, err = xz.NewReader(b)
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30)) // of one, which needs no Close
	default:
		z, plain, err = b, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	b = bufio.NewReaderSize(&sticky{r: z}, 1<<16)
	if head, _ := b.Peek(3); string(head) == "\ufeff" { // an error comes again
		_, _ = b.Discard(3)
	}
	return b, plain, nil
}

// sticky returns the first error of a reader again and again: a bufio.Reader forgets it once it was returned, and reads on.
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
