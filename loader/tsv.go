package loader

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// tsvSource is a pair of files: pages, title TAB text, and links, source TAB target, with the anchor as an optional third column. In the
// text \t, \n, \r and \\ are escapes; lines that begin with # are comments. The text is split into sentences; a link goes to
// the first sentence with its anchor, else placeLinks places it. After the pages, links from pages that are not there are rejects.
//
// If the links are in the order of the pages, the files are read in parallel, else the links are kept in memory.
type tsvSource struct {
	pages, links string
	max          int
}

// newTSV finds the pair: two files, a file of pages in a folder with the links, or a folder with both.
func (in Input) newTSV(paths []string) (*tsvSource, error) {
	s := &tsvSource{max: in.MaxRecord}
	switch info, err := os.Stat(paths[0]); {
	case paths[0] == "-":
		return nil, fmt.Errorf("standard input: %w: pages and links must be files, which are read twice", ErrFormat)
	case err != nil:
		return nil, err
	case len(paths) == 2:
		s.pages, s.links = paths[0], paths[1]
		if strings.HasPrefix(filepath.Base(paths[0]), "links") && !strings.HasPrefix(filepath.Base(paths[1]), "links") {
			s.pages, s.links = s.links, s.pages
		}
	case info.IsDir():
		s.pages, s.links = oneOf(paths[0], "pages.tsv*"), oneOf(paths[0], "links.tsv*")
	default:
		s.pages, s.links = paths[0], oneOf(filepath.Dir(paths[0]), "links.tsv*")
	}
	if s.pages == "" || s.links == "" || len(paths) > 2 {
		return nil, fmt.Errorf("%s: %w: want two files, pages.tsv (title TAB text) and links.tsv (source TAB target)", paths[0], ErrFormat)
	}
	for _, f := range []*string{&s.pages, &s.links} {
		abs, err := filepath.Abs(*f)
		if err == nil {
			_, err = os.Stat(abs)
		}
		if err == nil && isStream(abs) {
			err = fmt.Errorf("%s: %w: pages and links must be files, which are read twice", *f, ErrFormat)
		}
		if err != nil {
			return nil, err
		}
		*f = abs
	}
	return s, nil
}

// isTSV reports whether path is such a pair: a folder with both files, or the file of pages in a folder with the links.
func isTSV(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if info.IsDir() {
		return oneOf(path, "pages.tsv*") != "" && oneOf(path, "links.tsv*") != ""
	}
	return strings.HasPrefix(filepath.Base(path), "pages.tsv") && oneOf(filepath.Dir(path), "links.tsv*") != ""
}

// Name implements Source.
func (s *tsvSource) Name() string { return s.pages }

// Fingerprint implements Source.
func (s *tsvSource) Fingerprint() (string, error) {
	return fingerprint(string(formatTSV), s.pages, s.links)
}

// Size implements Source.
func (s *tsvSource) Size() int64 { return sizeOf(s.pages) }

// Records implements Source.
func (s *tsvSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		links, err := s.openLinks(ctx)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer links.close()
		n, read := int64(0), int64(0)
		for raw, err := range eachLine(ctx, s.pages, s.max) {
			title, text, _ := strings.Cut(string(raw.Data), "\t")
			var out []tsvLink
			if err == nil {
				out, err = links.of(graph.CleanTitle(title))
			}
			if err != nil {
				yield(Record{}, err)
				return
			}
			read = raw.read
			r := cutRecord(s.pages, raw.Record, raw.read, func() (Content, error) {
				if strings.HasPrefix(title, "#") {
					return Content{}, nil
				}
				return onePage(parseTSV(title, text, out))
			})
			if n++; n > from && !yield(r, nil) {
				return
			}
		}
		for _, rej := range links.unclaimed() {
			if n++; n > from && !yield(refuse(s.links, rej.Line, read, rej.Err), nil) {
				return
			}
		}
	}
}

var tsvEscapes = strings.NewReplacer(`\\`, `\`, `\t`, " ", `\n`, "\n", `\r`, " ")

// parseTSV parses a page.
func parseTSV(title, text string, links []tsvLink) (*graph.Page, error) {
	p, err := titled(&title)
	if err != nil {
		return nil, err
	}
	text = tsvEscapes.Replace(text)
	b := builder{p}
	for i, s := range splitSentences(text) {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: graph.FoldSpace(s)})
		b.order(graph.KindSentence, i)
	}
	targets := make([]string, 0, len(links))
	for _, l := range links {
		if !l.place(p) {
			targets = append(targets, l.target)
		}
	}
	placeLinks(p, targets)
	return p, nil
}

// tsvLink is a link and its line in the file.
type tsvLink struct {
	line                   int
	source, target, anchor string
}

// place adds the link to the first sentence that has its anchor, and reports whether there is one.
func (l tsvLink) place(p *graph.Page) bool {
	if l.anchor == "" {
		return false
	}
	for i := range p.Sentences {
		if strings.Contains(p.Sentences[i].Text, l.anchor) {
			p.Sentences[i].Links = append(p.Sentences[i].Links, graph.Hyperlink{Anchor: l.anchor, Target: l.target})
			return true
		}
	}
	return false
}

// line is a line of a file, with the number of bytes of the file that were read.
type line struct {
	records.Record
	read int64
}

// eachLine yields a file's lines that are not blank; a line is valid until the next. After an error it stops.
func eachLine(ctx context.Context, path string, longest int) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		in, err := openVerified(ctx, path)
		if err != nil {
			yield(line{}, err)
			return
		}
		defer in.Close()
		c := in.lines(longest)
		for {
			raw, err := c.NextLine()
			if records.AtEnd(err) {
				return
			}
			if err != nil {
				err = fmt.Errorf("%s:%d: %w", path, c.Line(), truncated(err))
			}
			if !yield(line{inUTF8(raw), in.read.Load()}, err) || err != nil {
				return
			}
		}
	}
}

// inUTF8 refuses a record that is not UTF-8.
func inUTF8(raw records.Record) records.Record {
	if raw.Err == nil && !utf8.Valid(raw.Data) {
		raw.Data, raw.Err = nil, errUTF8
	}
	return raw
}

// redirectSource is a file of alias TAB title; lines that begin with # are comments.
type redirectSource struct{ file }

// Records implements Source.
func (s *redirectSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		n := int64(-1)
		for raw, err := range eachLine(ctx, s.path, s.max) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			text := string(raw.Data)
			r := cutRecord(s.path, raw.Record, raw.read, func() (Content, error) { return parseRedirect(text) })
			if n++; n >= from && !yield(r, nil) {
				return
			}
		}
	}
}

// parseRedirect parses a line; a comment has no content.
func parseRedirect(line string) (Content, error) {
	if strings.HasPrefix(line, "#") {
		return Content{}, nil
	}
	alias, title, ok := strings.Cut(line, "\t")
	r := graph.Redirect{From: graph.CleanTitle(alias), To: graph.LinkTitle(title)}
	if !ok || r.From == "" || r.To == "" {
		return Content{}, errRedirect
	}
	return Content{Redirects: []graph.Redirect{r}}, nil
}
