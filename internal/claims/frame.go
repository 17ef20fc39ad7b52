package claims

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxRecord bounds what one record may hold in memory.
const maxRecord = 64 << 20

// record is one record of a file before it is understood: JSON, a line of text, or a CSV row by column.
type record struct {
	line int
	nth  int               // of a JSON list, from 1; 0 where records are lines
	raw  []byte            // a JSON object, or of a list a string
	text string            // a line of text
	row  map[string]string // a CSV row
}

// isString tells a claim of a list of strings.
func (r record) isString() bool { return r.nth > 0 && len(r.raw) > 0 && r.raw[0] == '"' }

// number tells records without an id apart: by their lines, but for those of a list, which may share one.
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

// newFramer chooses by the first bytes: "[{" is a JSON list, and so is "[" with a string that ends before a comma or "]"; "{" are JSON
// lines, a header that names a column of claims is CSV, and all else are lines of text.
func newFramer(b *bufio.Reader, f Format) (framer, error) {
	if f == Lines {
		return &lineFramer{b: b, text: true}, nil
	}
	head, err := b.Peek(4096)
	if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, err
	}
	trimmed := trimSpace(head)
	switch {
	case bytes.HasPrefix(trimmed, []byte("{")):
		return &lineFramer{b: b}, nil
	case isList(trimmed):
		return &listFramer{b: b, line: 1}, nil
	case csvFormat(firstLine(head), ',') != Auto:
		return newCSVFramer(b, ',')
	case csvFormat(firstLine(head), ';') != Auto:
		return newCSVFramer(b, ';')
	case tsvFormat(firstLine(head)) != Auto:
		return newTSVFramer(b)
	}
	return &lineFramer{b: b, text: true}, nil
}

func isList(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("[")) {
		return false
	}
	rest := bytes.TrimLeft(head[1:], " \t\r\n")
	return len(rest) == 0 || rest[0] == '{' || rest[0] == ']' || rest[0] == '"' && beginsStrings(rest)
}

// beginsStrings tells whether a list goes on after the string that text begins with, or text ends within it: a claim may begin with a
// quotation in brackets.
func beginsStrings(text []byte) bool {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return false // a JSON string has none
		case '"':
			rest := bytes.TrimLeft(text[i+1:], " \t\r\n")
			return len(rest) == 0 || rest[0] == ',' || rest[0] == ']'
		}
	}
	return true
}

func firstLine(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}

// lineFramer gives one record a line; empty lines are none.
type lineFramer struct {
	b    *bufio.Reader
	line int
	text bool
}

func (f *lineFramer) next() (record, error) {
	for {
		raw, err := f.readLine()
		if len(raw) == 0 && err != nil {
			return record{}, err
		}
		if raw = bytes.TrimSpace(raw); len(raw) == 0 {
			continue
		}
		if !utf8.Valid(raw) {
			return record{}, &lineError{f.line, ErrUTF8}
		}
		if f.text {
			return record{line: f.line, text: string(raw)}, nil
		}
		return record{line: f.line, raw: raw}, nil
	}
}

func (f *lineFramer) readLine() ([]byte, error) {
	var out []byte
	f.line++
	for long := false; ; {
		part, err := f.b.ReadSlice('\n')
		if long = long || len(out)+len(part) > maxRecord; !long {
			out = append(out, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long {
			return nil, &lineError{f.line, ErrTooLong}
		}
		if err == io.EOF && len(out) > 0 {
			return out, nil
		}
		return out, err
	}
}

// listFramer gives the elements of one JSON list, by counting brackets outside strings, so that a broken
// element costs only itself.
type listFramer struct {
	b       *bufio.Reader
	line    int
	nth     int
	started bool
	ended   bool
}

func (f *listFramer) next() (record, error) {
	if f.ended {
		return record{}, io.EOF
	}
	c, err := f.skip()
	if err == io.EOF {
		f.ended = true
		return record{}, &lineError{f.line, errors.New("the JSON list breaks off: no closing ]")}
	}
	if err != nil {
		return record{}, err
	}
	switch c {
	case ']':
		f.ended = true
		return record{}, f.trailing()
	case '}': // else it would open an element that never closes
		return record{}, &lineError{f.line, errors.New("a } too many")}
	}
	return f.element(c)
}

// skip reads white space, commas and the opening bracket.
func (f *listFramer) skip() (byte, error) {
	for {
		c, err := f.read()
		switch {
		case err != nil:
			return 0, err
		case c == '[' && !f.started:
			f.started = true
		case c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != ',':
			return c, nil
		}
	}
}

func (f *listFramer) trailing() error {
	for {
		c, err := f.read()
		if err != nil {
			return err
		}
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return &lineError{f.line, fmt.Errorf("text after the end of the JSON list begins with %q", c)}
		}
	}
}

func (f *listFramer) read() (byte, error) {
	c, err := f.b.ReadByte()
	if c == '\n' && err == nil {
		f.line++
	}
	return c, err
}

func (f *listFramer) element(c byte) (record, error) {
	f.nth++
	rec := record{line: f.line, nth: f.nth}
	depth, quoted, escaped, long := 0, false, false, false
	for {
		if long = long || len(rec.raw) >= maxRecord; !long {
			rec.raw = append(rec.raw, c)
		}
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth == 0 && !quoted {
			if done, err := f.elementEnds(c); err != nil || done {
				return f.finish(rec, long, err)
			}
		}
		var err error
		if c, err = f.read(); err != nil {
			f.ended = true
			if err == io.EOF {
				err = &lineError{rec.line, errors.New("the file breaks off within this record")}
			}
			return record{}, err
		}
	}
}

// elementEnds tells whether the element ended with c: an object did, a bare value (which is no claim) goes on
// to the next comma or bracket.
func (f *listFramer) elementEnds(c byte) (bool, error) {
	if c == '}' || c == ']' || c == '"' {
		return true, nil
	}
	next, err := f.b.Peek(1)
	if err != nil {
		return true, nil
	}
	return next[0] == ',' || next[0] == ']' || next[0] == '\n', nil
}

func (f *listFramer) finish(rec record, long bool, err error) (record, error) {
	switch {
	case err != nil:
		return record{}, err
	case long:
		return record{}, &lineError{rec.line, ErrTooLong}
	case !utf8.Valid(rec.raw):
		return record{}, &lineError{rec.line, ErrUTF8}
	}
	return rec, nil
}

func trimSpace(head []byte) []byte { return bytes.TrimLeft(head, " \t\r\n") }
