package records

import (
	"bufio"
	"compress/bzip2"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"

	"github.com/cosnicolaou/pbzip2"
)

// maxBunzips bounds the blocks that are in memory, which are three times as many. The content of a crafted block can
// have 46 MB.
const maxBunzips = 4

// bzBlock are the bytes with which a block begins.
const bzBlock = "\x31\x41\x59\x26\x53\x59"

// Bunzip decompresses one or more consecutive bzip2 streams, several blocks at the same time. It returns no byte of a
// block with a wrong checksum, and the blocks before the first damaged one. Stop must be called at the end.
func Bunzip(ctx context.Context, r io.Reader) (z io.Reader, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	workers := pbzip2.BZConcurrency(min(runtime.GOMAXPROCS(0), maxBunzips))
	b := &bunzipper{in: &endReader{r: r}, out: pbzip2.NewDecompressor(ctx, workers)}
	go b.scan(ctx)
	return b, func() {
		cancel()
		b.out.Cancel(context.Canceled)
	}
}

// bunzipper is the reader that Bunzip returns. pbzip2.NewReader would drop the blocks before an error of the scanner,
// as of a file that is cut short.
type bunzipper struct {
	in  *endReader
	out *pbzip2.Decompressor
	err error // of the scanner; valid when out has ended
}

// scan finds the blocks and passes them to the decompressor.
func (b *bunzipper) scan(ctx context.Context) {
	in := bufio.NewReader(b.in)
	head, _ := in.Peek(len("BZh9") + len(bzBlock)) // the next read returns an error again
	blocks := pbzip2.NewScanner(in)
	for blocks.Scan(ctx) {
		if b.err = b.out.Append(blocks.Block()); b.err != nil {
			break
		}
	}
	if err := blocks.Err(); err != nil {
		b.err = bzip2.StructuralError(err.Error())
		if b.in.end && strings.HasSuffix(string(head), bzBlock[:max(0, len(head)-4)]) { // the scanner misses what should follow
			b.err = io.ErrUnexpectedEOF
		}
		if b.in.err != nil {
			b.err = b.in.err
		}
	}
	_ = b.out.Finish() // only the error of ctx
}

// Read implements io.Reader.
func (b *bunzipper) Read(p []byte) (int, error) {
	n, err := b.out.Read(p)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF): // of a block, not of the file
		err = bzip2.StructuralError("block ends early")
	case AtEnd(err) && b.err != nil:
		err = b.err
	}
	return n, err
}

// endReader remembers how a reader ended.
type endReader struct {
	r   io.Reader
	end bool  // at io.EOF
	err error // any other error
}

// Read implements io.Reader.
func (e *endReader) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if AtEnd(err) {
		e.end = true
	} else if err != nil {
		e.err = err
	}
	return n, err
}
