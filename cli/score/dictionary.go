package score

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// dictionary reads one JSON object by key, in order.
type dictionary struct {
	name string
	text []byte
	d    *json.Decoder
}

func newDictionary(f File) (*dictionary, error) {
	text, err := io.ReadAll(f.Reader)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return &dictionary{f.Name, text, json.NewDecoder(bytes.NewReader(text))}, nil
}

// fail returns an error at the line that has been read up to.
func (d *dictionary) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file breaks off")
	}
	return &claims.RecordError{Place: d.place(), Err: err}
}

func (d *dictionary) place() claims.Place {
	return claims.Place{File: d.name, Line: bytes.Count(d.text[:d.d.InputOffset()], []byte{'\n'}) + 1}
}

// each calls visit for every key of the object that begins here; visit reads the value.
func (d *dictionary) each(ctx context.Context, visit func(key string) error) error {
	if err := d.want(json.Delim('{')); err != nil {
		return err
	}
	for d.d.More() {
		key, err := d.d.Token()
		if err != nil {
			return d.fail(err)
		}
		if err := errors.Join(ctx.Err(), visit(key.(string))); err != nil {
			return err
		}
	}
	return d.want(json.Delim('}'))
}

func (d *dictionary) want(delim json.Delim) error {
	t, err := d.d.Token()
	if err == nil && t != delim {
		err = fmt.Errorf("want %v, got %v", delim, t)
	}
	if err != nil {
		return d.fail(err)
	}
	return nil
}

// raw reads the next value, of any kind.
func (d *dictionary) raw() (json.RawMessage, error) {
	var raw json.RawMessage
	if err := d.d.Decode(&raw); err != nil {
		return nil, d.fail(err)
	}
	return raw, nil
}

// isDictionary reports whether the file is a JSON object of objects, {"id": {…}}, and not JSON lines; first is its first key.
func isDictionary(b *bufio.Reader) (first string, ok bool) {
	head, _ := b.Peek(4096)
	head = bytes.TrimSpace(head)
	if bytes.Equal(head, []byte("{}")) {
		return "", true
	}
	d := json.NewDecoder(bytes.NewReader(head))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return "", false
	}
	key, err := d.Token()
	if err != nil {
		return "", false
	}
	t, err := d.Token()
	first, _ = key.(string)
	return first, err == nil && t == json.Delim('{')
}
