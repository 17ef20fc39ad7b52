package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// file is the source of one file: JSON objects, one a line, in a list, or of several lines one after the other; rows of
// a table; pages of a dump; or redirects.
type file struct {
	path    string // absolute, or "-"
	format  string // if empty or formatAuto, it is detected from the first record
	fields  Fields // if they are set, format is empty
	max     int
	nonce   string // of a stream: takes the place of its fingerprint
	refused error  // the reason why the file is one reject, such as that it can't be opened
}

// Name implements Source.
func (f *file) Name() string { return f.path }

// Fingerprint implements Source.
func (f *file) Fingerprint(ctx context.Context) (string, error) {
	if f.nonce != "" {
		return f.nonce, nil
	}
	reading := f.format
	if f.fields != (Fields{}) {
		reading = fmt.Sprintf("fields %q", f.fields)
	}
	return fingerprint(ctx, reading, f.path)
}

// Size implements Source.
func (f *file) Size() int64 { return sizeOf(f.path) }

// sizeOf returns the sum of the sizes of files; a missing file counts as empty.
func sizeOf(files ...string) (n int64) {
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			n += info.Size()
		}
	}
	return n
}

// Records implements Source.
func (f *file) Records(ctx context.Context, from int64) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		if f.refused != nil {
			if from == 0 {
				yield(refuse(f.path, 0, f.Size(), f.refused), nil)
			}
			return
		}
		in, err := openVerified(ctx, f.path)
		if err == nil {
			defer in.Close()
			err = f.read(in, from, yield)
		}
		if err != nil {
			yield(record{}, err)
		}
	}
}

// nextFunc cuts the next record out of a file; io.EOF after the last.
type nextFunc func() (records.Record, error)

// parseFunc parses a record. It must not retain data.
type parseFunc func(data []byte) (content, error)

// read yields the records of the open file.
func (f *file) read(in *input, from int64, yield func(record, error) bool) error {
	c := &records.Cutter{R: in.Reader, Max: f.max}
	next, parse, err := f.begin(c)
	if err != nil {
		return err
	}
	for n := int64(0); ; n++ {
		raw, err := next()
		if records.AtEnd(err) {
			return nil
		}
		if err != nil {
			return f.readError(c.Line(), n, err)
		}
		if n >= from && !yield(cutRecord(f.path, raw, in.read.Load(), parse), nil) {
			return nil
		}
	}
}

// cutRecord returns a record that was cut out of a file.
func cutRecord(file string, raw records.Record, read int64, parse parseFunc) record {
	if raw.Err != nil {
		return refuse(file, raw.Line, read, raw.Err)
	}
	return record{File: file, Line: raw.Line, Read: read, Size: len(raw.Data), Parse: func() (content, error) {
		if !utf8.Valid(raw.Data) {
			return content{}, errUTF8
		}
		return parse(raw.Data)
	}}
}

// begin returns the functions that cut and parse the file's records. A file that is no text is one record, which is
// refused.
func (f *file) begin(c *records.Cutter) (next nextFunc, parse parseFunc, err error) {
	if f.format == formatRedirects {
		return c.NextLine, parseRedirect, nil
	}
	if head := afterSpace(peekHead(c)); f.fields != (Fields{}) && len(head) > 0 && !isJSON(head) {
		return f.table(c)
	}
	_ = c.SkipSpace() // the next read returns an error again
	if _, err := c.R.Peek(1); err != nil && !records.AtEnd(err) {
		return nil, nil, f.readError(c.Line(), 0, err)
	}
	head := peekHead(c)
	switch err := unreadable(head); {
	case err != nil:
		return once(records.Record{Err: err}), nil, nil
	case f.format == formatWikipedia && head[0] != '<':
		const want = "want the XML of a MediaWiki, which begins with <mediawiki> or <page>"
		return nil, nil, fmt.Errorf("%s: %w: %s", f.path, ErrFormat, want)
	case f.format == formatWikipedia:
		next, parse = cutPages(c)
		return next, parse, nil
	}
	if parse, err = f.parser(c); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.path, err)
	}
	next, _ = c.JSON()
	return next, parse, nil
}

// peekHead returns the first bytes of a file without reading them. An error is returned again by the next read.
func peekHead(c *records.Cutter) []byte {
	head, _ := c.R.Peek(4096)
	return head
}

// isJSON reports whether a text begins as a record or list of JSON.
func isJSON(text []byte) bool { return text[0] == '{' || text[0] == '[' }

// once returns a function that returns one record.
func once(r records.Record) nextFunc {
	over := false
	return func() (records.Record, error) {
		if over {
			return records.Record{}, io.EOF
		}
		over = true
		return r, nil
	}
}

// parser returns the function that parses JSON records of the file's format.
func (f *file) parser(c *records.Cutter) (parseFunc, error) {
	if f.fields != (Fields{}) {
		return pageParser(f.fields.parseJSON), nil
	}
	format := f.format
	if format == "" || format == formatAuto {
		head, _ := c.R.Peek(c.R.Size())
		var err error
		if format, err = detect(head, f.path); err != nil {
			return nil, err
		}
	}
	switch parse := jsonFormats[format]; {
	case format == formatRedirects:
		return nil, fmt.Errorf("%w: a stream of redirects must be named by --redirects", ErrFormat)
	case parse == nil:
		return nil, fmt.Errorf("%w: %s must be named by --format", ErrFormat, format)
	default:
		return parse, nil
	}
}

// jsonFormats are the formats whose records are JSON objects.
var jsonFormats = map[string]parseFunc{
	formatPassages:  parsePassage,
	formatFEVEROUS:  pageParser(parseFEVEROUS),
	formatHotpotQA:  pageParser(parseHotpotQA),
	formatQuestions: parseQuestion,
	formatFEVER:     parseFEVER,
}

func pageParser(parse func([]byte) (*graph.Page, error)) parseFunc {
	return func(data []byte) (content, error) { return onePage(parse(data)) }
}

// readError adds the place of a read error, and what to do about it.
func (f *file) readError(line int, records int64, err error) error {
	err = truncated(err)
	if !errors.Is(err, errTruncated) {
		return fmt.Errorf("%s:%d: %w", f.path, line, err)
	}
	const kept = "%s:%d: %w: %d records before the damage are kept; fetch the file again and load it again"
	return fmt.Errorf(kept, f.path, line, err, records)
}

// unreadable returns an error if a file that begins with head is empty or no text. It checks the first 4096 bytes after
// white space.
func unreadable(head []byte) error {
	head = afterSpace(head)
	head = head[:min(len(head), 4096)]
	switch {
	case len(head) == 0:
		return fmt.Errorf("%w: nothing to load", errEmpty)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return fmt.Errorf("%w in UTF-8; convert the file, as with iconv -f UTF-16 -t UTF-8", errBinary)
	case bytes.IndexFunc(head, isControl) >= 0 && tooManyInvalid(head), bytes.IndexByte(head, 0) >= 0:
		return fmt.Errorf("%w: want JSON lines or a JSON list", errBinary)
	case tooManyInvalid(head):
		return fmt.Errorf("%w in UTF-8; convert the file, as with iconv -f ISO-8859-1 -t UTF-8", errBinary)
	}
	return nil
}

// isControl reports whether a character stands in no text.
func isControl(r rune) bool { return r < ' ' && !unicode.IsSpace(r) && r != '\x1b' || r == '\x7f' }

// afterSpace returns text without leading white space.
func afterSpace(text []byte) []byte { return bytes.TrimLeftFunc(text, unicode.IsSpace) }

// tooManyInvalid reports whether more than a tenth of the bytes are invalid UTF-8.
func tooManyInvalid(b []byte) bool { return (len(b)-len(bytes.ToValidUTF8(b, nil)))*10 > len(b) }

// parseRedirect parses a line of alias TAB title. A line that begins with # is a comment and has no content.
func parseRedirect(data []byte) (content, error) {
	line := string(data)
	if strings.HasPrefix(line, "#") {
		return content{}, nil
	}
	alias, title, ok := strings.Cut(line, "\t")
	r := graph.Redirect{From: graph.CleanTitle(alias), To: graph.LinkTitle(title)}
	if !ok || r.From == "" || r.To == "" {
		return content{}, errRedirect
	}
	return content{Redirects: []graph.Redirect{r}}, nil
}
