package claims

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
)

// Reader streams the claims of one file. It is not safe for concurrent use.
type Reader struct {
	name    string
	file    io.Closer
	frames  framer
	format  Format
	fixed   bool    // the caller named the format
	pending []frame // read ahead to detect the format
}

// frame is the result of a framer.
type frame struct {
	rec record
	err error
}

// Open opens a claim or question file, plain or compressed by gzip, bzip2, xz or zstd, whatever its name. Auto detects the format from the
// content (see Detect). The caller closes the Reader.
func Open(path string, f Format) (*Reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(file, path, f)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r.file = file
	return r, nil
}

// NewReader returns a Reader of a stream; name is its name in places.
func NewReader(in io.Reader, name string, f Format) (*Reader, error) {
	if !slices.Contains(Formats(), f) {
		return nil, fmt.Errorf("claim format %q: want one of %v", f, Formats())
	}
	b, err := Decompress(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	frames, err := newFramer(b, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &Reader{name: name, frames: frames, format: f, fixed: f != Auto}
	if f == Auto {
		r.detect()
	}
	return r, nil
}

// lookahead is the number of records that are read to find the format.
const lookahead = 50

// detect reads ahead to the first record that is of one format only.
func (r *Reader) detect() {
	for range lookahead {
		rec, err := r.frames.next()
		r.pending = append(r.pending, frame{rec, err})
		if err == io.EOF {
			break
		}
		if err != nil {
			continue
		}
		f, sure := detectRecord(rec)
		if r.format == Auto || sure {
			r.format = f
		}
		if sure {
			return
		}
	}
}

// Detect returns the format of a file by its first records. A file without records is Auto.
func Detect(path string) (Format, error) {
	r, err := Open(path, Auto)
	if err != nil {
		return Auto, err
	}
	return r.Format(), r.Close()
}

// Format returns the file's format, given or detected; Auto if no record shows it.
func (r *Reader) Format() Format { return r.format }

// Close closes the file.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// All yields the claims in the order of the file, once. A bad record is a *RecordError and the records after
// it follow; any other error (the file can't be read on) is the last.
func (r *Reader) All() iter.Seq2[*Claim, error] {
	return func(yield func(*Claim, error) bool) {
		for {
			c, err := r.Next()
			if err == io.EOF {
				return
			}
			var bad *RecordError
			if !yield(c, err) || err != nil && !errors.As(err, &bad) {
				return
			}
		}
	}
}

// Next returns the next claim, a *RecordError for a bad record, or io.EOF.
func (r *Reader) Next() (*Claim, error) {
	for {
		rec, err := r.nextRecord()
		if err != nil {
			return nil, placed(err, r.name)
		}
		place := Place{r.name, rec.line}
		c, err := decode(rec, r.format, r.fixed)
		if err != nil {
			part := salvage(rec, r.format, r.fixed)
			if part != nil {
				part.Place = place
			}
			return nil, &RecordError{place, err, part}
		}
		if c == nil {
			continue // a header, or a row of another setting
		}
		c.Place = place
		if c.ID.IsZero() {
			c.ID = numberID(rec.number())
		}
		return c, nil
	}
}

func (r *Reader) nextRecord() (record, error) {
	if len(r.pending) > 0 {
		f := r.pending[0]
		r.pending = r.pending[1:]
		return f.rec, f.err
	}
	return r.frames.next()
}

// ReadAll returns the claims of a file, and the errors of its bad records.
func ReadAll(path string, f Format) ([]*Claim, []*RecordError, error) {
	r, err := Open(path, f)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	var out []*Claim
	var rejects []*RecordError
	for c, err := range r.All() {
		var bad *RecordError
		switch {
		case errors.As(err, &bad):
			rejects = append(rejects, bad)
		case err != nil:
			return out, rejects, err
		default:
			out = append(out, c)
		}
	}
	return out, rejects, nil
}
