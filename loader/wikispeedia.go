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
// schools as plain text, a file each, and links.tsv. A record is an article; after the articles, the links from
// articles without a text are rejects.
type wikispeedia struct {
	articles string   // a folder of .txt files, or a tar archive of them
	texts    []string // the files of the folder; nil for an archive
	links    string
}

// snapGraph is the folder in SNAP's archive with links.tsv. It also has a .txt file that is a matrix and no article.
const snapGraph = "wikispeedia_paths-and-graph"

// newWikispeedia finds the parts of the corpus. Path is a folder with the articles and links.tsv, each in it or in a
// folder within, or an archive of articles beside links.tsv.
func newWikispeedia(path string) (*wikispeedia, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, err
	}
	s, folder := &wikispeedia{articles: abs}, filepath.Dir(abs)
	if info.IsDir() {
		folder = abs
		s.articles, s.texts = findArticles(abs)
	}
	for _, links := range append(list(folder, "links.tsv*"), list(filepath.Join(folder, snapGraph), "links.tsv*")...) {
		s.links = cmp.Or(s.links, links)
	}
	switch {
	case s.articles == "":
		return nil, fmt.Errorf("%s: %w: no folder or archive of articles there", path, ErrFormat)
	case s.links == "":
		return nil, fmt.Errorf("%s: %w: links.tsv must lie beside the articles", path, ErrFormat)
	}
	return s, nil
}

// findArticles finds the .txt files in the folder, else those in the subfolder that has most of them, else an archive.
func findArticles(folder string) (articles string, texts []string) {
	if texts = list(folder, "*.txt"); len(texts) == 0 {
		for _, f := range list(folder, "*") {
			if found := list(f, "*.txt"); filepath.Base(f) != snapGraph && len(found) > len(texts) {
				texts = found
			}
		}
	}
	if len(texts) > 0 {
		naturally(texts)
		return filepath.Dir(texts[0]), texts
	}
	for _, archive := range list(folder, "*.tar*") {
		return archive, nil
	}
	return "", nil
}

// list returns the files in a folder whose names match a pattern.
func list(folder, pattern string) (files []string) {
	entries, _ := os.ReadDir(folder) // none if it is no folder
	for _, e := range entries {
		if ok, _ := path.Match(pattern, e.Name()); ok {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files
}

// isWikispeedia reports whether path is such a corpus.
func isWikispeedia(path string) bool {
	if isStream(path) {
		return false
	}
	s, err := newWikispeedia(path)
	return err == nil && (slices.ContainsFunc(s.texts, func(f string) bool { return !isNote(f) }) ||
		s.texts == nil && holdsTar(s.articles))
}

// within reports whether a file is in a folder or its subfolders.
func within(file, folder string) bool {
	rel, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(rel)
}

// snapFiles are the other files in SNAP's archives, and links.tsv.
var snapFiles = []string{"articles.tsv", "categories.tsv", "links.tsv", "paths_finished.tsv", "paths_unfinished.tsv",
	"shortest-path-distance-matrix.txt", snapGraph + ".tar"}

// has reports whether a file belongs to the corpus.
func (s *wikispeedia) has(file string) bool {
	folder := filepath.Dir(file)
	return file == s.links || file == s.articles || folder == s.articles && filepath.Ext(file) == ".txt" ||
		filepath.Base(folder) == snapGraph || slices.Contains(snapFiles, uncompressed(filepath.Base(file)))
}

// Name implements Source.
func (s *wikispeedia) Name() string { return s.articles }

// Fingerprint implements Source.
func (s *wikispeedia) Fingerprint(ctx context.Context) (string, error) {
	return fingerprint(ctx, string(formatWikispeedia), append([]string{s.links}, s.files()...)...)
}

func (s *wikispeedia) files() []string {
	if s.texts != nil {
		return s.texts
	}
	return []string{s.articles}
}

// Size implements Source.
func (s *wikispeedia) Size() int64 { return sizeOf(s.files()...) }

// Records implements Source.
func (s *wikispeedia) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		links, err := readLinks(ctx, s.links)
		if err != nil {
			yield(Record{}, err)
			return
		}
		var n, read int64
		for a, err := range s.each(ctx) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			out := links.targets(a.name)
			if read = a.read; n >= from && !yield(a.record(out), nil) {
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

// article is the text of an article, with its file.
type article struct {
	name, text, file string
	read             int64
}

func (a article) record(links []string) Record {
	return Record{File: a.file, Read: a.read, Size: len(a.text), Parse: func() (Content, error) {
		return parseArticle(a.name, a.text, links)
	}}
}

// each yields the articles in the order of their files.
func (s *wikispeedia) each(ctx context.Context) iter.Seq2[article, error] {
	return func(yield func(article, error) bool) {
		for f, err := range filesOf(ctx, s.texts, s.articles, defaultMaxRecord) {
			file := f.name
			if s.texts == nil {
				if err == nil && path.Ext(f.name) != ".txt" {
					continue
				}
				file = s.articles + "/" + f.name
			}
			if err == nil && f.err != nil {
				err = fmt.Errorf("%s: %w", file, f.err)
			}
			if err != nil {
				err = fmt.Errorf("%w: the articles before the damage are kept", err)
			}
			if !yield(article{articleName(f.name), string(f.text), file, f.read}, err) || err != nil {
				return
			}
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
