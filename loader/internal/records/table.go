package records

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
)

// Table cuts a table into rows, which may have line ends between quotes.
type Table struct {
	*Cutter
	Comma rune // between the columns
}

// Header divides the first line of a table by the first of comma, semicolon and tab by which it fits. The header is nil
// if there is none.
func Header(line string, fits func(header []string) bool) (header []string, comma rune) {
	for _, comma := range []rune{',', ';', '\t'} {
		if header := Fields(line, comma); fits(header) {
			return header, comma
		}
	}
	return nil, 0
}

// Fields divides a row of a table. Some programs quote what stands between tabs as between commas; others leave quotes
// as they are.
func Fields(row string, comma rune) []string {
	r := csv.NewReader(strings.NewReader(row))
	r.Comma = comma
	fields, err := r.Read()
	if err == nil {
		return fields
	}
	if comma == '\t' {
		return strings.Split(row, "\t")
	}
	r = csv.NewReader(strings.NewReader(row))
	r.Comma, r.LazyQuotes = comma, true
	fields, _ = r.Read() // nil for a row that is empty
	return fields
}

// NextRow returns the next row, and io.EOF after the last. A row longer than Max is refused at the line at which it
// becomes so.
func (t *Table) NextRow() (Record, error) {
	row, err := t.NextLine()
	for quoted := t.opensQuote(row.Data, false); err == nil && row.Err == nil && quoted; {
		more, err := t.ReadLine()
		if AtEnd(err) {
			row.Data, row.Err = nil, fmt.Errorf("the quote that begins here has no end: %w", io.ErrUnexpectedEOF)
			break
		}
		if err != nil {
			return row, err
		}
		row.Data = append(append(row.Data, '\n'), more.Data...)
		if row.Err = more.Err; row.Err == nil && len(row.Data) > t.Max {
			row.Data, row.Err = nil, TooLong(t.Max)
		}
		quoted = t.opensQuote(more.Data, true)
	}
	return row, err
}

// opensQuote reports whether a line ends within quotes; quoted says whether it begins so.
func (t *Table) opensQuote(line []byte, quoted bool) bool {
	begin := true // of a field
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"' && quoted && i+1 < len(line) && line[i+1] == '"':
			i++
		case c == '"' && quoted:
			quoted = false
		case c == '"' && begin:
			quoted = true
		}
		begin = !quoted && rune(line[i]) == t.Comma
	}
	return quoted
}
