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

	"github.com/bridgehop/bridgehop/internal/records"
)

// input is an open file or stream, decompressed.
type input struct {
	*bufio.Reader
	name  string
	plain bool         // not compressed
	read  atomic.Int64 // bytes taken from the file itself
	close []func()
}

// openInput opens a file or stream for reading, "-" for standard input, and takes off its compression. Reading stops with ctx, also
// while a stream keeps it waiting.
func openInput(ctx context.Context, name string) (*input, error) {
	if isStream(name) {
		r := openStream(ctx, name)
		return newInput(ctx, name, r, func() { _ = r.Close() })
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return newInput(ctx, name, f, func() { _ = f.Close() })
}

// openSound is openInput for what is stored: it gives nothing of a compressed file that may be damaged, but ends there with an error. A
// file is decompressed twice for it, and a stream is written to a temporary file first.
func openSound(ctx context.Context, name string) (*input, error) {
	var f *os.File
	var err error
	if isStream(name) {
		r := openStream(ctx, name)
		b := bufio.NewReaderSize(r, 1<<16)
		if head, _ := b.Peek(6); !records.ChecksumLast(head) { // an error comes again
			return newInput(ctx, name, b, func() { _ = r.Close() })
		}
		f, err = spool(b)
		_ = r.Close()
	} else {
		f, err = os.Open(name)
	}
	if err != nil {
		return nil, err
	}
	stop := func() { _ = f.Close() }
	head := make([]byte, 6)
	n, _ := f.ReadAt(head, 0) // an error comes again
	if !records.ChecksumLast(head[:n]) {
		return newInput(ctx, name, f, stop)
	}
	sound, damage := records.Sound(&counter{ctx: ctx, r: f, n: new(atomic.Int64)})
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		stop()
		return nil, err
	}
	if damage == nil {
		return newInput(ctx, name, f, stop)
	}
	in := &input{name: name, close: []func(){stop}}
	z := io.Reader(bytes.NewReader(nil))
	if sound > 0 {
		z, _, _ = records.Decompress(&counter{ctx: ctx, r: f, n: &in.read}, nil) // as before
		z = io.LimitReader(z, sound)
	}
	in.Reader = bufio.NewReaderSize(io.MultiReader(z, failed{damage}), 1<<16)
	return in, nil
}

// failed is a reader that has failed.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) { return 0, f.err }

// spool writes a stream to a temporary file without a name.
func spool(r io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "bridgehop-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // where an open file may be removed
	if _, err = io.Copy(f, r); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// newInput is the input that r gives; stop lets go of it.
func newInput(ctx context.Context, name string, r io.Reader, stop func()) (*input, error) {
	in := &input{name: name, close: []func(){stop}}
	bunzip := func(r io.Reader) io.Reader {
		z, stop := records.Bunzip(ctx, r)
		in.close = append(in.close, stop)
		return z
	}
	var err error
	if in.Reader, in.plain, err = records.Decompress(&counter{ctx: ctx, r: r, n: &in.read}, bunzip); err != nil {
		in.Close()
		return nil, fmt.Errorf("%s: %w", name, broken(err))
	}
	return in, nil
}

// lines cuts lines of at most so many bytes, each of which is gone with the next.
func (in *input) lines(longest int) *records.Cutter {
	return &records.Cutter{R: in.Reader, Max: longest, Lend: true}
}

// Close lets go of the file.
func (in *input) Close() {
	for i := len(in.close) - 1; i >= 0; i-- {
		in.close[i]()
	}
	in.close = nil
}

// broken says errTruncated where a decompressor met the end too early.
func broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w (%v)", errTruncated, err)
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

// isStream says that a path gives what it holds once, as it comes, and may keep its reader waiting: standard input, a pipe, a
// terminal. It can't be looked at before it is read, resumed, or compared with what was read earlier.
func isStream(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// openStream reads a stream in a goroutine, so that ctx ends the wait for whoever is to write to it. What is being read then is
// left to end by itself.
func openStream(ctx context.Context, path string) io.ReadCloser {
	r, w := io.Pipe()
	context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
	f := os.Stdin
	go func() {
		var err error
		if path != "-" {
			f, err = os.Open(path)
		}
		if err == nil {
			_, err = io.Copy(w, f)
		}
		if path != "-" && f != nil {
			_ = f.Close()
		}
		_ = w.CloseWithError(err)
	}()
	return r
}
