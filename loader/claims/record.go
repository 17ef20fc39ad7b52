package claims

import (
	"fmt"
	"io"
	"iter"

	"github.com/bridgehop/bridgehop/loader/internal/records"
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
		for next := objects(&records.Cutter{R: b, Max: maxRecord}); ; {
			rec, err := next()
			place := Place{name, rec.line}
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(Record{}, fmt.Errorf("%s: %w", name, err))
				return
			case rec.err != nil:
				err = &RecordError{Place: place, Err: rec.err}
			}
			if !yield(Record{place, rec.raw}, err) {
				return
			}
		}
	}
}

// Claim reads the record as a claim of a format, or of the format it looks like (Auto). It is nil without error
// for FEVEROUS's header record.
func (rec Record) Claim(f Format) (*Claim, error) {
	in := record{line: rec.Place.Line, raw: rec.Raw}
	if f == Auto {
		f, _ = detectRecord(in)
	}
	c, err := decode(in, f)
	if err != nil {
		return nil, &RecordError{Place: rec.Place, Err: err}
	}
	if c != nil {
		c.Place = rec.Place
	}
	return c, nil
}
