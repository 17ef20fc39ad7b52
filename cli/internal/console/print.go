package console

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// Print prints a record as JSON with --json, else for people by f; on a terminal, long lines are folded.
func (c *Console) Print(record any, f func(*Text)) error {
	if c.JSON {
		return WriteJSON(c.Out, record)
	}
	width := terminalWidth(c.Out)
	if width == 0 {
		out := &Text{W: c.Out}
		f(out)
		return out.Err
	}
	var lines strings.Builder
	out := &Text{W: &lines, colour: coloured()}
	f(out)
	_, err := io.WriteString(c.Out, fold(lines.String(), width))
	return errors.Join(out.Err, err)
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

// WriteWhole writes a file atomically: an older file stays until the new one is complete, which has its mode. A link stays, and the file
// that it leads to is written. What is no regular file, such as a device or a pipe, is written into.
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

// terminalWidth returns the width in characters of the terminal w; 0 if w is none.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// coloured reports whether a terminal may be written to in colour (no-color.org).
func coloured() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// fold breaks lines between words so that they fit into width if possible. The rest of a line is indented below its first word.
func fold(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) <= width {
			b.WriteString(line)
			continue
		}
		body := strings.TrimLeft(line, " ")
		lead := len(line) - len(body)
		indent := min(lead+4, width/2)
		lines := Wrap(strings.Split(strings.TrimSuffix(body, "\n"), " "), width-lead, width-indent)
		b.WriteString(line[:lead] + strings.Join(lines, "\n"+strings.Repeat(" ", indent)) + "\n")
	}
	return b.String()
}

// Wrap puts words into lines, the first one of at most so many characters if possible, and the rest likewise.
func Wrap(words []string, first, rest int) (lines []string) {
	width := first
	for i, word := range words {
		last := len(lines) - 1
		if i == 0 || utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) > width {
			if i > 0 {
				width = rest
			}
			lines = append(lines, word)
			continue
		}
		lines[last] += " " + word
	}
	return lines
}

// gap stands between the columns of a table, and narrow is the least that a column is folded to.
const (
	gap    = 2
	narrow = 8
)

// Table prints rows as a table, folded at the width of a terminal.
func (c *Console) Table(rows [][]string) error { return WriteTable(c.Out, rows, terminalWidth(c.Out)) }

// WriteTable prints rows of as many cells each, in columns. With width above 0, cells are folded by words so that a line is not wider
// than that, as long as the columns are not too many.
func WriteTable(w io.Writer, rows [][]string, width int) error {
	if len(rows) == 0 {
		return nil
	}
	widths := columnWidths(rows, width)
	out := bufio.NewWriter(w)
	for _, row := range rows {
		cells, lines := make([][]string, len(row)), 1
		for i, cell := range row {
			cells[i] = foldCell(cell, widths[i])
			lines = max(lines, len(cells[i]))
		}
		for n := range lines {
			pad := 0
			for i, cell := range cells {
				if n < len(cell) && cell[n] != "" {
					fmt.Fprintf(out, "%*s%s", pad, "", cell[n])
					pad = -utf8.RuneCountInString(cell[n])
				}
				pad += widths[i] + gap
			}
			out.WriteByte('\n')
		}
	}
	return out.Flush()
}

// columnWidths returns those of the longest cells; where that is too much, each column has the same share of what the narrower
// ones leave.
func columnWidths(rows [][]string, width int) []int {
	natural := make([]int, len(rows[0]))
	order := make([]int, len(natural))
	for i := range natural {
		order[i] = i
		for _, row := range rows {
			natural[i] = max(natural[i], utf8.RuneCountInString(row[i]))
		}
	}
	if width <= 0 {
		return natural
	}
	slices.SortStableFunc(order, func(a, b int) int { return natural[a] - natural[b] })
	left := width - gap*(len(natural)-1)
	for n, i := range order {
		natural[i] = min(natural[i], max(left/(len(order)-n), narrow))
		left -= natural[i]
	}
	return natural
}

// foldCell breaks a text into lines of no more than width characters, between words where it can.
func foldCell(text string, width int) []string {
	if utf8.RuneCountInString(text) <= width {
		return []string{text}
	}
	var words []string
	for _, word := range strings.Fields(text) {
		r := []rune(word)
		for ; len(r) > width; r = r[width:] {
			words = append(words, string(r[:width]))
		}
		words = append(words, string(r))
	}
	return Wrap(words, width, width)
}
