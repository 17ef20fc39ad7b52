package claims

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// maxRecord is the largest size of a record in bytes.
const maxRecord = 64 << 20

// Decompress returns a reader of the decompressed content of gzip, bzip2, xz or zstd, detected by its first bytes,
// without a byte order mark.
func Decompress(r io.Reader) (*bufio.Reader, error) {
	b, _, err := records.Decompress(r, bzip2.NewReader)
	return b, err
}

// record is an undecoded record of a file: JSON, a line of text, or a CSV row by column.
type record struct {
	line int
	nth  int               // index in a JSON list, from 1; 0 if records are lines
	raw  []byte            // a JSON object, or of a list a string
	text string            // a line of text
	row  map[string]string // a CSV row
}

// isString reports whether the record is an element of a list of strings.
func (r record) isString() bool { return r.nth > 0 && len(r.raw) > 0 && r.raw[0] == '"' }

// number returns the id of a record without one: its line, or its index in a list, whose elements may share a line.
func (r record) number() int {
	if r.nth > 0 {
		return r.nth
	}
	return r.line
}

// framer cuts a file into records. Next returns io.EOF at the end, and a *lineError for a record that could
// not be cut out, after which it may be called again.
type framer interface{ next() (record, error) }

// lineError is a bad record at a line.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }

// newFramer chooses by the first bytes: "[{" is a JSON list, and so is "[" with a string that ends before a comma or
// "]"; "{" are JSON lines, a header that names a column of claims is CSV, and all else are lines of text.
func newFramer(b *bufio.Reader, f Format) (framer, error) {
	if f == Lines {
		return newLines(b), nil
	}
	head, err := b.Peek(4096)
	if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, err
	}
	trimmed := trimSpace(head)
	switch {
	case isUTF16(head):
		return nil, fmt.Errorf("%w: it is UTF-16 (`iconv -f UTF-16 -t UTF-8` converts it)", ErrUTF8)
	case bytes.HasPrefix(trimmed, []byte("{")), isList(trimmed):
		return newJSON(b), nil
	}
	if header, comma := records.Header(firstLine(head), hasClaims); header != nil {
		return newTableFramer(b, header, comma)
	}
	if like := lookOf(head); like != "" {
		return nil, fmt.Errorf("%w: it looks like %s", ErrOtherKind, like)
	}
	return newLines(b), nil
}

func isList(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("[")) {
		return false
	}
	rest := trimSpace(head[1:])
	return len(rest) == 0 || rest[0] == '{' || rest[0] == ']' || rest[0] == '"' && beginsStrings(rest)
}

// beginsStrings reports whether a list goes on after the string that text begins with, or text ends within it: a claim
// may begin with a quotation in brackets.
func beginsStrings(text []byte) bool {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return false // a JSON string has no line breaks
		case '"':
			rest := trimSpace(text[i+1:])
			return len(rest) == 0 || rest[0] == ',' || rest[0] == ']'
		}
	}
	return true
}

// hasClaims reports whether a column of a table has claims.
func hasClaims(header []string) bool {
	return slices.ContainsFunc(header, func(name string) bool { return columnOf(name) == "claim" })
}

func firstLine(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}

func trimSpace(head []byte) []byte { return bytes.TrimLeft(head, " \t\r\n") }

// lineFramer returns a record for each line of text that is not empty.
type lineFramer struct{ records.Cutter }

func newLines(b *bufio.Reader) *lineFramer {
	return &lineFramer{records.Cutter{R: b, Max: maxRecord}}
}

func (f *lineFramer) next() (record, error) {
	raw, err := checked(f.NextLine())
	return record{line: raw.Line, text: string(bytes.TrimSpace(raw.Data))}, err
}

// checked returns a *lineError for a record that is too long or not UTF-8.
func checked(raw records.Record, err error) (records.Record, error) {
	switch {
	case err != nil:
	case raw.Err != nil:
		err = &lineError{raw.Line, raw.Err}
	case !utf8.Valid(raw.Data):
		err = &lineError{raw.Line, ErrUTF8}
	}
	return raw, err
}

// jsonFramer returns the records of JSON.
type jsonFramer struct {
	cut   func() (records.Record, error)
	list  bool
	nth   int // of a list
	ended bool
}

func newJSON(b *bufio.Reader) *jsonFramer {
	f := &jsonFramer{}
	f.cut, f.list = (&records.Cutter{R: b, Max: maxRecord}).JSON()
	return f
}

func (f *jsonFramer) next() (record, error) {
	if f.ended {
		return record{}, io.EOF
	}
	raw, err := checked(f.cut())
	if errors.Is(err, io.ErrUnexpectedEOF) && raw.Line > 0 { // without a line it is of the compressed file
		f.ended = true
		err = &lineError{raw.Line, errors.New("the file ends within this record or list")}
	}
	if f.list {
		f.nth++
	}
	return record{line: raw.Line, nth: f.nth, raw: bytes.TrimSpace(raw.Data)}, err
}
