package claims

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// decodeRow decodes the columns with the names of JSON fields, and ignores other columns.
func decodeRow(row map[string]string) (*Claim, error) {
	c := &Claim{Text: column(row, "claim"), Label: strings.TrimSpace(column(row, "label"))}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	c.ID = columnID(strings.TrimSpace(cmp.Or(column(row, "id"), column(row, "_id"), column(row, "uid"))))
	c.Hops, _ = strconv.Atoi(strings.TrimSpace(column(row, "num_hops"))) // an extra
	c.Scheme = schemeOfLabel(c.Label)
	return c, nil
}

// column returns the value of a column by its name in any case. Of several such columns it takes the one with the exact
// name, else the first in order.
func column(row map[string]string, name string) string {
	if v, ok := row[name]; ok {
		return v
	}
	for _, other := range slices.Sorted(maps.Keys(row)) {
		if columnOf(other) == name {
			return row[other]
		}
	}
	return ""
}

// columnID returns the id in a column, which is a number if it is a JSON number.
func columnID(s string) ID {
	if n, err := strconv.Atoi(s); err == nil && strconv.Itoa(n) == s {
		return numberID(n)
	}
	if s == "" {
		return ID{}
	}
	return TextID(s)
}

// tableFramer returns a record for each row, with the columns' names from the header.
type tableFramer struct {
	rows   records.Table
	header []string
}

func newTableFramer(b *bufio.Reader, header []string, comma rune) (*tableFramer, error) {
	f := &tableFramer{records.Table{Cutter: records.Cutter{R: b, Max: maxRecord}, Comma: comma}, header}
	if _, err := checked(f.rows.NextRow()); err != nil {
		return nil, fmt.Errorf("header of a table: %w", err)
	}
	return f, nil
}

func (f *tableFramer) next() (record, error) {
	raw, err := checked(f.rows.NextRow())
	if err != nil {
		return record{}, err
	}
	fields := records.Fields(string(raw.Data), f.rows.Comma)
	if len(fields) != len(f.header) {
		return record{}, &lineError{raw.Line, fmt.Errorf("%d columns, want %d", len(fields), len(f.header))}
	}
	rec := record{line: raw.Line, row: make(map[string]string, len(fields))}
	for i, name := range f.header {
		rec.row[name] = fields[i]
	}
	return rec, nil
}
