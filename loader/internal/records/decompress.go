package records

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// magics are the first bytes of compressed files, by the compression.
var magics = map[string][]byte{
	"gzip": {0x1f, 0x8b}, "bzip2": []byte("BZh"), "xz": {0xfd, '7', 'z', 'X', 'Z', 0}, "zstd": {0x28, 0xb5, 0x2f, 0xfd},
}

// Compression returns the compression of a stream, by its first bytes: gzip, bzip2, xz, zstd or, for none, "".
func Compression(b *bufio.Reader) (string, error) {
	head, err := b.Peek(6)
	if err != nil && !AtEnd(err) {
		return "", err
	}
	for name, magic := range magics {
		if bytes.HasPrefix(head, magic) {
			return name, nil
		}
	}
	return "", nil
}

// Decompress returns a reader of the decompressed content of a stream, or of r itself if it has no Compression, without
// a byte order mark; bunzip decompresses bzip2. The reader returns the same error again after an error.
func Decompress(r io.Reader, bunzip func(io.Reader) io.Reader) (b *bufio.Reader, compression string, err error) {
	b = bufio.NewReaderSize(&sticky{r: r}, 1<<16)
	if compression, err = Compression(b); err != nil {
		return nil, "", err
	}
	z := io.Reader(b)
	switch compression {
	case "gzip":
		z, err = gzip.NewReader(b)
	case "bzip2":
		z = bunzip(b)
	case "xz":
		z, err = xz.NewReader(b)
	case "zstd":
		// one goroutine, so that no Close is needed
		z, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
	}
	if err != nil {
		return nil, "", err
	}
	b = bufio.NewReaderSize(&sticky{r: z}, 1<<16)
	if head, _ := b.Peek(3); string(head) == "\ufeff" { // the next read returns an error again
		_, _ = b.Discard(3)
	}
	return b, compression, nil
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
