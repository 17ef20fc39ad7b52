package loader

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

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

// within reports whether a file is in a folder or its subfolders.
func within(file, folder string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel)
}

// Name implements Source.
func (s *wikispeedia) Name() string { return s.articles }

// Fingerprint implements Source.
func (s *wikispeedia) Fingerprint(ctx context.Context) (string, error) {
	return fingerprint(ctx, string(formatWikispeedia), s.links, s.articles)
}

// Size implements Source.
func (s *wikispeedia) Size() int64 { return sizeOf(s.articles) }

// Records implements Source.
func (s *wikispeedia) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		links, err := readLinks(ctx, s.links)
		if err != nil {
			yield(Record{}, err)
			return
		}
		var n, read int64
		for a, err := range filesOfTar(ctx, s.articles, defaultMaxRecord) {
			if err == nil && path.Ext(a.name) != ".txt" {
				continue
			}
			file := s.articles + "/" + a.name
			if a.err != nil {
				err = fmt.Errorf("%s: %w", file, a.err)
			}
			if err != nil {
				yield(Record{}, fmt.Errorf("%w: the articles before the damage are kept", err))
				return
			}
			name := articleName(a.name)
			out := links.targets(name)
			r := Record{File: file, Read: a.read, Size: len(a.text), Parse: func() (Content, error) {
				return parseArticle(name, string(a.text), out)
			}}
			if read = a.read; n >= from && !yield(r, nil) {
				return
			}
			n++
		}
		for _, rej := range links.unclaimed() {
			if n >= from && !yield(refuse(s.links, rej.Line, read, rej.Err), nil) {
				return
			}
			n++
		}
	}
}

// articleName returns the title for the name of an article's file, which is URL-encoded as in links.tsv.
func articleName(file string) string {
	return graph.CleanTitle(graph.LinkTitle(strings.TrimSuffix(path.Base(filepath.ToSlash(file)), ".txt")))
}

// maxArticleLink is the length of the longest line of links.tsv that is read.
const maxArticleLink = 1 << 16

// articleLinks are the links of links.tsv, by the titles of their articles.
type articleLinks struct {
	of    map[string][]articleLink
	taken map[string]bool
	odd   []Reject // the lines that are no links
}

type articleLink struct {
	line   int
	target string
}

// readLinks reads links.tsv: lines of source TAB target, both URL-encoded; # begins a comment.
func readLinks(ctx context.Context, file string) (*articleLinks, error) {
	h := &articleLinks{of: map[string][]articleLink{}, taken: map[string]bool{}}
	for raw, err := range eachLine(ctx, file, maxArticleLink) {
		if err != nil {
			return nil, err
		}
		h.add(raw.Record)
	}
	return h, nil
}

// add adds a line.
func (h *articleLinks) add(raw records.Record) {
	line := string(raw.Data)
	if strings.HasPrefix(line, "#") {
		return
	}
	from, to, ok := strings.Cut(line, "\t")
	source, target := graph.LinkTitle(from), graph.LinkTitle(to)
	if raw.Err != nil || !ok || source == "" || target == "" {
		h.odd = append(h.odd, Reject{Line: raw.Line, Err: errLink})
		return
	}
	h.of[source] = append(h.of[source], articleLink{raw.Line, target})
}

// targets returns the targets of an article's links. A second article of the same title has none.
func (h *articleLinks) targets(name string) (out []string) {
	if h.taken[name] {
		return nil
	}
	h.taken[name] = true
	for _, l := range h.of[name] {
		out = append(out, l.target)
	}
	return out
}

// unclaimed returns the lines that are no links, and the links of articles for which targets was not called.
func (h *articleLinks) unclaimed() []Reject {
	out := slices.Clone(h.odd)
	for source, links := range h.of {
		for _, l := range links {
			if !h.taken[source] {
				out = append(out, Reject{Line: l.line, Err: fmt.Errorf("%w: %s -> %s", errNoSource, source, l.target)})
			}
		}
	}
	slices.SortFunc(out, func(a, b Reject) int { return a.Line - b.Line })
	return out
}
