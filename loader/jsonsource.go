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
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/records"
)

// jsonSource is a file of JSON records: one a line, in one list, or one behind the other on many lines.
type jsonSource struct {
	file
	parse parseFunc
}

// parseFunc reads one record. It keeps nothing of the data.
type parseFunc func(data []byte) (Content, error)

// Records implements Source.
func (s *jsonSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		in, err := openSound(ctx, s.path)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer in.Close()
		if err := s.readAll(in, from, yield); err != nil {
			yield(Record{}, err)
		}
	}
}

// readAll cuts the file into records. It returns nil when the consumer had enough.
func (s *jsonSource) readAll(in *input, from int64, yield func(Record, error) bool) error {
	c := &records.Cutter{R: in.Reader, Max: s.max}
	if _, err := c.NonSpace(); err == nil {
		_ = c.R.UnreadByte() // which was read just now
	} else if !records.AtEnd(err) {
		return s.broke(c.Line(), 0, err)
	}
	head, err := lookAt(in.Reader)
	if err != nil {
		return s.broke(c.Line(), 0, err)
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
	next := c.NextLine
	switch head[0] {
	case '[':
		next = listElements(c)
	case '{':
		if all, _ := in.Peek(in.Size()); isSpread(all) { // an error comes again when it is read
			next = func() (records.Record, error) { return nextObject(c) }
		}
	}
	for n := int64(0); ; n++ {
		raw, err := next()
		if records.AtEnd(err) {
			return nil
		}
		if err != nil {
			return s.broke(c.Line(), n, err)
		}
		if n >= from && !yield(s.record(raw, in.read.Load(), parse), nil) {
			return nil
		}
	}
}

// listElements gives the elements of JSON lists that stand one behind the other, and io.EOF after the last. A list that ends without
// a bracket is io.ErrUnexpectedEOF. What follows a list and is none is refused, and ends it all.
func listElements(c *records.Cutter) func() (records.Record, error) {
	_, _ = c.R.Discard(1) // the bracket
	over := false
	return func() (records.Record, error) {
		for !over {
			b, err := c.NonSpace()
			for err == nil && b == ',' {
				b, err = c.NonSpace()
			}
			if err != nil {
				return records.Record{}, records.Unexpected(err)
			}
			if b != ']' {
				rec, err := c.Value(b, records.AtComma)
				return rec, records.Unexpected(err)
			}
			if b, err = c.NonSpace(); err != nil {
				return records.Record{}, err
			}
			if over = b != '['; over {
				return records.Record{Line: c.Line(), Err: fmt.Errorf("%w: the list has ended; the text after it is not loaded", errJSON)}, nil
			}
		}
		return records.Record{}, io.EOF
	}
}

// isSpread says that the first JSON object of a text takes several lines, as programs write it that indent.
func isSpread(head []byte) bool {
	var object json.RawMessage
	err := json.NewDecoder(bytes.NewReader(head)).Decode(&object)
	if errors.Is(err, io.ErrUnexpectedEOF) { // it is longer than what is there
		object, err = bytes.TrimSpace(head), nil
	}
	return err == nil && bytes.IndexByte(object, '\n') >= 0
}

// nextObject is the next of JSON objects that stand one behind the other, on as many lines as they take, and io.EOF after the last.
// One that has no end is io.ErrUnexpectedEOF. What is no object is a record up to the end of its line.
func nextObject(c *records.Cutter) (records.Record, error) {
	b, err := c.NonSpace()
	if err != nil {
		return records.Record{}, err
	}
	if b != '{' {
		_ = c.R.UnreadByte() // which was read just now
		return c.ReadLine()
	}
	rec, err := c.Value(b, records.AtLine)
	return rec, records.Unexpected(err)
}

// parser is how records are parsed; without a format it is found out from what in begins with.
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
	case format == Redirects:
		return nil, fmt.Errorf("%w: a stream of redirects must be named by --redirects", ErrFormat)
	case jsonFormats[format] == nil:
		return nil, fmt.Errorf("%w: %s must be named by --format", ErrFormat, format)
	}
	return jsonFormats[format], nil
}

// jsonFormats are the formats whose records are JSON objects.
var jsonFormats = map[Format]parseFunc{
	Passages:  pageParser(parsePassage),
	FEVEROUS:  pageParser(ParseFEVEROUS),
	HotpotQA:  pageParser(parseHotpotQA),
	Questions: parseQuestion,
	FEVER:     parseFEVER,
}

func pageParser(parse func([]byte) (*graph.Page, error)) parseFunc {
	return func(data []byte) (Content, error) { return onePage(parse(data)) }
}

// broke says where reading ended, and what to do.
func (s *jsonSource) broke(line int, records int64, err error) error {
	err = broken(err)
	if !errors.Is(err, errTruncated) {
		return fmt.Errorf("%s:%d: %w", s.path, line, err)
	}
	return fmt.Errorf("%s:%d: %w: %d records before the damage are kept; fetch the file again and load it again", s.path, line, err, records)
}

func (s *jsonSource) record(raw records.Record, read int64, parse parseFunc) Record {
	if raw.Err != nil {
		return refuse(s.path, raw.Line, read, raw.Err)
	}
	return Record{File: s.path, Line: raw.Line, Read: read, Size: len(raw.Data), Parse: func() (Content, error) { return parse(raw.Data) }}
}

// lookAt is the beginning of what r will read. An error behind it comes again when it is read.
func lookAt(r interface{ Peek(int) ([]byte, error) }) ([]byte, error) {
	head, err := r.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		if len(head) > 0 {
			return head, nil
		}
		return nil, err
	}
	return head, nil
}

// unreadable says why a file that begins like this holds no text, nil when it may. Of what follows white space it
// looks at 4096 bytes.
func unreadable(head []byte) error {
	head = afterSpace(head)
	head = head[:min(len(head), 4096)]
	switch {
	case len(head) == 0:
		return fmt.Errorf("%w: nothing to load", errEmpty)
	case bytes.IndexByte(head, 0) >= 0 || tooManyInvalid(head):
		return fmt.Errorf("%w: want JSON lines or a JSON list", errBinary)
	}
	return nil
}

// afterSpace is text without the white space it begins with.
func afterSpace(text []byte) []byte { return bytes.TrimLeftFunc(text, unicode.IsSpace) }

// tooManyInvalid says that a tenth of the bytes are no UTF-8.
func tooManyInvalid(b []byte) bool {
	invalid := 0
	for n := len(b); len(b) > 0; {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			invalid++
		}
		if b = b[size:]; invalid*10 > n {
			return true
		}
	}
	return false
}

// file is what sources that read one file have in common.
type file struct {
	path   string // absolute, or "-"
	format Format
	max    int
	nonce  string // of a stream: stands for its fingerprint
}

// Name implements Source.
func (f *file) Name() string { return f.path }

// Fingerprint implements Source.
func (f *file) Fingerprint() (string, error) {
	if f.nonce != "" {
		return f.nonce, nil
	}
	return fingerprint(string(f.format), f.path)
}

// Size implements Source.
func (f *file) Size() int64 { return sizeOf(f.path) }

// sizeOf is how long files are together; those that are not there are of length 0.
func sizeOf(files ...string) (n int64) {
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			n += info.Size()
		}
	}
	return n
}
