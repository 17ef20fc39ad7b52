package loader

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// wikispeedia is the corpus of Wikispeedia (West, Pineau and Precup 2009): articles of the 2007 Wikipedia Selection for
// schools as plain text, in a tar archive, and links.tsv. A record is an article; after the articles, the links from
// articles without a text are rejects.
type wikispeedia struct{ articles, links string }

// snapGraph is the folder in SNAP's archive with links.tsv.
const snapGraph = "wikispeedia_paths-and-graph"

// newWikispeedia finds the parts of the corpus. Path is the archive of articles, or the folder with it; links.tsv lies
// in this folder, or in SNAP's folder there.
func newWikispeedia(path string) (*wikispeedia, error) {
	abs := absolute(path)
	info, err := os.Stat(abs)
	if err != nil {
		return nil, err
	}
	s, folder := &wikispeedia{articles: abs}, filepath.Dir(abs)
	if info.IsDir() {
		s.articles, folder = oneOf(abs, "*.tar*"), abs
	}
	s.links = cmp.Or(oneOf(folder, "links.tsv*"), oneOf(filepath.Join(folder, snapGraph), "links.tsv*"))
	if s.articles == "" || s.links == "" {
		return nil, fmt.Errorf("%s: %w: want the .tar of the articles, and links.tsv beside it", path, ErrFormat)
	}
	return s, nil
}

// oneOf returns the first file in a folder whose name matches a pattern; empty if there is none.
func oneOf(folder, pattern string) string {
	entries, _ := os.ReadDir(folder) // none if it is no folder
	for _, e := range entries {
		if ok, _ := path.Match(pattern, e.Name()); ok {
			return filepath.Join(folder, e.Name())
		}
	}
	return ""
}

// isWikispeedia reports whether path is such a corpus.
func isWikispeedia(path string) bool {
	if isStream(path) {
		return false
	}
	s, err := newWikispeedia(path)
	return err == nil && holdsTar(s.articles)
}

// Name implements Source.
func (s *wikispeedia) Name() string { return s.articles }

// Fingerprint implements Source.
func (s *wikispeedia) Fingerprint(ctx context.Context) (string, error) {
	return fingerprint(ctx, formatWikispeedia, s.links, s.articles)
}

// Size implements Source.
func (s *wikispeedia) Size() int64 { return sizeOf(s.articles) }

// Records implements Source.
func (s *wikispeedia) Records(ctx context.Context, from int64) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		n := int64(0)
		err := s.read(ctx, func(r record) bool {
			n++
			return n <= from || yield(r, nil)
		})
		if err != nil {
			yield(record{}, err)
		}
	}
}

// read yields the articles, then the lines of links.tsv that belong to none.
func (s *wikispeedia) read(ctx context.Context, yield func(record) bool) error {
	links, odd, err := readLinks(ctx, s.links)
	if err != nil {
		return err
	}
	in, err := openVerified(ctx, s.articles)
	if err != nil {
		return err
	}
	defer in.Close()
	for files := tar.NewReader(in); ; {
		h, err := files.Next()
		if records.AtEnd(err) {
			break
		}
		if err == nil && (h.Typeflag != tar.TypeReg || path.Ext(h.Name) != ".txt") {
			continue
		}
		var r record
		if err == nil {
			name := articleName(h.Name)
			r, err = s.article(h, files, name, links[name])
			delete(links, name) // a second article of the same title has none
		}
		if err != nil {
			return fmt.Errorf("%s: %w: the articles before the damage are kept", s.articles, truncated(err))
		}
		if r.Read = in.read.Load(); !yield(r) {
			return nil
		}
	}
	for source, left := range links {
		for _, l := range left {
			odd = append(odd, Reject{Line: l.line, Err: fmt.Errorf("%w: %s -> %s", errNoSource, source, l.target)})
		}
	}
	slices.SortFunc(odd, func(a, b Reject) int { return a.Line - b.Line })
	for _, line := range odd {
		if !yield(refuse(s.links, line.Line, in.read.Load(), line.Err)) {
			return nil
		}
	}
	return nil
}

// article returns an article of the archive.
func (s *wikispeedia) article(h *tar.Header, r io.Reader, name string, links []articleLink) (record, error) {
	file := s.articles + "/" + h.Name
	if h.Size > defaultMaxRecord {
		return refuse(file, 0, 0, records.TooLong(defaultMaxRecord)), nil
	}
	text := make([]byte, h.Size)
	if _, err := io.ReadFull(r, text); err != nil {
		return record{}, records.Unexpected(err)
	}
	var targets []string
	for _, l := range links {
		targets = append(targets, l.target)
	}
	parse := func() (content, error) { return parseArticle(name, string(text), targets) }
	return record{File: file, Size: len(text), Parse: parse}, nil
}

// articleName returns the title for the name of an article's file, which is URL-encoded as in links.tsv.
func articleName(file string) string {
	return graph.CleanTitle(graph.LinkTitle(strings.TrimSuffix(path.Base(filepath.ToSlash(file)), ".txt")))
}

// articleLink is a line of links.tsv, without the article that the link is in.
type articleLink struct {
	line   int
	target string
}

// maxArticleLink is the length of the longest line of links.tsv that is read.
const maxArticleLink = 1 << 16

// readLinks reads links.tsv: lines of source TAB target, both URL-encoded; # begins a comment. It returns the links by
// the titles of their articles, and the lines that are no links.
func readLinks(ctx context.Context, file string) (links map[string][]articleLink, odd []Reject, err error) {
	in, err := openVerified(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	links = map[string][]articleLink{}
	for c := (&records.Cutter{R: in.Reader, Max: maxArticleLink}); ; {
		raw, err := c.NextLine()
		switch {
		case records.AtEnd(err):
			return links, odd, nil
		case err != nil:
			return nil, nil, fmt.Errorf("%s:%d: %w", file, c.Line(), truncated(err))
		case bytes.HasPrefix(raw.Data, []byte("#")):
			continue
		}
		from, to, ok := strings.Cut(string(raw.Data), "\t")
		source, target := graph.LinkTitle(from), graph.LinkTitle(to)
		if !ok || source == "" || target == "" || !utf8.Valid(raw.Data) {
			odd = append(odd, Reject{Line: raw.Line, Err: errLink})
			continue
		}
		links[source] = append(links[source], articleLink{raw.Line, target})
	}
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

// isTar reports whether content begins as a tar archive.
func isTar(head []byte) bool {
	return len(head) >= 512 && strings.HasPrefix(string(head[257:]), "ustar")
}
