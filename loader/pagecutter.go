package loader

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// pageCutter cuts <page>…</page> out of a dump, and reads the names of the namespaces before the first. A page longer
// than max is skipped without being kept in memory.
type pageCutter struct {
	r      *bufio.Reader
	max    int
	line   int
	buf    []byte
	spaces map[string]string
}

func newPageCutter(r io.Reader, longest int) *pageCutter {
	return &pageCutter{r: bufio.NewReaderSize(r, 1<<16), max: longest, line: 1}
}

// rawPage is the text between <page> and </page>, with the line of its start. Err is the reason why there is no text.
type rawPage struct {
	xml  string
	line int
	err  error
}

// next returns the next page; io.EOF after the last, io.ErrUnexpectedEOF if the dump ends within one.
func (c *pageCutter) next() (rawPage, error) {
	head, _, err := c.until("<page>")
	switch {
	case records.AtEnd(err) && bytes.Contains(head, []byte("</mediawiki>")):
		return rawPage{}, err
	case records.AtEnd(err) && c.spaces != nil && len(bytes.TrimSpace(head)) == 0: // a part of a multistream
		return rawPage{}, err
	case err != nil:
		return rawPage{}, records.Unexpected(err)
	case c.spaces == nil:
		c.spaces = namespaces(string(head))
	}
	page := rawPage{line: c.line}
	text, skipped, err := c.until("</page>")
	if skipped {
		page.err = records.TooLong(c.max)
	} else {
		page.xml = string(text)
	}
	return page, records.Unexpected(err)
}

// until reads up to and including a mark, which ends with >. It returns the text before it, or of a text longer than
// max the last part. The text is valid until the next call.
func (c *pageCutter) until(mark string) (text []byte, skipped bool, err error) {
	c.buf = c.buf[:0]
	for {
		part, err := c.r.ReadSlice('>')
		c.line += bytes.Count(part, []byte("\n"))
		c.buf = append(c.buf, part...)
		if text, ok := bytes.CutSuffix(c.buf, []byte(mark)); ok {
			return text, skipped || len(text) > c.max, nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return c.buf, skipped, err
		}
		if len(c.buf) > c.max {
			skipped = true
			c.buf = append(c.buf[:0], c.buf[len(c.buf)-len(mark):]...)
		}
	}
}
