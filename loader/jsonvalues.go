package loader

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// isSpread says that the first JSON object of a text takes several lines, as programs write it that indent. A string holds no
// line break, so that one which is broken off does not make its line go on.
func isSpread(head []byte) bool {
	var object json.RawMessage
	err := json.NewDecoder(bytes.NewReader(head)).Decode(&object)
	if errors.Is(err, io.ErrUnexpectedEOF) { // it is longer than what is there
		object, err = bytes.TrimSpace(head), nil
	}
	return err == nil && bytes.IndexByte(object, '\n') >= 0
}

// nextValue is the next of JSON objects that stand one behind the other, on as many lines as they take, and io.EOF after the last.
// One that has no end is io.ErrUnexpectedEOF. What is no object is a record up to the end of its line.
func (c *cutter) nextValue() (rawRecord, error) {
	b, err := c.nonSpace()
	if err != nil {
		return rawRecord{}, err
	}
	if b != '{' {
		if err := c.r.UnreadByte(); err != nil {
			return rawRecord{}, err
		}
		return c.readLine()
	}
	return c.element(b, true)
}
