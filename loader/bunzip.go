package loader

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"io"
	"runtime"
)

// parallelBzip2 is the least that bzip2 is decompressed in parallel for. Corpora of many small files (HotpotQA's
// 15,517) are read in parallel file by file.
const parallelBzip2 = 1 << 20

// bunzip decompresses bzip2, a stream or many one behind the other, on all processors when there is much of it.
// stop ends it, read to its end or not.
func bunzip(ctx context.Context, r io.Reader) (z io.Reader, stop func()) {
	head := make([]byte, parallelBzip2)
	n, err := io.ReadFull(r, head)
	if err != nil {
		tail := io.Reader(bytes.NewReader(head[:n]))
		if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
			tail = io.MultiReader(tail, failing{err})
		}
		return bzip2.NewReader(tail), func() {}
	}
	b := newBunzipper(ctx, io.MultiReader(bytes.NewReader(head), r))
	return b, b.cancel
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// pieceBytes is how much of a block is handed on at a time. A block may hold 46 MB when it was made to, of which its
// decoder then never has more than piecesAhead pieces.
const (
	pieceBytes  = 256 << 10
	piecesAhead = 4
)

// bunzipper decodes the blocks of bzip2 in goroutines, which end with cancel or with the stream, each as a stream of its own with compress/bzip2, which takes
// any input without a panic, and yields them in order.
type bunzipper struct {
	ctx    context.Context
	cancel context.CancelFunc
	blocks chan *bzBlock // in order
	cur    *bzBlock
	piece  []byte
	err    error
}

// bzBlock is a block: a stream to be decoded, or the error that stands in its place.
type bzBlock struct {
	stream []byte
	pieces chan []byte // closed behind the last
	err    error       // valid once pieces is closed
}

func newBunzipper(ctx context.Context, r io.Reader) *bunzipper {
	ctx, cancel := context.WithCancel(ctx)
	workers := runtime.GOMAXPROCS(0)
	b := &bunzipper{ctx: ctx, cancel: cancel, blocks: make(chan *bzBlock, workers)}
	work := make(chan *bzBlock)
	for range workers {
		go func() {
			for block := range work {
				block.decode(ctx)
			}
		}()
	}
	go func() {
		defer close(b.blocks)
		defer close(work)
		b.cut(&bzCutter{r: bufio.NewReaderSize(r, 1<<16)}, work)
	}()
	return b
}

// cut sends every block to the reader and to a worker; the last one holds the error that ended it, io.EOF mostly.
func (b *bunzipper) cut(c *bzCutter, work chan<- *bzBlock) {
	for {
		stream, err := c.next()
		block := &bzBlock{stream: stream, pieces: make(chan []byte, piecesAhead), err: err}
		if err != nil {
			close(block.pieces)
		}
		select {
		case b.blocks <- block:
		case <-b.ctx.Done():
			return
		}
		if err != nil {
			return
		}
		select {
		case work <- block:
		case <-b.ctx.Done():
			return
		}
	}
}

func (b *bzBlock) decode(ctx context.Context) {
	defer close(b.pieces)
	r := blockReader{bzip2.NewReader(bytes.NewReader(b.stream))}
	b.stream = nil
	for {
		piece := make([]byte, pieceBytes)
		n, err := io.ReadFull(r, piece)
		if n > 0 {
			select {
			case b.pieces <- piece[:n]:
			case <-ctx.Done():
				b.err = ctx.Err()
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				b.err = err
			}
			return
		}
	}
}

// blockReader reads a whole block: where its decoder meets the end too early, the block is damaged. The decoder's word
// for it, io.ErrUnexpectedEOF, is also io.ReadFull's for a last piece that is short, and must not be taken for that.
type blockReader struct{ r io.Reader }

// Read implements io.Reader.
func (b blockReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = bzip2.StructuralError("block ends early")
	}
	return n, err
}

// Read implements io.Reader.
func (b *bunzipper) Read(p []byte) (int, error) {
	for len(b.piece) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		if err := b.advance(); err != nil {
			b.err = err
		}
	}
	n := copy(p, b.piece)
	b.piece = b.piece[n:]
	return n, nil
}

// advance takes the next piece, if only the nothing behind a block's last.
func (b *bunzipper) advance() error {
	if b.cur == nil {
		select {
		case b.cur = <-b.blocks:
		case <-b.ctx.Done():
		}
		if b.cur == nil {
			return b.ctx.Err()
		}
	}
	select {
	case piece, ok := <-b.cur.pieces:
		if b.piece = piece; ok {
			return nil
		}
	case <-b.ctx.Done():
		return b.ctx.Err()
	}
	err := b.cur.err
	b.cur = nil
	return err
}
