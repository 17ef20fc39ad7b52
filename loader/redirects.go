package loader

import (
	"context"
	"iter"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/records"
)

// redirectSource is a file of alias TAB title; lines that begin with # are comments.
type redirectSource struct{ file }

// Records implements Source.
func (s *redirectSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		n := int64(-1)
		err := eachLine(ctx, s.path, s.max, func(raw records.Record, read int64) (bool, error) {
			n++
			return n < from || yield(s.record(raw, read), nil), nil
		})
		if err != nil {
			yield(Record{}, err)
		}
	}
}

func (s *redirectSource) record(raw records.Record, read int64) Record {
	line := string(raw.Data)
	return Record{File: s.path, Line: raw.Line, Read: read, Size: len(line), Parse: func() (Content, error) {
		if raw.Err != nil {
			return Content{}, raw.Err
		}
		return parseRedirect(line)
	}}
}

// parseRedirect reads a line; a comment holds nothing.
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
