package neo4j

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// csvFile is a file of neo4j-admin's import: nodes of one label or relationships of one type.
type csvFile struct {
	name    string
	kind    string // label or type
	link    bool   // relationships
	columns []csvColumn

	file *os.File
	w    *bufio.Writer
	rows int64
}

// csvColumn is a property by its name in the rows, and how the header calls it.
type csvColumn struct{ property, header string }

// columns reads "id:ID(Page) title ordinal:long": property and header are alike, up to the colon. A column that
// only joins, such as from=:START_ID(Page), names its property before the equals sign.
func columns(s string) []csvColumn {
	var out []csvColumn
	for f := range strings.FieldsSeq(s) {
		c := csvColumn{header: f}
		if name, header, ok := strings.Cut(f, "="); ok {
			c.property, c.header = name, header
		} else {
			c.property, _, _ = strings.Cut(f, ":")
		}
		out = append(out, c)
	}
	return out
}

func (f *csvFile) open(dir string) error {
	file, err := os.Create(filepath.Join(dir, f.name))
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	f.file, f.w = file, bufio.NewWriterSize(file, 1<<18)
	for i, c := range f.columns {
		if i > 0 {
			f.w.WriteByte(',')
		}
		f.w.WriteString(c.header)
	}
	f.w.WriteByte('\n')
	return nil
}

// close ends the file; the first error of all writes to it comes out here.
func (f *csvFile) close() error {
	if f.file == nil {
		return nil
	}
	err := errors.Join(f.w.Flush(), f.file.Close())
	if f.file = nil; err != nil {
		return fmt.Errorf("export %s: %w", f.name, err)
	}
	return nil
}

// add writes a row. lines is set when a field goes over several lines.
func (f *csvFile) add(row params, lines *bool) {
	set, _ := row["set"].(params)
	for i, c := range f.columns {
		if i > 0 {
			f.w.WriteByte(',')
		}
		v, ok := row[c.property]
		if !ok {
			v = set[c.property]
		}
		f.field(v, lines)
	}
	f.w.WriteByte('\n')
	f.rows++
}

// field writes a value: nothing for null, strings in quotes, which are doubled within.
func (f *csvFile) field(v any, lines *bool) {
	switch v := v.(type) {
	case nil:
	case string:
		f.text(v, lines)
	case int:
		f.w.Write(strconv.AppendInt(f.w.AvailableBuffer(), int64(v), 10))
	case int64:
		f.w.Write(strconv.AppendInt(f.w.AvailableBuffer(), v, 10))
	case bool:
		f.w.Write(strconv.AppendBool(f.w.AvailableBuffer(), v))
	case []string:
		f.text(strings.Join(v, string(separator)), lines)
	case []bool:
		all := make([]string, len(v))
		for i := range v {
			all[i] = strconv.FormatBool(v[i])
		}
		f.text(strings.Join(all, string(separator)), lines)
	}
}

func (f *csvFile) text(s string, lines *bool) {
	if !*lines && strings.ContainsAny(s, "\n\r") {
		*lines = true
	}
	f.w.WriteByte('"')
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		f.w.WriteString(s[:i])
		f.w.WriteString(`""`)
		s = s[i+1:]
	}
	f.w.WriteString(s)
	f.w.WriteByte('"')
}
