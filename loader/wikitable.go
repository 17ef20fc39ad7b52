package loader

import (
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// maxTableNesting bounds the depth of tables within cells; deeper tables are dropped.
const maxTableNesting = 16

// readTable reads a table; open is its first line. It returns how many of the following lines belong to the table. A
// table that is not closed ends with the page.
func (w *wikiWalk) readTable(open string, lines []string, depth int) int {
	t := &tableReader{w: w, n: w.table(strings.Contains(open, "infobox"))}
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if n, ok := w.isBoxLine(line); ok {
			w.box(n)
			continue
		}
		switch {
		case strings.HasPrefix(line, "|}"):
			t.end()
			return i + 1
		case strings.HasPrefix(strings.TrimLeft(line, ":"), "{|"):
			if depth+1 < maxTableNesting {
				i += w.readTable(line, lines[i+1:], depth+1)
			} else {
				i += skipTable(lines[i+1:])
			}
		default:
			t.line(line)
		}
	}
	t.end()
	return len(lines)
}

// closeTables ends each table that is not closed at the next heading, or at the next empty line after which no row
// follows.
func closeTables(lines []string, unclosed marksLeft) []string {
	var open []int
	for i, line := range lines {
		switch {
		case opensTable(line):
			open = append(open, i)
		case len(open) > 0 && strings.HasPrefix(strings.TrimSpace(line), "|}"):
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return lines
	}
	out := make([]string, 0, len(lines)+len(open))
	ends := 0 // of the tables that are open at a line
	for i, line := range lines {
		if ends > 0 && (isHeading(strings.TrimSpace(line)) && line[0] == '=' || i > 0 &&
			strings.TrimSpace(line) == "" && strings.TrimSpace(lines[i-1]) != "" && !rowFollows(lines[i+1:])) {
			for ; ends > 0; ends-- {
				out = append(out, "|}")
			}
		}
		if len(open) > 0 && open[0] == i {
			open, ends = open[1:], ends+1
			unclosed["{|"]++
		}
		out = append(out, line)
	}
	return out
}

// rowFollows reports whether the next line that isn't empty belongs to a table.
func rowFollows(lines []string) bool {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return line[0] == '|' || line[0] == '!' || strings.HasPrefix(line, boxMark)
		}
	}
	return false
}

// skipTable returns the number of lines up to the end of a table.
func skipTable(lines []string) int {
	depth := 1
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "{|") {
			depth++
		} else if strings.HasPrefix(l, "|}") {
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(lines)
}

// tableReader reads the lines of one table.
type tableReader struct {
	w     *wikiWalk
	n     int // its number
	rows  [][]graph.Cell
	begun bool       // the last of rows may get more cells
	cell  *tableCell // that is open, or nil
}

// tableCell is a cell or caption: its attributes and the lines of its text.
type tableCell struct {
	caption, header bool
	shape           string
	text            []string
}

func (t *tableReader) line(line string) {
	switch {
	case strings.HasPrefix(line, "|+"):
		t.open(line[2:], tableCell{caption: true})
	case strings.HasPrefix(line, "|-"):
		t.close()
		t.begun = false
	case strings.HasPrefix(line, "|"):
		t.cells(line[1:], false)
	case strings.HasPrefix(line, "!"):
		t.cells(line[1:], true)
	case t.cell != nil:
		t.cell.text = append(t.cell.text, line)
	}
}

// cells reads the cells of a line.
func (t *tableReader) cells(line string, header bool) {
	for _, p := range splitOutside(line, "||", "[") {
		if !header {
			t.open(p, tableCell{})
			continue
		}
		for _, p := range splitOutside(p, "!!", "[") {
			t.open(p, tableCell{header: true})
		}
	}
}

// open begins a cell: attributes, which end with a bar outside a link, and text.
func (t *tableReader) open(text string, c tableCell) {
	t.close()
	if i := strings.IndexByte(text, '|'); i >= 0 && !strings.Contains(text[:i], "[[") {
		c.shape, text = text[:i], text[i+1:]
	}
	c.text = []string{text}
	t.cell = &c
}

// close ends the open cell.
func (t *tableReader) close() {
	c := t.cell
	if c == nil {
		return
	}
	t.cell = nil
	in := &inline{}
	for _, l := range c.text {
		t.w.inline(strings.TrimLeft(strings.TrimSpace(l), "*#:;"), in, 0)
		in.text("\n")
	}
	t.w.captions = nil // of pictures in tables
	if c.caption {
		tab := &t.w.page.Tables[t.n]
		tab.Caption, tab.CaptionLinks = in.whole()
		return
	}
	if !t.begun {
		t.rows, t.begun = append(t.rows, []graph.Cell{}), true
	}
	r := len(t.rows) - 1
	rowSpan, columnSpan := spanOf(c.shape, rowSpanOf, maxRowSpan), spanOf(c.shape, columnSpanOf, maxColumnSpan)
	t.rows[r] = append(t.rows[r], in.cell(r, len(t.rows[r]), rowSpan, columnSpan, c.header))
}

func (t *tableReader) end() {
	t.close()
	t.w.page.Tables[t.n].Rows = t.rows
}

// Attributes of a cell, which may stand among others: rowspan="2" or rowspan=2.
var (
	rowSpanOf    = regexp.MustCompile(`(?i)\browspan *= *["']?(\d+)`)
	columnSpanOf = regexp.MustCompile(`(?i)\bcolspan *= *["']?(\d+)`)
)

// spanOf returns the value of an attribute, 1 if a cell has none.
func spanOf(shape string, attribute *regexp.Regexp, most int) int {
	if m := attribute.FindStringSubmatch(shape); m != nil {
		return span(m[1], most)
	}
	return 1
}
