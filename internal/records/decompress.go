package records

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// headBytes is how much of a file tells its compression.
const headBytes = 6

// The first bytes of compressed files.
var (
	gzipMagic  = []byte{0x1f, 0x8b}
	bzip2Magic = []byte("BZh")
	xzMagic    = []byte{0xfd, '7', 'z', 'X', 'Z', 0}
	zstdMagic  = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Decompress reads gzip, bzip2, xz and zstd, which it tells by their first bytes, and drops a byte order mark. Plain says that r was
// not compressed; bunzip reads bzip2, and nil stands for block by block. An error of reading stays: it comes again with every read.
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
		z, err = blockByBlock(context.Background(), b), nil
	case bytes.HasPrefix(head, xzMagic):
		z, err = xz.NewReader(b)
	case bytes.HasPrefix(head, zstdMagic):
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

// ChecksumLast tells by the first bytes of a file whether it gives bytes before their checksum is read, as gzip, xz and zstd do.
func ChecksumLast(head []byte) bool {
	return bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, xzMagic) || bytes.HasPrefix(head, zstdMagic)
}

// Sound decompresses a file of which ChecksumLast is true, and tells how many bytes may be trusted: those of the members of a gzip file
// before the first that is damaged, and of xz and zstd all or none. The error says what is wrong behind them, and where.
func Sound(r io.Reader) (n int64, err error) {
	at := &position{r: r}
	b := bufio.NewReaderSize(at, 1<<16)
	head, err := b.Peek(headBytes)
	if err != nil && !AtEnd(err) {
		return 0, err
	}
	if !bytes.HasPrefix(head, gzipMagic) {
		z, _, err := Decompress(b, nil)
		if err == nil {
			n, err = io.Copy(io.Discard, z)
		}
		if err != nil {
			return 0, at.damage(0, 0, err)
		}
		return n, nil
	}
	z, member := new(gzip.Reader), int64(0)
	for {
		if err = z.Reset(b); AtEnd(err) && member > 0 {
			return n, nil
		}
		held := int64(0)
		if err == nil {
			z.Multistream(false)
			held, err = io.Copy(io.Discard, z)
		}
		if err != nil {
			return n, at.damage(member, b.Buffered(), err)
		}
		n, member = n+held, at.n-int64(b.Buffered())
	}
}

// position counts what was read.
type position struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (p *position) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.n += int64(n)
	return n, err
}

// damage says between which bytes of the file the damage lies; behind it, so many were read but not used.
func (p *position) damage(from int64, unused int, err error) error {
	return fmt.Errorf("damaged between bytes %d and %d: %w", from, p.n-int64(unused), Unexpected(err))
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
