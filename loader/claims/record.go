package claims

import (
	"errors"
	"fmt"
	"io"
	"iter"
)

// Record is an undecoded JSON value of a file.
type Record struct {
	Place Place
	Raw   []byte
}

// Records yields the elements of a JSON list or the lines of JSON lines, through any compression that Decompress knows,
// one in memory at a time: prediction files are read with it. Bad records are *RecordError; any other error is the
// last.
func Records(in io.Reader, name string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		b, err := Decompress(in)
		if err != nil {
			yield(Record{}, fmt.Errorf("%s: %w", name, err))
			return
		}
		for frames := newJSON(b); ; {
			rec, err := frames.next()
			if err == io.EOF {
				return
			}
			var bad *RecordError
			err = placed(err, name)
			if !yield(Record{Place{name, rec.line}, rec.raw}, err) || err != nil && !errors.As(err, &bad) {
				return
			}
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
