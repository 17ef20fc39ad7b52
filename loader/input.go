package loader

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// input is an open file or stream, decompressed.
type input struct {
	*bufio.Reader
	compression string       // empty for none
	read        atomic.Int64 // bytes read of the file, compressed if it is
	file        io.Closer
	stop        func() // ends decompression
}

// openInput opens a file or stream, "-" for standard input, and decompresses it. When ctx ends, reading stops, even if
// it waits for a stream.
func openInput(ctx context.Context, name string) (*input, error) {
	if isStream(name) {
		r := openStream(ctx, name)
		return newInput(ctx, name, r, r)
	}
	return openFile(ctx, name, name)
}

// openFile opens the file at a path; name is what errors call it.
func openFile(ctx context.Context, name, path string) (*input, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return newInput(ctx, name, f, f)
}

// openVerified is openInput for data that is stored. Of gzip, xz and zstd, whose checksums follow the content, it
// decompresses all before it returns, so that nothing of damaged data is stored. Until then, a stream so compressed is
// kept in a temporary file.
func openVerified(ctx context.Context, name string) (*input, error) {
	path := name
	if isStream(name) {
		r := openStream(ctx, name)
		head := bufio.NewReader(r)
		if c, _ := records.Compression(head); !checkedAtEnd(c) { // the next read returns an error again
			return newInput(ctx, name, head, r)
		}
		defer func() { _ = r.Close() }()
		var err error
		if path, err = spool(head); err != nil {
			const kept = "%s: kept in a temporary file until it is verified (TMPDIR names the folder): %w"
			return nil, fmt.Errorf(kept, name, err)
		}
		defer func() { _ = os.Remove(path) }() // it is read to its end all the same
	}
	in, err := openFile(ctx, name, path)
	if err != nil || !checkedAtEnd(in.compression) {
		return in, err
	}
	_, err = io.Copy(io.Discard, in)
	in.Close()
	if err != nil {
		const refused = "%s: damaged, and nothing of it is loaded: %w; fetch the file again and load it again"
		return nil, fmt.Errorf(refused, name, truncated(err))
	}
	return openFile(ctx, name, path)
}

// checkedAtEnd reports whether a compression has a checksum of the content behind it; bzip2 has one for each block.
func checkedAtEnd(compression string) bool { return compression != "" && compression != "bzip2" }

// spool writes a stream to a temporary file, and returns its path.
func spool(r io.Reader) (path string, err error) {
	f, err := os.CreateTemp("", "bridgehop-*")
	if err != nil {
		return "", err
	}
	if _, err = io.Copy(f, r); err == nil {
		return f.Name(), f.Close()
	}
	return "", errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// newInput returns the input that decompresses r, which belongs to file; Close closes it.
func newInput(ctx context.Context, name string, r io.Reader, file io.Closer) (*input, error) {
	in := &input{file: file, stop: func() {}}
	bunzip := func(r io.Reader) (z io.Reader) {
		z, in.stop = records.Bunzip(ctx, r)
		return z
	}
	var err error
	if in.Reader, in.compression, err = records.Decompress(&counter{ctx: ctx, r: r, n: &in.read}, bunzip); err != nil {
		in.Close()
		return nil, fmt.Errorf("%s: %w", name, truncated(err))
	}
	return in, nil
}

// Close closes the file.
func (in *input) Close() {
	in.stop()
	_ = in.file.Close()
}

// truncated wraps errTruncated around the error of a decompressor or parser that reached the end too early.
func truncated(err error) error {
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

// isStream reports whether a path is standard input, a pipe or a terminal: it can be read only once, and reading may
// block. So its format can't be detected in advance, and it can't be resumed or compared with an earlier input.
func isStream(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// openStream reads a stream in a goroutine, so that the reader stops waiting when ctx ends. The goroutine ends with its
// read.
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

// readFile returns the content of a file of at most longest bytes.
func readFile(ctx context.Context, name string, longest int) ([]byte, error) {
	in, err := openInput(ctx, name)
	if err != nil {
		return nil, reason(err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, int64(longest)+1))
	if err != nil {
		return nil, truncated(err)
	}
	if len(text) > longest {
		return nil, records.TooLong(longest)
	}
	return text, nil
}
