package values

import (
	"math"
	"slices"
	"strings"
)

// Table is a table, read once for any number of claims: its cells by their words, and its columns as numbers.
type Table struct {
	Title, Caption string
	Header         []string
	Cells          [][]string // rows below the header; a row may be short
	columns        []column
	at             map[string][]posting
	about          map[string]bool // stems of the title and the caption
	total          []bool          // rows that sum others up
}

// column is a column as numbers. A cell without one is NaN.
type column struct {
	kind    columnKind
	stems   []string // of its header
	name    []string // those of them that are open words and not in parentheses
	numbers []float64
	filled  int     // cells with a number
	unit    measure // of its numbers, where the cells or the header have one
}

type columnKind uint8

const (
	textual columnKind = iota
	numeric
	dates
	ranks
	position // the place of a row in the table: a column of its own
)

// posting is where a word stands: the row, the column and the place among the words of the cell, and how many these are.
type posting struct{ row, column, place, of int32 }

// NewTable reads a table.
func NewTable(title, caption string, header []string, cells [][]string) *Table {
	t := &Table{Title: title, Caption: caption, Header: header, Cells: cells, at: map[string][]posting{}, about: map[string]bool{}}
	for _, w := range terms(title + " " + caption) {
		t.about[w.stem] = true
	}
	for c, h := range header {
		col := column{numbers: make([]float64, len(cells))}
		for _, w := range terms(h) {
			col.stems = append(col.stems, w.stem)
		}
		bare, _, _ := strings.Cut(h, "(")
		for _, w := range terms(bare) {
			if !closed[w.text] {
				col.name = append(col.name, w.stem)
			}
		}
		t.read(c, &col)
		t.columns = append(t.columns, col)
	}
	for _, row := range cells {
		first := ""
		if i := slices.IndexFunc(row, func(text string) bool { return text != "" }); i >= 0 {
			first = strings.ToLower(strings.Trim(row[i], " :."))
		}
		t.total = append(t.total, totals[first])
	}
	place := column{kind: position, numbers: make([]float64, len(cells)), filled: len(cells)}
	for r := range cells {
		place.numbers[r] = float64(r)
	}
	t.columns = append(t.columns, place)
	return t
}

var totals = set("total totals sum average overall")

// read indexes the cells of a column and decides what kind it is.
func (t *Table) read(c int, col *column) {
	kinds := [4]int{}
	said := 0
	for r, row := range t.Cells {
		col.numbers[r] = math.NaN()
		if c >= len(row) || row[c] == "" {
			continue
		}
		words := terms(row[c])
		for k, w := range words {
			t.at[w.stem] = append(t.at[w.stem], posting{int32(r), int32(c), int32(k), int32(len(words))})
		}
		x, kind := cellNumber(row[c])
		if len(words) > 0 {
			said++
		}
		if kind != textual {
			col.numbers[r] = x
			col.filled++
			kinds[kind]++
		}
	}
	col.unit = t.unit(c)
	best := numeric
	for k := numeric; k <= ranks; k++ {
		if kinds[k] > kinds[best] {
			best = k
		}
	}
	if kinds[best]*3 >= said*2 && kinds[best] > 0 {
		col.kind = best
		col.blur(t, c)
	} else {
		col.filled = 0
	}
	if col.kind == numeric && len(col.stems) == 1 && slices.Contains([]string{"rank", "plac", "po", "position", "pick", "seed"}, col.stems[0]) {
		col.kind = ranks
	}
}

// unit is that of the first cell of a column with a number, or of its header: Length (m), Weeks on chart. Numbers of cells with a unit are of its base.
func (t *Table) unit(c int) measure {
	for _, row := range t.Cells {
		if c >= len(row) {
			continue
		}
		if v := Read(row[c]); len(v) > 0 && v[0].Kind == Quantity {
			return measure{v[0].Unit, 1}
		} else if len(v) > 0 {
			break
		}
	}
	h := reader{words: split(t.Header[c])}
	for i, w := range h.words {
		if m, n := h.unit(i); n > 0 && (len(w.text) > 3 || h.is(i-1, "(") && h.is(i+n, ")")) {
			return m
		}
	}
	return measure{}
}

// blur drops the cells that are of another kind than their column.
func (c *column) blur(t *Table, at int) {
	for r := range c.numbers {
		if at < len(t.Cells[r]) && !math.IsNaN(c.numbers[r]) {
			if _, k := cellNumber(t.Cells[r][at]); k == dates && c.kind != dates || k != dates && c.kind == dates {
				c.numbers[r] = math.NaN()
				c.filled--
			}
		}
	}
}

// cellNumber is a cell as a number: a date as days, a time of hours, minutes and seconds as seconds, an ordinal as its rank, and of other
// cells the number they begin with.
func cellNumber(text string) (float64, columnKind) {
	if x, ok := clock(text); ok {
		return x, numeric
	}
	read := Read(text)
	if len(read) == 0 {
		return 0, textual
	}
	v := &read[0]
	lead := strings.TrimFunc(text[:v.At], func(r rune) bool { return strings.ContainsRune(" ($£€¥₹-+~=#\"'", r) })
	switch {
	case len(split(lead)) > 1:
		return 0, textual
	case v.Kind == Date && v.Precision == MonthDay:
		return float64(31*v.Month + v.Day), dates
	case v.Kind == Date && v.Precision == Year && v.At == 0 && v.End == len(text):
		return v.Lo, dates
	case v.Kind == Date:
		return v.Lo, dates
	case v.Kind == Ordinal:
		return v.Number, ranks
	}
	return v.Number, numeric
}

// clock reads 2:05, 1:02:03.5 as seconds.
func clock(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	sum := 0.0
	for _, p := range parts {
		r := reader{words: split(strings.TrimSpace(p))}
		if len(r.words) != 1 || r.words[0].kind != digits {
			return 0, false
		}
		x, _, n := r.written(0)
		if n == 0 {
			return 0, false
		}
		sum = sum*60 + x
	}
	return sum, true
}

// cell is the text of a cell, "" outside a short row.
func (t *Table) cell(row, column int) string {
	if row < len(t.Cells) && column < len(t.Cells[row]) {
		return t.Cells[row][column]
	}
	return ""
}

// term is a word that can be matched: a stem, or a number without its commas.
type term struct {
	stem string
	word
}

// terms are the words of a text without marks. Small numbers in words are digits.
func terms(text string) []term {
	var out []term
	for _, w := range split(text) {
		if w.kind == mark {
			continue
		}
		out = append(out, term{termOf(w), w})
	}
	return out
}

func termOf(w word) string {
	if w.kind == digits {
		s := strings.ReplaceAll(w.text, ",", "")
		if at := strings.IndexByte(s, '.'); at >= 0 {
			s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
		}
		return s
	}
	if x, ok := small[w.text]; ok && x <= 20 {
		return itoa(int(x))
	}
	if m := months[w.text]; m > 0 && w.text != "may" && w.text != "mar" {
		return monthTerms[m]
	}
	return stem(w.text)
}
