package claims

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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
	row  map[string]string // a CSV row, by columnOf the names of columns
	err  error             // the reason why there is none of these
}

// newRecord returns the record of what was cut out of a file, without its content.
func newRecord(raw records.Record) record {
	rec := record{line: raw.Line, err: raw.Err}
	if rec.err == nil && !utf8.Valid(raw.Data) {
		rec.err = ErrUTF8
	}
	return rec
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

// framer returns the next record of a file; io.EOF after the last, and any other error if the file can't be read on.
type framer func() (record, error)

// newFramer chooses by the first bytes: "[{" is a JSON list, and so is "[" with a string that ends before a comma or
// "]"; "{" are JSON lines, a header that names a column of claims is CSV, and all else are lines of text.
func newFramer(b *bufio.Reader) (framer, error) {
	c := &records.Cutter{R: b, Max: maxRecord}
	head, err := b.Peek(4096)
	if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, err
	}
	trimmed := trimSpace(head)
	switch {
	case isUTF16(head):
		return nil, fmt.Errorf("%w: it is UTF-16 (`iconv -f UTF-16 -t UTF-8` converts it)", ErrUTF8)
	case bytes.HasPrefix(trimmed, []byte("{")), isList(trimmed):
		return objects(c), nil
	}
	if header, comma := records.Header(firstLine(head), hasClaims); header != nil {
		return rows(&records.Table{Cutter: c, Comma: comma}, header), nil
	}
	return lines(c), nil
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

// lines returns the lines of text that are not blank.
func lines(c *records.Cutter) framer {
	return func() (record, error) {
		raw, err := c.NextLine()
		rec := newRecord(raw)
		rec.text = string(bytes.TrimSpace(raw.Data))
		return rec, err
	}
}

// objects returns the records of JSON.
func objects(c *records.Cutter) framer {
	cut, list := c.JSON()
	nth, ended := 0, false
	return func() (record, error) {
		if ended {
			return record{}, io.EOF
		}
		raw, err := cut()
		if errors.Is(err, io.ErrUnexpectedEOF) && raw.Line > 0 { // without a line it is of the compressed file
			ended = true
			raw.Err, err = errors.New("the file ends within this record or list"), nil
		}
		rec := newRecord(raw)
		rec.raw = bytes.TrimSpace(raw.Data)
		if list {
			nth++
			rec.nth = nth
		}
		return rec, err
	}
}

// decodeRow decodes the columns with the names of JSON fields, and ignores other columns.
func decodeRow(row map[string]string) (*Claim, error) {
	c := &Claim{Text: row["claim"], Label: strings.TrimSpace(row["label"])}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	c.ID = columnID(strings.TrimSpace(cmp.Or(row["id"], row["_id"], row["uid"])))
	c.Hops, _ = strconv.Atoi(strings.TrimSpace(row["num_hops"])) // an extra
	c.Scheme = schemeOfLabel(c.Label)
	return c, nil
}

// columnID returns the id in a column, which is a number if it is a JSON number.
func columnID(s string) ID {
	if n, err := strconv.Atoi(s); s == "" || err == nil && strconv.Itoa(n) == s {
		return ID{s}
	}
	quoted, _ := json.Marshal(s) // a string can't fail
	return ID{string(quoted)}
}

// rows returns the rows of a table, which has this header.
func rows(table *records.Table, header []string) framer {
	_, _ = table.NextLine() // the header; the next read returns an error again
	return func() (record, error) {
		raw, err := table.NextRow()
		rec := newRecord(raw)
		if err != nil || rec.err != nil {
			return rec, err
		}
		fields := records.Fields(string(raw.Data), table.Comma)
		if len(fields) != len(header) {
			rec.err = fmt.Errorf("%d columns, want %d", len(fields), len(header))
			return rec, nil
		}
		rec.row = make(map[string]string, len(fields))
		for i, name := range header {
			column := columnOf(name)
			if _, known := rec.row[column]; known && name != column {
				continue // of several, the one with the exact name counts, else the first
			}
			rec.row[column] = fields[i]
		}
		return rec, nil
	}
}
