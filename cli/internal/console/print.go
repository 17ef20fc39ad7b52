package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// WriteJSON writes one record as one line, without escaping what HTML would want escaped.
func WriteJSON(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(record); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// Print prints a record as JSON with --json, else for people by f.
func (c *Console) Print(record any, f func(*Text)) error {
	if c.JSON {
		return WriteJSON(c.Out, record)
	}
	out := &Text{W: c.Out, colour: isTerminal(c.Out) && coloured()}
	f(out)
	return out.Err
}

// Warn prints a warning, unless --quiet is set.
func (c *Console) Warn(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintf(c.Err, "bridgehop: %s\n", Visible(fmt.Sprintf(format, args...)))
	}
}

// Text prints for people; Err is the first write that failed.
type Text struct {
	W   io.Writer
	Err error

	colour bool // W is a terminal that shows colours
}

// Colour is the escape sequence of a colour.
type Colour string

// The colours of labels.
const (
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Paint prints in a colour if colours are enabled.
func (t *Text) Paint(c Colour, s string) {
	if s = Visible(s); t.colour {
		s = "\x1b[" + string(c) + "m" + s + "\x1b[0m"
	}
	if t.Err == nil {
		_, t.Err = io.WriteString(t.W, s)
	}
}

// Printf prints, without characters that a terminal obeys.
func (t *Text) Printf(format string, args ...any) {
	if t.Err == nil {
		_, t.Err = io.WriteString(t.W, Visible(fmt.Sprintf(format, args...)))
	}
}

// Visible returns a text without characters that a terminal obeys: those of a corpus and of claims are others'.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, s)
}

// Clip shortens a text for people to n characters.
func Clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Count returns a number with a noun: 1 claim, 2 claims.
func Count[N int | int64](n N, noun string) string {
	return fmt.Sprintf("%d %s", n, Agree(n, noun, noun+"s"))
}

// Agree returns the form of a word that agrees with a number: was or were.
func Agree[N int | int64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Round3 keeps three places after the point, so that no record shows noise.
func Round3(f float64) float64 { return float64(int64(f*1000+0.5)) / 1000 }

// PartSuffix is the suffix of an incomplete file.
const PartSuffix = ".part"

// WriteWhole writes a file atomically: an older file stays until the new one is complete, which has its mode. A link
// stays, and the file that it leads to is written. What is no regular file, such as a device or a pipe, is written
// into.
func WriteWhole(name string, write func(io.Writer) error) error {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	old, err := os.Lstat(name)
	if err == nil && !old.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644) // a link to no file yet makes it
		if err != nil {
			return fmt.Errorf("open output: %w", err)
		}
		return errors.Join(write(f), f.Close())
	}
	part := name + PartSuffix
	f, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("open output: %w", err)
	}
	if old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = write(f)
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return nil
}

// WriteFile writes a whole file as WriteWhole does, or writes to standard output for -.
func (c *Console) WriteFile(name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(c.Out)
	}
	return WriteWhole(name, write)
}

// SameFile reports whether two names are of the same file. It is false for a missing file.
func SameFile(a, b string) bool {
	at, aerr := os.Stat(a)
	bt, berr := os.Stat(b)
	return aerr == nil && berr == nil && os.SameFile(at, bt)
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// coloured reports whether a terminal may be written to in colour (no-color.org).
func coloured() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// Table prints rows of as many cells each, without characters that a terminal obeys, in columns that are two spaces
// apart.
func (c *Console) Table(rows [][]string) error {
	var table bytes.Buffer
	columns := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(columns, Visible(strings.Join(row, "\t")))
	}
	err := columns.Flush()
	_, werr := c.Out.Write(padding.ReplaceAll(table.Bytes(), nil))
	return errors.Join(err, werr)
}

var padding = regexp.MustCompile(`(?m) +$`)
