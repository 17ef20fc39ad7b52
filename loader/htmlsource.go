package loader

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/internal/records"
)

// htmlSource is a set of rendered pages: files, or those in a tar archive. Beside N.html may stand N.json,
// whose title is the page's.
type htmlSource struct {
	name  string
	files []string // nil for an archive
	max   int
	nonce string // of a stream: stands for its fingerprint
}

// isHTMLName says that a file's name is a rendered page's, compressed or not.
func isHTMLName(name string) bool {
	_, ok := cutSuffix(uncompressed(name), ".html", ".htm")
	return ok
}

// stem is what the names of a page and of the file with its title share: a title in it may have dots (St._Lucia).
func stem(name string) string {
	name, _ = cutSuffix(uncompressed(filepath.ToSlash(name)), ".html", ".htm", ".json")
	return name
}

// uncompressed is a file's name without what tells its compression.
func uncompressed(name string) string {
	name, _ = cutSuffix(name, ".gz", ".bz2", ".xz", ".zst")
	return name
}

// cutSuffix cuts off the first suffix, in any case, that the name has.
func cutSuffix(name string, suffixes ...string) (string, bool) {
	for _, s := range suffixes {
		if n := len(name) - len(s); n >= 0 && strings.EqualFold(name[n:], s) {
			return name[:n], true
		}
	}
	return name, false
}

// splitHTML takes the rendered pages out of a list of files, and the files that only tell their titles.
func splitHTML(files []string) (pages, others []string) {
	stems := map[string]bool{}
	for _, f := range files {
		if isHTMLName(f) && !isStream(f) {
			pages = append(pages, f)
			stems[stem(f)] = true
		}
	}
	for _, f := range files {
		if (!isHTMLName(f) || isStream(f)) && !(filepath.Ext(f) == ".json" && stems[stem(f)]) {
			others = append(others, f)
		}
	}
	return pages, others
}

// Name implements Source.
func (s *htmlSource) Name() string { return s.name }

// Fingerprint implements Source. Names and titles are part of it: a load that lacked titles is another once they
// are there.
func (s *htmlSource) Fingerprint() (string, error) {
	if s.nonce != "" {
		return s.nonce, nil
	}
	if s.files == nil {
		return fingerprint(string(HTML), s.name)
	}
	h := newPrint(string(HTML))
	for _, f := range s.files {
		name, err := filepath.Rel(s.name, f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q\n", filepath.ToSlash(name))
		if err := hashEnds(h, f); err != nil && f == s.name { // of a folder, it is refused in its turn
			return "", err
		}
		_ = hashEnds(h, besidePage(f)) // mostly there
	}
	return printOf(h), nil
}

// Size implements Source.
func (s *htmlSource) Size() int64 {
	if s.files == nil {
		return sizeOf(s.name)
	}
	return sizeOf(s.files...)
}

// Records implements Source.
func (s *htmlSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	if s.files == nil {
		return s.archive(ctx, from)
	}
	return func(yield func(Record, error) bool) {
		var read int64
		for n, f := range s.files {
			if info, err := os.Stat(f); err == nil {
				read += info.Size()
			}
			if int64(n) < from {
				continue
			}
			text, err := s.read(ctx, f)
			if err != nil && ctx.Err() != nil {
				yield(Record{}, ctx.Err())
				return
			}
			if !yield(s.record(f, read, text, titleBeside(f), err), nil) {
				return
			}
		}
	}
}

// read reads a file whole, if it is not too long.
func (s *htmlSource) read(ctx context.Context, name string) ([]byte, error) {
	in, err := openInput(ctx, name)
	if err != nil {
		return nil, reason(err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, int64(s.max)+1))
	if err != nil {
		return nil, broken(err)
	}
	if len(text) > s.max {
		return nil, records.TooLong(s.max)
	}
	if isTar(text) {
		return nil, fmt.Errorf("%w: an archive can not come as a stream, it is read twice", ErrFormat)
	}
	return text, nil
}

// besidePage is the file that tells a page's title, if it is there.
func besidePage(file string) string { return filepath.FromSlash(stem(file)) + ".json" }

// titleBeside is what N.json says of N.html, empty when there is none.
func titleBeside(file string) string {
	if isStream(file) {
		return ""
	}
	data, err := os.ReadFile(besidePage(file))
	if err != nil {
		return ""
	}
	return titleIn(data)
}

func titleIn(data []byte) string {
	var r struct {
		Title string `json:"title"`
	}
	if json.Unmarshal(data, &r) != nil {
		return ""
	}
	return r.Title
}

func (s *htmlSource) record(file string, read int64, text []byte, title string, err error) Record {
	if err != nil {
		return refuse(file, 0, read, err)
	}
	return Record{File: file, Read: read, Size: len(text), Parse: func() (Content, error) {
		if bad := unreadable(text); bad != nil {
			return Content{}, bad
		}
		return onePage(parseHTML(title, text))
	}}
}

// archive yields the pages of a tar archive. Titles may stand behind their pages, so they are read first.
func (s *htmlSource) archive(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		titles := map[string]string{}
		for f, err := range filesOfTar(ctx, s.name, s.max) {
			if err != nil {
				yield(Record{}, fmt.Errorf("%w: 0 pages before the damage are kept", err))
				return
			}
			if path.Ext(f.name) == ".json" && f.err == nil {
				titles[stem(f.name)] = titleIn(f.text)
			}
		}
		n := int64(0)
		for f, err := range filesOfTar(ctx, s.name, s.max) {
			if err != nil {
				yield(Record{}, fmt.Errorf("%w: %d pages before the damage are kept", err, n))
				return
			}
			if !isHTMLName(f.name) {
				continue
			}
			if n++; n > from && !yield(s.record(s.name+"/"+f.name, f.read, f.text, titles[stem(f.name)], f.err), nil) {
				return
			}
		}
	}
}

// newHTML is the source of a file, an archive, or a set of files under a common name.
func (in Input) newHTML(name string, files []string) (Source, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	s := &htmlSource{name: abs, max: in.MaxRecord}
	for _, f := range files {
		if f, err = filepath.Abs(f); err != nil {
			return nil, err
		}
		s.files = append(s.files, f)
	}
	return s, nil
}
