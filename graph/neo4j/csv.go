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

// csvFile is a file of neo4j-admin's import: nodes of one label or relationships of one type. It has the values of
// rows from one place up to another.
type csvFile struct {
	name     string
	kind     kind
	header   []string
	from, to int

	file  *os.File
	w     *bufio.Writer
	rows  int64
	lines bool   // a field has several lines
	b     []byte // memory for a row
}

func (f *csvFile) open(dir string) error {
	file, err := os.Create(filepath.Join(dir, f.name))
	if err != nil {
		return err
	}
	f.file, f.w = file, bufio.NewWriterSize(file, 1<<18)
	f.w.WriteString(strings.Join(f.header, ",") + "\n")
	return nil
}

// close closes the file and returns the first error of all writes.
func (f *csvFile) close() error {
	if f.file == nil {
		return nil
	}
	err := errors.Join(f.w.Flush(), f.file.Close())
	if f.file = nil; err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

// add writes a row.
func (f *csvFile) add(r row) {
	f.b = f.b[:0]
	for i, v := range r[f.from:f.to] {
		if i > 0 {
			f.b = append(f.b, ',')
		}
		f.field(v)
	}
	f.w.Write(append(f.b, '\n')) // an error comes again when the file is closed
	f.rows++
}

// field writes a value: nothing for null, strings in quotes, which are doubled within.
func (f *csvFile) field(v any) {
	switch v := v.(type) {
	case nil:
	case string:
		f.text(v)
	case []string:
		f.text(strings.Join(v, string(separator)))
	case []bool:
		all := make([]string, len(v))
		for i := range v {
			all[i] = strconv.FormatBool(v[i])
		}
		f.text(strings.Join(all, string(separator)))
	default: // a number or a bool
		f.b = fmt.Append(f.b, v)
	}
}

func (f *csvFile) text(text string) {
	f.lines = f.lines || strings.ContainsAny(text, "\n\r")
	f.b = append(f.b, '"')
	f.b = append(append(f.b, strings.ReplaceAll(text, `"`, `""`)...), '"')
}
