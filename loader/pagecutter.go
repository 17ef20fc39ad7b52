package loader

import (
	"bytes"
	"errors"
	"io"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// pageCutter cuts <page>…</page> out of a dump, and reads the names of the namespaces before the first. A page longer than max is
// skipped without being kept in memory.
type pageCutter struct {
	r      io.Reader
	max    int
	line   int
	buf    []byte // the bytes that were read and not taken; a part of room
	room   []byte
	end    bool  // r is at its end
	err    error // error of r after the bytes in buf
	spaces map[string]string
}

var pageOpens, pageCloses = []byte("<page>"), []byte("</page>")

// rawPage is the text between <page> and </page>, with the line of its start. Err is the reason why there is no text.
type rawPage struct {
	xml  string
	line int
	err  error
}

// next returns the next page; io.EOF after the last, io.ErrUnexpectedEOF if the dump ends within one.
func (c *pageCutter) next() (rawPage, error) {
	first := c.spaces == nil
	head, err := c.until(pageOpens)
	if err != nil {
		return rawPage{}, err
	}
	if first {
		c.spaces = namespaces(head)
	}
	rec := rawPage{line: c.line}
	rec.xml, err = c.until(pageCloses)
	if errors.Is(err, errSkipped) {
		rec.err, err = records.TooLong(c.max), nil
	}
	return rec, records.Unexpected(err)
}

// errSkipped: the text before the mark was longer than max.
var errSkipped = errors.New("skipped")

// until reads up to and including the mark and returns the text before it. The text before a page may have any length.
func (c *pageCutter) until(mark []byte) (string, error) {
	from, skipped := 0, false
	for {
		if i := bytes.Index(c.buf[from:], mark); i >= 0 {
			n := from + i
			out := string(c.buf[:n])
			c.take(n + len(mark))
			if skipped && &mark[0] == &pageCloses[0] {
				return "", errSkipped
			}
			return out, nil
		}
		from = max(0, len(c.buf)-len(mark)+1)
		if len(c.buf) > c.max {
			c.take(from)
			from, skipped = 0, true
		}
		if c.end {
			if &mark[0] == &pageCloses[0] {
				return "", io.ErrUnexpectedEOF
			}
			return "", c.atEnd()
		}
		if err := c.fill(); err != nil {
			return "", err
		}
	}
}

// atEnd returns io.EOF if the dump is complete: it is closed, or it has only pages, at least one (a part of a multistream).
func (c *pageCutter) atEnd() error {
	if bytes.Contains(c.buf, []byte("</mediawiki>")) || c.spaces != nil && len(bytes.TrimSpace(c.buf)) == 0 {
		return io.EOF
	}
	return io.ErrUnexpectedEOF
}

func (c *pageCutter) take(n int) {
	c.line += bytes.Count(c.buf[:n], []byte("\n"))
	c.buf = c.buf[n:]
}

// fill reads more bytes. The buffer grows by half if the bytes in it fill half of it.
func (c *pageCutter) fill() error {
	if cap(c.buf)-len(c.buf) < 1<<16 {
		if len(c.buf) >= len(c.room)/2 {
			c.room = make([]byte, len(c.buf)+len(c.buf)/2+1<<18)
		}
		c.buf = c.room[:copy(c.room, c.buf)]
	}
	n, err := 0, c.err
	if err == nil {
		n, err = c.r.Read(c.buf[len(c.buf):cap(c.buf)])
	}
	c.buf = c.buf[:len(c.buf)+n]
	if records.AtEnd(err) {
		c.end, err = true, nil
	}
	if c.err = err; n > 0 { // the bytes before the error are used first
		return nil
	}
	return err
}
