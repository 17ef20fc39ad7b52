package claims

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"unicode/utf8"
)

// csvFramer gives one row a record, by the names of its header.
type csvFramer struct {
	r      *csv.Reader
	header []string
}

func newCSVFramer(b *bufio.Reader) (*csvFramer, error) {
	r := csv.NewReader(b)
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("csv header: %w", err)
	}
	return &csvFramer{r: r, header: header}, nil
}

func (f *csvFramer) next() (record, error) {
	fields, err := f.r.Read()
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return record{}, &lineError{bad.StartLine, bad.Err}
	}
	if err != nil {
		return record{}, err
	}
	line, _ := f.r.FieldPos(0)
	if len(fields) != len(f.header) {
		return record{}, &lineError{line, fmt.Errorf("%d columns, want %d", len(fields), len(f.header))}
	}
	rec := record{line: line, row: make(map[string]string, len(fields))}
	for i, name := range f.header {
		if !utf8.ValidString(fields[i]) {
			return record{}, &lineError{line, ErrUTF8}
		}
		rec.row[name] = fields[i]
	}
	return rec, nil
}
