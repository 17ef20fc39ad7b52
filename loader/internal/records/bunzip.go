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

	"github.com/bridgehop/bridgehop/graph/ordered"
)

// blockAhead is the number of decompressed bytes kept of a block. The content of a crafted block can have 46 MB.
const blockAhead = 1 << 20

// parallelBytes is the least size of a file that is decompressed in parallel. Of small files, several are read at once anyway.
const parallelBytes = 1 << 20

// Bunzip decompresses one or more consecutive bzip2 streams, block by block on all processors. It returns no byte of a block with a wrong
// checksum. Stop must be called at the end.
//
// Each block is decompressed by compress/bzip2 as a stream of its own.
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

// bzBlock is a block as a stream of its own, or an error.
type bzBlock struct {
	stream []byte
	err    error
}

// decompress returns the content of a block after verifying its checksum. Only the first blockAhead bytes are kept in memory; the rest of a
// longer block is decompressed a second time.
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

// failed is a reader that returns only an error.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) { return 0, f.err }

// wholeBlock reads a block. If the block ends too early, it is damaged; io.ErrUnexpectedEOF would mean that the file is cut short.
type wholeBlock struct{ r io.Reader }

// Read implements io.Reader.
func (b wholeBlock) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = bzip2.StructuralError("block ends early")
	}
	return n, err
}

// bunzipper concatenates the blocks.
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
