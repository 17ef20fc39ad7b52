package console

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// gap stands between the columns of a table, and narrow is the least that a column is folded to.
const (
	gap    = 2
	narrow = 8
)

// Table prints rows as a table, folded at the width of a terminal.
func (c *Console) Table(rows [][]string) error {
	width := 0
	if f, ok := c.Out.(*os.File); ok {
		width, _, _ = term.GetSize(int(f.Fd())) // 0 of what is no terminal
	}
	return WriteTable(c.Out, rows, width)
}

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
	var lines []string
	line, n := "", 0
	flush := func() {
		if n > 0 {
			lines = append(lines, line)
		}
		line, n = "", 0
	}
	for _, word := range strings.Fields(text) {
		r := []rune(word)
		if n > 0 && n+1+len(r) > width {
			flush()
		}
		for len(r) > width { // n is 0
			line, n, r = string(r[:width]), width, r[width:]
			flush()
		}
		if n > 0 {
			line, n = line+" ", n+1
		}
		line, n = line+string(r), n+len(r)
	}
	flush()
	return lines
}
