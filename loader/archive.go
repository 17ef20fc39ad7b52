package loader

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// archived is a file of a tar archive.
type archived struct {
	name string
	text []byte
	err  error // the reason why there is no text
	read int64 // bytes of the archive read so far
}

// filesOfTar yields the regular files of an archive. A file longer than longest bytes has an error instead of a text. After an error of
// the archive it stops.
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
				f.text, err = io.ReadAll(files)
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

// holdsSite reports whether a tar archive has a page of a site among its first files.
func holdsSite(head io.Reader) bool {
	files := tar.NewReader(head)
	for range 16 {
		h, err := files.Next()
		if err != nil {
			return false
		}
		if h.Typeflag == tar.TypeReg && isSiteName(h.Name) {
			return true
		}
	}
	return false
}
