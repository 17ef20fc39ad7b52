package loader

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// jsonSource is a file of JSON records: one a line, in a list, or objects of several lines one after the other. A file
// that is no corpus or can't be opened is one whole reject.
type jsonSource struct {
	file
	parse   parseFunc
	refused error
}

// parseFunc parses a record. It must not retain data.
type parseFunc func(data []byte) (Content, error)

// Records implements Source.
func (s *jsonSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	if s.refused != nil {
		return func(yield func(Record, error) bool) {
			if from == 0 {
				yield(refuse(s.path, 0, s.Size(), s.refused), nil)
			}
		}
	}
	return recordsOf(ctx, s.path, func(in *input, yield func(Record, error) bool) error {
		return s.readAll(in, from, yield)
	})
}

// readAll yields the records of the file.
func (s *jsonSource) readAll(in *input, from int64, yield func(Record, error) bool) error {
	c := &records.Cutter{R: in.Reader, Max: s.max}
	if err := c.SkipSpace(); err != nil && !records.AtEnd(err) {
		return s.readError(c.Line(), 0, err)
	}
	head, err := peekHead(in.Reader)
	if err != nil {
		return s.readError(c.Line(), 0, err)
	}
	if whole := unreadable(head); whole != nil {
		if from == 0 {
			yield(refuse(s.path, 0, in.read.Load(), whole), nil)
		}
		return nil
	}
	parse, err := s.parser(in.Reader)
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	next, _ := c.JSON()
	for n := int64(0); ; n++ {
		raw, err := next()
		if records.AtEnd(err) {
			return nil
		}
		if err != nil {
			return s.readError(c.Line(), n, err)
		}
		raw = inUTF8(raw)
		r := cutRecord(s.path, raw, in.read.Load(), func() (Content, error) { return parse(raw.Data) })
		if n >= from && !yield(r, nil) {
			return nil
		}
	}
}

// parser returns the function that parses records. If the format is not known, it is detected from the beginning of in.
func (s *jsonSource) parser(in *bufio.Reader) (parseFunc, error) {
	if s.parse != nil {
		return s.parse, nil
	}
	head, err := in.Peek(in.Size())
	if err != nil && len(head) == 0 {
		return nil, err
	}
	format, err := detect(head, s.path)
	if err != nil {
		return nil, err
	}
	switch {
	case format == formatRedirects:
		return nil, fmt.Errorf("%w: a stream of redirects must be named by --redirects", ErrFormat)
	case jsonFormats[format] == nil:
		return nil, fmt.Errorf("%w: %s must be named by --format", ErrFormat, format)
	}
	return jsonFormats[format], nil
}

// jsonFormats are the formats whose records are JSON objects.
var jsonFormats = map[Format]parseFunc{
	formatPassages:  parsePassage,
	formatFEVEROUS:  pageParser(ParseFEVEROUS),
	formatHotpotQA:  pageParser(parseHotpotQA),
	formatQuestions: parseQuestion,
	formatFEVER:     parseFEVER,
}

func pageParser(parse func([]byte) (*graph.Page, error)) parseFunc {
	return func(data []byte) (Content, error) { return onePage(parse(data)) }
}

// readError adds the place of a read error, and what to do about it.
func (s *jsonSource) readError(line int, records int64, err error) error {
	err = truncated(err)
	if !errors.Is(err, errTruncated) {
		return fmt.Errorf("%s:%d: %w", s.path, line, err)
	}
	const kept = "%s:%d: %w: %d records before the damage are kept; fetch the file again and load it again"
	return fmt.Errorf(kept, s.path, line, err, records)
}

// peekHead returns the first bytes of r without reading them. An error after them is returned again by the read.
func peekHead(r interface{ Peek(int) ([]byte, error) }) ([]byte, error) {
	head, err := r.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		if len(head) > 0 {
			return head, nil
		}
		return nil, err
	}
	return head, nil
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

// file is the common part of sources that read one file.
type file struct {
	path   string // absolute, or "-"
	format Format
	max    int
	nonce  string // of a stream: stands for its fingerprint
}

// Name implements Source.
func (f *file) Name() string { return f.path }

// Fingerprint implements Source.
func (f *file) Fingerprint(ctx context.Context) (string, error) {
	if f.nonce != "" {
		return f.nonce, nil
	}
	return fingerprint(ctx, string(f.format), f.path)
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

// decode parses JSON.
func decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		return fmt.Errorf("%w: %s", errJSON, mismatch(kind))
	case err != nil:
		return fmt.Errorf("%w: %s", errJSON, strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// mismatch says in which field a value has another kind than is wanted, without the names of types in Go.
func mismatch(e *json.UnmarshalTypeError) string {
	want := "a number"
	switch e.Type.Kind() {
	case reflect.String:
		want = "text"
	case reflect.Bool:
		want = "true or false"
	case reflect.Slice, reflect.Array:
		want = "a list"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		want = "an object"
	}
	got, _, _ := strings.Cut(e.Value, " ")
	got = map[string]string{"string": "text", "array": "a list", "object": "an object", "bool": "true or false",
		"number": "a number"}[got]
	where := "the record"
	if e.Field != "" {
		where = fmt.Sprintf("field %q", e.Field)
	}
	return fmt.Sprintf("%s: want %s, got %s", where, want, got)
}

// number is an integer that some releases write as a string; anything else is 0.
type number int

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.Atoi(string(bytes.Trim(b, `" `)))
	if err != nil {
		v = 0
	}
	*n = number(v)
	return nil
}
