// Package records decompresses files of records and cuts them into lines or JSON values.
package records

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// ErrTooLong: the record is longer than Cutter.Max.
var ErrTooLong = errors.New("record too long")

// TooLong is ErrTooLong with the limit, in bytes.
func TooLong(limit int) error {
	if limit < 1<<20 {
		return fmt.Errorf("%w: more than %d KiB", ErrTooLong, limit>>10)
	}
	return fmt.Errorf("%w: more than %d MiB", ErrTooLong, limit>>20)
}

// Record is cut out of a file but not parsed.
type Record struct {
	Line int // the line of its start, from 1
	Data []byte
	Err  error // the reason why there is no Data
}

// Cutter cuts records out of a stream. A record longer than Max bytes is skipped without being kept in memory.
type Cutter struct {
	R   *bufio.Reader
	Max int

	lines int    // that were passed
	text  []byte // of Until
}

// Line returns the line of the next byte, from 1.
func (c *Cutter) Line() int { return c.lines + 1 }

// NextLine returns the next line that is not blank, without its end, and io.EOF after the last.
func (c *Cutter) NextLine() (Record, error) {
	for {
		c.skipLineEnds()
		rec, err := c.ReadLine()
		if err != nil || rec.Err != nil || len(bytes.TrimSpace(rec.Data)) > 0 {
			return rec, err
		}
	}
}

// skipLineEnds skips line ends. A small compressed file can have billions of them.
func (c *Cutter) skipLineEnds() {
	for {
		head, _ := c.R.Peek(max(1, c.R.Buffered())) // the next read returns an error again
		rest := bytes.TrimLeft(head, "\r\n")
		passed := head[:len(head)-len(rest)]
		c.lines += bytes.Count(passed, []byte("\n"))
		_, _ = c.R.Discard(len(passed))
		if len(rest) > 0 || len(head) == 0 {
			return
		}
	}
}

// ReadLine returns the next line, blank or not.
func (c *Cutter) ReadLine() (Record, error) {
	rec := Record{Line: c.Line()}
	read := false
	for {
		part, err := c.R.ReadSlice('\n')
		read = read || len(part) > 0
		if rec.Err == nil && len(rec.Data)+len(part) > c.Max+1 {
			rec.Data, rec.Err = nil, TooLong(c.Max)
		}
		if rec.Err == nil {
			rec.Data = append(rec.Data, part...)
		}
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case AtEnd(err) && read: // a last line without its end
		default:
			return Record{}, err
		}
		c.lines++
		rec.Data = bytes.TrimRight(rec.Data, "\r\n")
		return rec, nil
	}
}

// Until reads up to and including a mark that ends with ">", and returns the text before it. If a read fails, Data is
// what was read, valid until the next call; of a text longer than Max it is the last part.
func (c *Cutter) Until(mark string) (Record, error) {
	rec := Record{Line: c.Line()}
	c.text = c.text[:0]
	for {
		part, err := c.R.ReadSlice('>')
		c.lines += bytes.Count(part, []byte("\n"))
		c.text = append(c.text, part...)
		text, found := bytes.CutSuffix(c.text, []byte(mark))
		switch {
		case found && rec.Err == nil && len(text) <= c.Max:
			rec.Data = bytes.Clone(text)
			return rec, nil
		case found:
			rec.Err = TooLong(c.Max)
			return rec, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			rec.Data = c.text
			return rec, err
		case len(text) > c.Max:
			rec.Err = TooLong(c.Max)
			c.text = append(c.text[:0], text[len(text)-len(mark):]...)
		}
	}
}

// SkipSpace skips white space and byte order marks.
func (c *Cutter) SkipSpace() error {
	_, err := c.nonSpace()
	if err == nil {
		_ = c.R.UnreadByte() // always possible after a read
	}
	return err
}

// nonSpace returns the next byte that is neither white space nor part of a byte order mark.
func (c *Cutter) nonSpace() (byte, error) {
	for {
		b, err := c.R.ReadByte()
		if err != nil {
			return 0, err
		}
		switch b {
		case '\n':
			c.lines++
		case ' ', '\t', '\r', 0xef, 0xbb, 0xbf: // the last three are a byte order mark
		default:
			return b, nil
		}
	}
}

// value reads the rest of the JSON value that begins with b: to its closing bracket or quotation mark, or to the next
// comma or bracket of the list around it. With byLine, a string ends at the end of its line, so that a broken object
// hides few others, and a value only at its bracket.
func (c *Cutter) value(b byte, byLine bool) (Record, error) {
	rec := Record{Line: c.Line()}
	depth, quoted, escaped := 0, false, false
	for {
		if rec.Err == nil && len(rec.Data) >= c.Max {
			rec.Data, rec.Err = nil, TooLong(c.Max)
		}
		if rec.Err == nil {
			rec.Data = append(rec.Data, b)
		}
		switch {
		case b == '\n':
			c.lines++
			escaped, quoted = false, quoted && !byLine
		case escaped:
			escaped = false
		case quoted && b == '\\':
			escaped = true
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			depth++
		case b == '}' || b == ']':
			depth--
		}
		closed := depth <= 0 && !quoted
		if closed && (b == '}' || b == ']' || b == '"') {
			return rec, nil
		}
		next, err := c.R.Peek(1)
		if err != nil {
			return Record{Line: rec.Line}, Unexpected(err)
		}
		if closed && !byLine && (next[0] == ',' || next[0] == ']') {
			return rec, nil
		}
		b, _ = c.R.ReadByte()
	}
}

// AtEnd reports whether a stream has ended, and not been cut short: some readers wrap both io.EOF and
// io.ErrUnexpectedEOF.
func AtEnd(err error) bool { return errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) }

// Unexpected returns err, or io.ErrUnexpectedEOF for io.EOF.
func Unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
