package loader

import (
	"archive/tar"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// input is an open file or stream, decompressed.
type input struct {
	*bufio.Reader
	name        string
	compression string       // empty for none
	read        atomic.Int64 // bytes read of the file, compressed if it is
	close       []func()
}

// openInput opens a file or stream, "-" for standard input, and decompresses it. When ctx ends, reading stops, even if
// it waits for a stream.
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

// openVerified is openInput for data that is stored. Of gzip, xz and zstd, whose checksums follow the content, it
// decompresses all before it returns, so that nothing of a damaged file is stored. A stream can be read only once.
func openVerified(ctx context.Context, name string) (*input, error) {
	in, err := openInput(ctx, name)
	if err != nil || in.compression == "" || in.compression == "bzip2" || isStream(name) {
		return in, err
	}
	_, err = io.Copy(io.Discard, in)
	in.Close()
	if err != nil {
		const refused = "%s: damaged, and nothing of it is loaded: %w; fetch the file again and load it again"
		return nil, fmt.Errorf(refused, name, truncated(err))
	}
	return openInput(ctx, name)
}

// newInput returns the input that decompresses r; Close calls stop.
func newInput(ctx context.Context, name string, r io.Reader, stop func()) (*input, error) {
	in := &input{name: name, close: []func(){stop}}
	bunzip := func(r io.Reader) io.Reader {
		z, stop := records.Bunzip(ctx, r)
		in.close = append(in.close, stop)
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
	for i := len(in.close) - 1; i >= 0; i-- {
		in.close[i]()
	}
	in.close = nil
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

// archived is a file of a tar archive.
type archived struct {
	name string
	text []byte
	err  error // the reason why there is no text
	read int64 // bytes of the archive read so far
}

// filesOfTar yields the regular files of an archive. A file longer than longest bytes has an error instead of a text.
// After an error of the archive it stops.
func filesOfTar(ctx context.Context, name string, longest int) iter.Seq2[archived, error] {
	return func(yield func(archived, error) bool) {
		in, err := openVerified(ctx, name)
		if err != nil {
			yield(archived{}, err)
			return
		}
		defer in.Close()
		for files := tar.NewReader(in); ; {
			h, err := files.Next()
			if records.AtEnd(err) {
				return
			}
			var f archived
			switch {
			case err != nil:
			case h.Typeflag != tar.TypeReg:
				continue
			case h.Size > int64(longest):
				f = archived{name: h.Name, err: records.TooLong(longest)}
			default:
				f.name = h.Name
				f.text = make([]byte, h.Size)
				_, err = io.ReadFull(files, f.text)
				err = records.Unexpected(err)
			}
			if err != nil {
				yield(f, fmt.Errorf("%s: %w", name, truncated(err)))
				return
			}
			if f.read = in.read.Load(); !yield(f, nil) {
				return
			}
		}
	}
}

// isTar reports whether content begins as a tar archive.
func isTar(head []byte) bool {
	return len(head) >= 512 && strings.HasPrefix(string(head[257:]), "ustar")
}

// holdsTar reports whether a file is a tar archive, compressed or not.
func holdsTar(path string) bool {
	in, err := openInput(context.Background(), path)
	if err != nil {
		return false
	}
	defer in.Close()
	head, _ := in.Peek(512)
	return isTar(head)
}
