package loader

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// line is a line of a file, with the number of bytes of the file that were read.
type line struct {
	records.Record
	read int64
}

// eachLine yields a file's lines that are not blank. After an error it stops.
func eachLine(ctx context.Context, path string, longest int) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		in, err := openVerified(ctx, path)
		if err != nil {
			yield(line{}, err)
			return
		}
		defer in.Close()
		c := &records.Cutter{R: in.Reader, Max: longest}
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
