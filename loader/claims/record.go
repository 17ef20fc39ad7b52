package claims

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Record is an undecoded JSON value of a file, or a row of a CSV file.
type Record struct {
	Place Place
	Raw   []byte
	Row   map[string]string // by column name
}

// Records yields the elements of a JSON list or the lines of JSON lines, through any compression that Decompress knows, one in memory at
// a time: prediction files are read with it. Bad records are *RecordError; any other error is the last.
func Records(in io.Reader, name string) iter.Seq2[Record, error] {
	return framed(in, name, func(b *bufio.Reader) (framer, error) {
		if head, _ := b.Peek(64); isList(trimSpace(head)) {
			return newList(b), nil
		}
		return newLines(b, false), nil
	})
}

// Rows yields the rows of a CSV file after its header, as Records does.
func Rows(in io.Reader, name string) iter.Seq2[Record, error] {
	return framed(in, name, func(b *bufio.Reader) (framer, error) { return newCSVFramer(b, ',') })
}

// framed yields the records that a framer cuts a file into.
func framed(in io.Reader, name string, cut func(*bufio.Reader) (framer, error)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var frames framer
		b, err := Decompress(in)
		if err == nil {
			frames, err = cut(b)
		}
		if err != nil {
			yield(Record{}, fmt.Errorf("%s: %w", name, err))
			return
		}
		each(frames, name, func(rec record, err error) bool {
			return yield(Record{Place: Place{name, rec.line}, Raw: rec.raw, Row: rec.row}, err)
		})
	}
}

// each yields the records of a file. Bad ones are *RecordError; any other error is the last.
func each(frames framer, name string, yield func(record, error) bool) {
	for {
		rec, err := frames.next()
		if err == io.EOF {
			return
		}
		var bad *RecordError
		err = placed(err, name)
		if !yield(rec, err) || err != nil && !errors.As(err, &bad) {
			return
		}
	}
}

// placed returns a framer's error with the place in its file.
func placed(err error, name string) error {
	var bad *lineError
	switch {
	case errors.As(err, &bad):
		return &RecordError{Place: Place{name, bad.line}, Err: bad.err}
	case err == nil || err == io.EOF:
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Decode reads one JSON record as a claim of a format, or of the format it looks like (Auto). It is nil without
// error for FEVEROUS's header record.
func Decode(rec Record, f Format) (*Claim, error) {
	c, err := decode(record{line: rec.Place.Line, raw: rec.Raw}, f, f != Auto)
	if err != nil {
		return nil, &RecordError{Place: rec.Place, Err: err}
	}
	if c != nil {
		c.Place = rec.Place
	}
	return c, nil
}
