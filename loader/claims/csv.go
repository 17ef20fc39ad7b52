package claims

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// csvFramer returns a record for each row, with the columns' names from the header.
type csvFramer struct {
	r      *csv.Reader
	header []string
}

func newCSVFramer(b *bufio.Reader, comma rune) (*csvFramer, error) {
	r := csv.NewReader(b)
	r.FieldsPerRecord, r.Comma = -1, comma
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
	return rowOf(line, f.header, fields)
}

// rowOf names the fields of a row.
func rowOf(line int, header, fields []string) (record, error) {
	if len(fields) != len(header) {
		return record{}, &lineError{line, fmt.Errorf("%d columns, want %d", len(fields), len(header))}
	}
	rec := record{line: line, row: make(map[string]string, len(fields))}
	for i, name := range header {
		if !utf8.ValidString(fields[i]) {
			return record{}, &lineError{line, ErrUTF8}
		}
		rec.row[name] = fields[i]
	}
	return rec, nil
}

// tsvFramer returns a record for each line, with the columns' names from the first line.
type tsvFramer struct {
	lines  *records.Cutter
	header []string
}

func newTSVFramer(b *bufio.Reader) (*tsvFramer, error) {
	lines := &records.Cutter{R: b, Max: maxRecord}
	header, err := checked(lines.NextLine())
	if err != nil {
		return nil, fmt.Errorf("header of a table: %w", err)
	}
	return &tsvFramer{lines, tabbed(string(header.Data))}, nil
}

func (f *tsvFramer) next() (record, error) {
	raw, err := checked(f.lines.NextLine())
	if err != nil {
		return record{}, err
	}
	return rowOf(raw.Line, f.header, tabbed(string(raw.Data)))
}

// tabbed returns the fields of a line between tabs. Some programs quote them as in CSV; in the files of others a quote is what it is.
func tabbed(line string) []string {
	plain := strings.Split(line, "\t")
	if !strings.Contains(line, `"`) {
		return plain
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = '\t'
	if fields, err := r.Read(); err == nil {
		return fields
	}
	return plain
}
