package loader

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// defaultMaxRecord is the longest record that is read when Input.MaxRecord is 0: 32 MiB.
const defaultMaxRecord = 32 << 20

// rawRecord is a record cut out of a file, with the line it begins at. Err says why there is no Data.
type rawRecord struct {
	Line int
	Data []byte
	Err  error
}

// cutter cuts records out of a stream, none longer than max bytes: what is longer is skipped, not held.
type cutter struct {
	r    *bufio.Reader
	max  int
	line int  // of the next byte, from 1
	lend bool // a line is the caller's until the next one only
	over bool // behind the last list
}

// skipSpace goes on to what is neither white space nor a byte order mark, or to the end.
func (c *cutter) skipSpace() error {
	for {
		switch r, _, err := c.r.ReadRune(); {
		case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		case !isBlank(r):
			return c.r.UnreadRune()
		case r == '\n':
			c.line++
		}
	}
}

// byteOrderMark is what some programs (Excel) write before a text.
var byteOrderMark = []byte("\ufeff")

// nextLine is the next line without its end, and io.EOF after the last. Blank lines are skipped, and a byte order
// mark is no part of the first.
func (c *cutter) nextLine() (rawRecord, error) {
	for {
		rec, err := c.readLine()
		if err != nil || rec.Err != nil || len(bytes.TrimSpace(rec.Data)) > 0 {
			return rec, err
		}
	}
}

func (c *cutter) readLine() (rawRecord, error) {
	rec := rawRecord{Line: c.line}
	read := false
	for {
		part, err := c.r.ReadSlice('\n')
		read = read || len(part) > 0
		if rec.Err == nil && len(rec.Data)+len(part) > c.max+1 {
			rec.Data, rec.Err = nil, tooLong(c.max)
		}
		switch {
		case rec.Err != nil:
		case c.lend && err == nil && rec.Data == nil:
			rec.Data = part
		default:
			rec.Data = append(rec.Data, part...)
		}
		switch {
		case err == nil:
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && read: // a last line without its end
		default:
			return rawRecord{}, err
		}
		if c.line++; rec.Line == 1 {
			rec.Data = bytes.TrimPrefix(rec.Data, byteOrderMark)
		}
		rec.Data = bytes.TrimRight(rec.Data, "\r\n")
		return rec, nil
	}
}

func tooLong(limit int) error {
	if limit < 1<<20 {
		return fmt.Errorf("%w: more than %d KiB", ErrTooLong, limit>>10)
	}
	return fmt.Errorf("%w: more than %d MiB", ErrTooLong, limit>>20)
}

// nextElement is the next element of JSON lists that stand one behind the other, and io.EOF after the last. A list
// that ends without a bracket is io.ErrUnexpectedEOF. What follows a list and is none is refused, and ends it all.
func (c *cutter) nextElement() (rawRecord, error) {
	for !c.over {
		b, err := c.nonSpace()
		for err == nil && b == ',' {
			b, err = c.nonSpace()
		}
		if err != nil {
			return rawRecord{}, unexpected(err)
		}
		if b != ']' {
			return c.element(b, false)
		}
		if b, err = c.nonSpace(); err != nil {
			return rawRecord{}, err
		}
		if b != '[' {
			c.over = true
			return rawRecord{Line: c.line, Err: fmt.Errorf("%w: the list has ended, and what follows is not loaded", ErrJSON)}, nil
		}
	}
	return rawRecord{}, io.EOF
}

// element reads on until the comma or bracket that ends the element, which it leaves unread; one that stands alone ends with its
// own bracket, and its strings with their lines at the latest, so that one that is broken hides no more than it must.
func (c *cutter) element(b byte, alone bool) (rawRecord, error) {
	rec := rawRecord{Line: c.line}
	depth, quoted, escaped := 0, false, false
	for {
		if rec.Err == nil && len(rec.Data) >= c.max {
			rec.Data, rec.Err = nil, tooLong(c.max)
		}
		if rec.Err == nil {
			rec.Data = append(rec.Data, b)
		}
		switch {
		case b == '\n':
			c.line++
			escaped, quoted = false, quoted && !alone
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
		if alone && depth <= 0 {
			return rec, nil
		}
		next, err := c.r.Peek(1)
		if err != nil {
			return rawRecord{}, unexpected(err)
		}
		if !alone && depth <= 0 && !quoted && (next[0] == ',' || next[0] == ']') {
			return rec, nil
		}
		b, _ = c.r.ReadByte()
	}
}

// nonSpace is the next byte that is no white space.
func (c *cutter) nonSpace() (byte, error) {
	for {
		b, err := c.r.ReadByte()
		if err != nil {
			return 0, err
		}
		switch b {
		case '\n':
			c.line++
		case ' ', '\t', '\r', 0xef, 0xbb, 0xbf: // the last three are a byte order mark
		default:
			return b, nil
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
