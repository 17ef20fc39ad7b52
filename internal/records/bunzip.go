package records

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"io"
	"iter"
	"runtime"

	"github.com/bridgehop/bridgehop/internal/ordered"
)

// blockAhead is how much of a block is held decompressed. A block may hold 46 MB when it was made to.
const blockAhead = 1 << 20

// parallelBytes is the least that is decompressed in parallel. Corpora of many small files are read in parallel file by file.
const parallelBytes = 1 << 20

// Bunzip decompresses bzip2, a stream or many one behind the other, block by block on all processors. It gives nothing of a block
// whose checksum is wrong. Stop ends it, at the end or before.
//
// compress/bzip2, which takes any input without a panic, decompresses each block as a stream of its own.
func Bunzip(ctx context.Context, r io.Reader) (z io.Reader, stop func()) {
	head := make([]byte, parallelBytes)
	n, err := io.ReadFull(r, head)
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	if err != nil {
		return blockByBlock(ctx, r), func() {}
	}
	cut := &bzCutter{r: bufio.NewReaderSize(r, 1<<16)}
	next, stop := iter.Pull(ordered.Map(ctx, cut.blocks, runtime.GOMAXPROCS(0), decompress))
	return &bunzipper{ctx: ctx, next: next}, stop
}

// blockByBlock is Bunzip on one processor.
func blockByBlock(ctx context.Context, r io.Reader) io.Reader {
	cut := &bzCutter{r: bufio.NewReaderSize(r, 1<<16)}
	return &bunzipper{ctx: ctx, next: func() (io.Reader, bool) {
		stream, err := cut.next()
		return decompress(ctx, bzBlock{stream, err}), !AtEnd(err)
	}}
}

// bzBlock is a block as a stream of its own, or the error that stands in its place.
type bzBlock struct {
	stream []byte
	err    error
}

// decompress gives what a block holds once its checksum was compared. Of a long block, only the beginning is held, and what follows is
// decompressed again.
func decompress(_ context.Context, b bzBlock) io.Reader {
	if b.err != nil {
		return failed{b.err}
	}
	block := func() io.Reader { return wholeBlock{bzip2.NewReader(bytes.NewReader(b.stream))} }
	ahead, rest := &bytes.Buffer{}, block()
	_, err := io.CopyN(ahead, rest, blockAhead)
	if errors.Is(err, io.EOF) {
		return ahead
	}
	if err == nil {
		_, err = io.Copy(io.Discard, rest)
	}
	if err != nil {
		return failed{err}
	}
	rest = block()
	_, _ = io.CopyN(io.Discard, rest, blockAhead) // which went well before
	return io.MultiReader(ahead, rest)
}

// failed is a reader that has failed.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) { return 0, f.err }

// wholeBlock reads a block: where the decoder meets its end too early, the block is damaged, and not the file cut short.
type wholeBlock struct{ r io.Reader }

// Read implements io.Reader.
func (b wholeBlock) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = bzip2.StructuralError("block ends early")
	}
	return n, err
}

// bunzipper reads the blocks one behind the other.
type bunzipper struct {
	ctx   context.Context
	next  func() (io.Reader, bool)
	block io.Reader
}

// Read implements io.Reader.
func (b *bunzipper) Read(p []byte) (int, error) {
	for {
		if err := b.ctx.Err(); err != nil {
			return 0, err
		}
		if b.block == nil {
			var ok bool
			if b.block, ok = b.next(); !ok {
				return 0, io.EOF
			}
		}
		n, err := b.block.Read(p)
		if n > 0 || err == nil {
			return n, nil
		}
		if !errors.Is(err, io.EOF) {
			return 0, err
		}
		b.block = nil
	}
}
