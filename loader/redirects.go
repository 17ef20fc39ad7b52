package loader

import (
	"context"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

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
			if n++; n >= from && !yield(s.record(raw), nil) {
				return
			}
		}
	}
}

func (s *redirectSource) record(raw line) Record {
	text := string(raw.Data)
	return Record{File: s.path, Line: raw.Line, Read: raw.read, Size: len(text), Parse: func() (Content, error) {
		if raw.Err != nil {
			return Content{}, raw.Err
		}
		return parseRedirect(text)
	}}
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
