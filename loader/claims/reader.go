package claims

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// Reader streams the claims of one file. It is not safe for concurrent use.
type Reader struct {
	name    string
	file    io.Closer
	next    framer
	format  Format
	pending []record // read ahead to detect the format
}

// Open opens a claim or question file, plain or compressed by gzip, bzip2, xz or zstd, whatever its name. The caller
// closes the Reader.
func Open(path string) (*Reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(file, path)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r.file = file
	return r, nil
}

// NewReader returns a Reader of a stream; name is its name in places.
func NewReader(in io.Reader, name string) (*Reader, error) {
	b, err := Decompress(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	next, err := newFramer(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &Reader{name: name, next: next, format: Auto}
	r.detect()
	return r, nil
}

// lookahead is the number of records that are read to find the format.
const lookahead = 50

// detect reads ahead to the first record that is of one format only.
func (r *Reader) detect() {
	for range lookahead {
		rec, err := r.next()
		if err != nil {
			return // the next read returns it again
		}
		r.pending = append(r.pending, rec)
		if rec.err != nil {
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
	r, err := Open(path)
	if err != nil {
		return Auto, err
	}
	return r.Format(), r.Close()
}

// Format returns the file's format; Auto if no record shows it.
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
			rec, err := r.nextRecord()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s: %w", r.name, err))
				return
			}
			c, err := decode(rec, formatOfRecord(rec, r.format))
			place := Place{r.name, rec.line}
			if c != nil {
				c.Place = place
			}
			switch {
			case err != nil:
				c, err = nil, &RecordError{place, err, c}
			case c == nil:
				continue // a header
			case c.ID.IsZero():
				c.ID = ID{strconv.Itoa(rec.number())}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

func (r *Reader) nextRecord() (record, error) {
	if len(r.pending) == 0 {
		return r.next()
	}
	rec := r.pending[0]
	r.pending = r.pending[1:]
	return rec, nil
}

// ReadAll returns the claims of a file, and the errors of its bad records.
func ReadAll(path string) ([]*Claim, []*RecordError, error) {
	r, err := Open(path)
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

// What can be wrong with one record.
var (
	// ErrNoClaim: the record has no claim and no question, or one of 0 characters.
	ErrNoClaim = errors.New("no claim or question")
	// ErrUTF8: the record is not UTF-8 text.
	ErrUTF8 = errors.New("not valid UTF-8")
)

// RecordError is the error of a bad record. The records after it can still be read.
type RecordError struct {
	Place Place
	Err   error
	Claim *Claim // what can be read of it, without gold evidence; nil when that is not even an id and words
}

// Error prints file:line: what.
func (e *RecordError) Error() string { return fmt.Sprintf("%s: %v", e.Place, e.Err) }

// Unwrap returns the cause.
func (e *RecordError) Unwrap() error { return e.Err }

// isUTF16 detects UTF-16 by its byte order mark, or by the zero bytes of letters in the first words.
func isUTF16(head []byte) bool {
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return true
	}
	head = head[:min(len(head), 64)&^1]
	var zeros [2]int // at even places, and at odd ones
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	return len(head) >= 8 && (zeros[0] == 0) != (zeros[1] == 0) && zeros[0]+zeros[1] > len(head)/4
}

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
