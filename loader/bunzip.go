package loader

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"io"
	"runtime"
	"strings"

	"github.com/cosnicolaou/pbzip2"
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
		if err != io.ErrUnexpectedEOF && err != io.EOF {
			tail = io.MultiReader(tail, failing{err})
		}
		return bzip2.NewReader(tail), func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	whole := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(head), r), 1<<16)
	p := pbzip2.NewReader(ctx, whole, pbzip2.DecompressionOptions(pbzip2.BZConcurrency(runtime.GOMAXPROCS(0))))
	b := &bunzipper{r: p}
	return b, func() {
		cancel()
		if !b.done { // lets its goroutines go
			_, _ = p.Read(make([]byte, 1))
		}
	}
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// bunzipper words pbzip2's errors: a file that was cut off has no trailer.
type bunzipper struct {
	r    io.Reader
	done bool
}

// Read implements io.Reader.
func (b *bunzipper) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil {
		b.done = true
		if m := err.Error(); strings.Contains(m, "find trailer") || strings.Contains(m, "find next block") {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}
