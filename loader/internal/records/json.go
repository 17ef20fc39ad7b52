package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ErrJSON: the text is no JSON.
var ErrJSON = errors.New("broken JSON")

// JSON returns a function for the records of JSON: the elements of one or more lists, consecutive objects of which the
// first takes several lines, or else the lines that are not blank. It returns io.EOF after the last, and
// io.ErrUnexpectedEOF with the line of a list or object that has no end. List reports whether they are elements.
func (c *Cutter) JSON() (next func() (Record, error), list bool) {
	_ = c.SkipSpace()
	head, _ := c.R.Peek(c.R.Size()) // the next read returns an error again
	switch {
	case bytes.HasPrefix(head, []byte("[")):
		_, _ = c.R.Discard(1)
		return c.elements(), true
	case bytes.HasPrefix(head, []byte("{")) && isSpread(head):
		return c.object, false
	}
	return c.NextLine, false
}

// elements returns a function for the elements of consecutive lists, behind the first bracket. Text after a list that
// is not another list is refused and ends them.
func (c *Cutter) elements() func() (Record, error) {
	over := false
	return func() (Record, error) {
		for !over {
			b, err := c.nonSpace()
			for err == nil && b == ',' {
				b, err = c.nonSpace()
			}
			if err != nil {
				return Record{Line: c.Line()}, Unexpected(err)
			}
			if b != ']' {
				return c.value(b, false)
			}
			if b, err = c.nonSpace(); err != nil {
				over = AtEnd(err)
				return Record{}, err
			}
			if over = b != '['; over {
				err := fmt.Errorf("%w: the list has ended; the text after it is not loaded", ErrJSON)
				return Record{Line: c.Line(), Err: err}, nil
			}
		}
		return Record{}, io.EOF
	}
}

// isSpread reports whether the first JSON object of a text takes several lines, as in indented files.
func isSpread(head []byte) bool {
	var object json.RawMessage
	err := json.NewDecoder(bytes.NewReader(head)).Decode(&object)
	if errors.Is(err, io.ErrUnexpectedEOF) { // the object is longer than head
		object, err = bytes.TrimSpace(head), nil
	}
	return err == nil && bytes.IndexByte(object, '\n') >= 0
}

// object returns the next of consecutive JSON objects, each of one or more lines. Other text is a record up to the end
// of its line.
func (c *Cutter) object() (Record, error) {
	if err := c.SkipSpace(); err != nil {
		return Record{}, err
	}
	if b, _ := c.R.Peek(1); b[0] != '{' {
		return c.ReadLine()
	}
	b, _ := c.R.ReadByte()
	return c.value(b, true)
}
