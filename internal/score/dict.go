package score

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// lineCounter counts the lines a decoder has taken, so that places can be given within one JSON object.
type lineCounter struct {
	r      io.Reader
	offset int64
	breaks []int64 // offsets of line breaks not yet passed
	line   int
}

func (c *lineCounter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			c.breaks = append(c.breaks, c.offset+int64(i))
		}
	}
	c.offset += int64(n)
	return n, err
}

// at is the line of an offset; offsets may only grow.
func (c *lineCounter) at(offset int64) int {
	for len(c.breaks) > 0 && c.breaks[0] < offset {
		c.breaks = c.breaks[1:]
		c.line++
	}
	return c.line + 1
}

// dictionary reads one JSON object by key, in order; visit decodes the value it is given the decoder at.
type dictionary struct {
	name  string
	d     *json.Decoder
	lines *lineCounter
}

func newDictionary(r io.Reader, name string) *dictionary {
	lines := &lineCounter{r: r}
	return &dictionary{name: name, d: json.NewDecoder(lines), lines: lines}
}

func (d *dictionary) place() claims.Place {
	return claims.Place{File: d.name, Line: d.lines.at(d.d.InputOffset())}
}

func (d *dictionary) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file breaks off")
	}
	return &claims.RecordError{Place: d.place(), Err: err}
}

// each calls visit for every key of the object that begins here.
func (d *dictionary) each(visit func(key string) error) error {
	if err := d.want(json.Delim('{')); err != nil {
		return err
	}
	for d.d.More() {
		key, err := d.d.Token()
		if err != nil {
			return d.fail(err)
		}
		if err := visit(key.(string)); err != nil {
			return err
		}
	}
	return d.want(json.Delim('}'))
}

func (d *dictionary) want(delim json.Delim) error {
	t, err := d.d.Token()
	if err != nil {
		return d.fail(err)
	}
	if t != delim {
		return d.fail(fmt.Errorf("want %v, got %v", delim, t))
	}
	return nil
}

// value reads the next value; a value of another kind is an error, but reading goes on after it.
func (d *dictionary) raw() (json.RawMessage, error) {
	var raw json.RawMessage
	if err := d.d.Decode(&raw); err != nil {
		return nil, d.fail(err)
	}
	return raw, nil
}

// isDictionary tells a JSON object of objects by key, {"id": {…}}, from JSON lines.
func isDictionary(b *bufio.Reader) bool {
	head, _ := b.Peek(4096)
	head = bytes.TrimSpace(head)
	if bytes.Equal(head, []byte("{}")) {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(head))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	if _, err := d.Token(); err != nil {
		return false
	}
	t, err := d.Token()
	return err == nil && t == json.Delim('{')
}
