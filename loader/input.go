package loader

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// input is an open file or standard input, decompressed.
type input struct {
	*bufio.Reader
	ctx   context.Context
	name  string
	plain bool         // not compressed
	read  atomic.Int64 // bytes taken from the file itself
	close []func()
}

// openInput opens a file for reading, "-" for standard input, and takes off the compression that its first
// bytes tell: gzip, bzip2, xz, zstd. Reading stops with ctx, also while a stream keeps it waiting.
func openInput(ctx context.Context, name string) (*input, error) {
	if isStream(name) {
		r, stop, err := openStream(ctx, name)
		if err != nil {
			return nil, err
		}
		return newInput(ctx, name, r, stop)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return newInput(ctx, name, f, func() { _ = f.Close() })
}

// newInput is the input that r gives; stop lets go of it. An error of reading stays.
func newInput(ctx context.Context, name string, r io.Reader, stop func()) (*input, error) {
	in := &input{ctx: ctx, name: name, close: []func(){stop}}
	plain, err := in.decompress(&sticky{r: &counter{ctx: ctx, r: r, n: &in.read}})
	if err != nil {
		in.Close()
		return nil, fmt.Errorf("%s: %w", name, broken(err))
	}
	in.Reader = bufio.NewReaderSize(&sticky{r: plain}, 1<<16)
	return in, nil
}

// decompress looks at the first bytes of r and reads through the compression they tell.
func (in *input) decompress(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	head, err := b.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, err
		}
		in.close = append(in.close, func() { _ = z.Close() })
		return z, nil
	case bytes.HasPrefix(head, []byte("BZh")):
		z, stop := bunzip(in.ctx, b)
		in.close = append(in.close, stop)
		return z, nil
	case bytes.HasPrefix(head, []byte{0xfd, '7', 'z', 'X', 'Z', 0}):
		return xz.NewReader(b)
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return nil, err
		}
		in.close = append(in.close, z.Close)
		return z, nil
	}
	in.plain = true
	return b, nil
}

// Close lets go of the file.
func (in *input) Close() {
	for i := len(in.close) - 1; i >= 0; i-- {
		in.close[i]()
	}
	in.close = nil
}

// broken says ErrTruncated where a decompressor met the end too early.
func broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w (%v)", ErrTruncated, err)
	}
	return err
}

// counter counts the bytes read and stops when ctx is done.
type counter struct {
	ctx context.Context
	r   io.Reader
	n   *atomic.Int64
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
