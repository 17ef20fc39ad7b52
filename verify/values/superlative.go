package values

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Table is a table of a page that has headers above its rows.
type Table struct {
	About  string // the page's title, the caption and the headings above the table
	Header []string
	Rows   [][]Element // each as long as Header; of a cell only ID and Text are read
}

// superlativeSure is the certainty of a finding of the family Superlative; docs/adr/0015 has the count it comes from.
const superlativeSure = .87

// superlatives maps a word to what it asks of a column: the least number rather than the greatest, or a date rather than a number.
var superlatives = func() map[string]struct{ least, dated bool } {
	out := map[string]struct{ least, dated bool }{}
	for _, line := range []struct {
		words        string
		least, dated bool
	}{
		{"most highest largest greatest biggest longest tallest deepest heaviest maximum", false, false},
		{"fewest least lowest smallest shortest shallowest lightest minimum", true, false},
		{"oldest earliest first", true, true},
		{"youngest newest latest last", false, true},
	} {
		for w := range set(line.words) {
			out[w] = struct{ least, dated bool }{line.least, line.dated}
		}
	}
	return out
}()

// measured maps a superlative to the stems of headers of columns that it orders by itself.
var measured = func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for words, headers := range map[string]string{
		"longest shortest":           "length distance duration",
		"highest lowest tallest":     "height elevation altitude",
		"oldest youngest newest":     "age born birth year founded established built opened launched",
		"earliest latest first last": "date year time day opened founded established built completed released",
		"largest biggest smallest":   "area population size capacity",
		"heaviest lightest":          "weight mass",
		"deepest shallowest":         "depth",
	} {
		stems := map[string]bool{}
		for h := range set(headers) {
			stems[stem(h)] = true
		}
		for w := range set(words) {
			out[w] = stems
		}
	}
	return out
}()

var (
	denying = set("not never neither nor none no except")
	totals  = set("total totals sum average overall")
	// rankStems has the stems of headers of ranks.
	rankStems = set("rank ranking plac position po seed standing")
)

// HasSuperlative reports whether a claim has exactly one superlative and denies nothing: only then Judge reads Page.Tables.
func HasSuperlative(claim string) bool {
	return superlativeAt(split(claim)) >= 0
}

// superlativeAt returns the index of the claim's only superlative, -1 without one. "At least", "most of them" and "one of the longest" are
// none.
func superlativeAt(words []word) int {
	found := -1
	is := func(i int, text string) bool { return i >= 0 && i < len(words) && words[i].text == text }
	for i, w := range words {
		if denying[w.text] || strings.HasSuffix(w.text, "n't") {
			return -1
		}
		if _, ok := superlatives[w.text]; !ok || i == 0 || is(i-1, "at") {
			continue
		}
		if found >= 0 || w.text == "most" && is(i+1, "of") || is(i-2, "of") && is(i-1, "the") && is(i-3, "one") {
			return -1
		}
		found = i
	}
	return found
}

// ordering is a claim with a superlative as it is put to one table.
type ordering struct {
	*Table
	page   int
	claim  string
	words  []word
	values []Value
	at     int         // the superlative
	nth    int         // 2 of "the second longest"; else 1
	column int         // that it orders
	of     []Value     // the numbers of that column by row; those of Kind 0 and Said "" are missing
	spans  []namedRows // the cells that the claim names
	figure *Value      // the number that the claim says the answer is; may be nil
}

// namedRows are words of the claim that are all of a cell, and the rows with such a cell.
type namedRows struct {
	from, to int
	columns  []int
	rows     []int
}

// superlative checks a claim that names the row with the highest or lowest number of a column, or that number: "Holm is the longest bridge
// over the Marrow", "the highest cost of a bridge in Norway is 9 million". Every word of the claim must be one of the table or of the
// operation.
func superlative(c *parsed, page int, t *Table) (Finding, bool) {
	q := &ordering{Table: t, page: page, claim: c.Text, words: c.words, values: c.values, at: superlativeAt(c.words), nth: 1}
	if q.at < 0 || len(t.Rows) < 2 || !q.chooseColumn() {
		return Finding{}, false
	}
	q.findSpans()
	if !q.findFigure() {
		return Finding{}, false
	}
	subject, rows, ok := q.subject()
	if !ok || subject == nil && q.figure == nil || !q.explained() {
		return Finding{}, false
	}
	return q.judge(subject, rows)
}

// chooseColumn finds the one column that the superlative orders: that whose header the claim says right behind it, else the one that it
// measures by itself.
func (q *ordering) chooseColumn() bool {
	word := q.words[q.at].text
	for _, fits := range []func(stems []string) bool{
		q.names,
		func(stems []string) bool {
			return slices.ContainsFunc(stems, func(s string) bool { return measured[word][s] })
		},
	} {
		n := 0
		for c, h := range q.Header {
			if !fits(headerStems(h)) {
				continue
			}
			if of, ok := q.numbers(c); ok {
				q.column, q.of = c, of
				n++
			}
		}
		if n > 0 {
			return n == 1
		}
	}
	return false
}

// headerStems returns the stems of a header's open words without what stands in parentheses.
func headerStems(header string) (out []string) {
	header, _, _ = strings.Cut(header, "(")
	for _, w := range split(header) {
		if w.kind != mark && !closed[w.text] {
			out = append(out, stem(w.text))
		}
	}
	return out
}

// names reports whether the claim says all words of a header, one of them right behind the superlative if that asks for a number: "most
// titles", "highest number of titles".
func (q *ordering) names(stems []string) bool {
	behind := q.at + 1
	for behind < len(q.words) && (q.words[behind].text == "number" || q.words[behind].text == "of" || q.words[behind].text == "the") {
		behind++
	}
	adjoins := superlatives[q.words[q.at].text].dated
	for _, s := range stems {
		if rankStems[s] { // the highest rank is the lowest number
			return false
		}
		said := false
		for i, w := range q.words {
			if i != q.at && alikeStems(stem(w.text), s) {
				said, adjoins = true, adjoins || i >= behind && i < behind+2
			}
		}
		if !said {
			return false
		}
	}
	return adjoins && len(stems) > 0
}

// alikeStems reports whether two stems are equal or one begins with the other: attend, attendance.
func alikeStems(a, b string) bool {
	n := min(len(a), len(b))
	return a == b || n >= 4 && a[:n] == b[:n] && max(len(a), len(b))-n <= 5
}

// numbers reads a column: dates if the superlative asks for them, else numbers. It is not ok unless two thirds of the cells that aren't
// empty have one, and all can be compared. Rows that sum others up have none. Four digits are a year only where the column has no other
// bare numbers.
func (q *ordering) numbers(column int) ([]Value, bool) {
	unit := ""
	header := split(q.Header[column])
	if open := slices.IndexFunc(header, func(w word) bool { return w.text == "(" }); open >= 0 {
		unit = unitIn(header[open+1:])
	}
	out := make([]Value, len(q.Rows))
	filled, bare := 0, false
	for r, row := range q.Rows {
		if totals[strings.ToLower(strings.Trim(row[0].Text, " :."))] || strings.TrimSpace(row[column].Text) == "" {
			continue
		}
		filled++
		out[r], _ = cellValue(row[column].Text)
		bare = bare || out[r].Kind == kindCount && out[r].Said != ""
	}
	dated := superlatives[q.words[q.at].text].dated
	read := 0
	var first *Value
	for r := range out {
		v := &out[r]
		if bare && v.Kind == Date && isYear(&word{kind: digits, text: v.Said}) {
			*v = Value{Kind: kindCount, Number: float64(v.Year), Lo: float64(v.Year), Hi: float64(v.Year), Said: v.Said}
		}
		if v.Said == "" || (v.Kind == Date) != dated {
			*v = Value{}
			continue
		}
		*v = withUnit(*v, unit)
		if first == nil {
			first = v
		} else if _, err := Compare(first, v); err != nil {
			return nil, false
		}
		read++
	}
	return out, read > 1 && read*3 >= filled*2
}

// cellValue returns the only value of a cell outside parentheses.
func cellValue(text string) (Value, bool) {
	text, _, _ = strings.Cut(text, "(")
	all := Read(text)
	if len(all) != 1 || len(split(text[:all[0].At])) > 1 {
		return Value{}, false
	}
	return all[0], true
}

// findSpans finds the cells of other columns that the claim names in full. A span inside a longer one doesn't count.
func (q *ordering) findSpans() {
	for r, row := range q.Rows {
		for c := range row {
			name := openName(row[c].Text)
			if c == q.column || len(name) == 0 {
				continue
			}
			from, to := findWords(q.words, name)
			if to == 0 || from <= q.at && to > q.at {
				continue
			}
			k := slices.IndexFunc(q.spans, func(s namedRows) bool { return s.from == from && s.to == to })
			if k < 0 {
				k = len(q.spans)
				q.spans = append(q.spans, namedRows{from: from, to: to})
			}
			s := &q.spans[k]
			s.columns = append(s.columns, c)
			if !slices.Contains(s.rows, r) {
				s.rows = append(s.rows, r)
			}
		}
	}
	all := slices.Clone(q.spans)
	q.spans = slices.DeleteFunc(q.spans, func(s namedRows) bool {
		return slices.ContainsFunc(all, func(o namedRows) bool { return o.from <= s.from && o.to >= s.to && o.to-o.from > s.to-s.from })
	})
	slices.SortFunc(q.spans, func(a, b namedRows) int { return a.from - b.from })
}

// openName returns the words of a cell that can name a row: it has letters or is a date, and isn't made of closed words.
func openName(text string) []string {
	name := nameOf(text)
	for _, w := range name {
		if !closed[w] && !isDigit(w[0]) {
			return name
		}
	}
	if v := Read(text); len(v) == 1 && v[0].Kind == Date {
		return name
	}
	return nil
}

// findFigure finds the number that a claim states, and whether the superlative is a second or third one. It isn't ok if a number can't be
// of the column, or there are several.
func (q *ordering) findFigure() bool {
	about := Read(q.About)
	for i := range q.values {
		v := &q.values[i]
		named := slices.ContainsFunc(q.spans, func(s namedRows) bool { return q.words[s.from].at <= v.At && q.words[s.to-1].end >= v.End })
		switch {
		case named || v.At <= q.words[q.at].at && v.End >= q.words[q.at].end:
		case slices.ContainsFunc(about, func(o Value) bool { return o.Said == v.Said }):
		case v.Kind == Ordinal && v.End <= q.words[q.at].at && q.words[q.at].at-v.End == 1:
			q.nth = int(v.Number)
		case q.figure != nil || v.Kind == Ordinal || v.Kind == Date && v.Bound != boundExactly: // of those before 1900
			return false
		default:
			q.figure = v
		}
	}
	if q.figure == nil {
		return q.nth >= 1
	}
	first := slices.IndexFunc(q.of, func(v Value) bool { return v.Said != "" })
	_, err := Compare(q.figure, &q.of[first])
	return err == nil && q.nth >= 1
}

// subject returns the span that the claim says to have the highest number, nil if it states only the number, and the rows that the other
// spans narrow the table to. The subject stands before the superlative ("Holm is the longest"), or last behind a copula ("the longest is
// Holm"). If the claim states a number, it needs the copula: in "Holm's highest toll was 3", Holm narrows.
func (q *ordering) subject() (subject *namedRows, rows []int, ok bool) {
	for r := range q.Rows {
		if q.of[r].Said != "" {
			rows = append(rows, r)
		}
	}
	least := 2
	for i := range q.spans {
		s := &q.spans[i]
		is := slices.ContainsFunc(q.words[min(q.at, s.to):max(q.at, s.from)], func(w word) bool { return copula(&w) })
		switch {
		case s.to <= q.at && (is || q.figure == nil), s.from > q.at && is && i == len(q.spans)-1 && q.figure == nil:
			if subject != nil {
				return nil, nil, false
			}
			subject = s
		default:
			rows = slices.DeleteFunc(rows, func(r int) bool { return !slices.Contains(s.rows, r) })
			least = 1 + b2i(q.figure == nil)
		}
	}
	return subject, rows, len(rows) >= least
}

// explained reports whether every word of the claim is one of the operation, of the table's title or caption, of a cell that is named, or
// of its header.
func (q *ordering) explained() bool {
	about := stemsOf(split(q.About))
	columns := []int{q.column, 0}
	for _, s := range q.spans {
		columns = append(columns, s.columns...)
	}
	for i, w := range q.words {
		s := stem(w.text)
		switch {
		case i == q.at, w.kind == mark, closed[w.text], saying[w.text], about[s], w.text == "number":
		case !superlatives[q.words[q.at].text].dated && (i == q.at-1 || i == q.at-2 && closed[q.words[q.at-1].text]): // won the most
		case slices.ContainsFunc(q.spans, func(o namedRows) bool { return o.from <= i && i < o.to }):
		case slices.ContainsFunc(q.values, func(v Value) bool { return v.At <= w.at && v.End >= w.end }):
		case slices.ContainsFunc(columns, func(c int) bool {
			return slices.ContainsFunc(headerStems(q.Header[c]), func(h string) bool {
				return alikeStems(s, h)
			})
		}):
		default:
			return false
		}
	}
	return true
}

// judge orders the rows and compares the one that the superlative asks for with what the claim says.
func (q *ordering) judge(subject *namedRows, rows []int) (Finding, bool) {
	word := superlatives[q.words[q.at].text]
	slices.SortStableFunc(rows, func(a, b int) int {
		if word.least {
			a, b = b, a
		}
		return cmp.Compare(q.of[b].Lo, q.of[a].Lo)
	})
	if q.nth > len(rows) {
		return Finding{}, false
	}
	top := rows[q.nth-1]
	ties := func(r int) bool { return q.of[r].Lo == q.of[top].Lo && q.of[r].Hi == q.of[top].Hi }
	if q.nth > 1 && (ties(rows[q.nth-2]) || q.nth < len(rows) && ties(rows[q.nth])) {
		return Finding{}, false
	}
	f := Finding{Family: Superlative, Operation: "highest", Attribute: q.Header[q.column], Agrees: true, Sure: superlativeSure}
	f.Operands = []Operand{q.operand(top)}
	if word.least {
		f.Operation = "lowest"
	}
	var said []string
	if subject != nil {
		said = append(said, q.claim[q.words[subject.from].at:q.words[subject.to-1].end])
		own := slices.DeleteFunc(slices.Clone(rows), func(r int) bool { return !slices.Contains(subject.rows, r) })
		if len(own) == 0 {
			return f, false
		}
		if f.Agrees = slices.ContainsFunc(own, ties); !f.Agrees {
			f.Operands = append(f.Operands, q.operand(own[0]))
		}
	}
	if q.figure != nil {
		said = append(said, q.figure.Said)
		meets, err := meets(q.figure, &q.of[top])
		f.Agrees = f.Agrees && meets && err == nil
	}
	f.Claimed = strings.Join(said, ", ")
	return f, true
}

// operand returns the number of a row, with the row's name: its first other cell with letters.
func (q *ordering) operand(row int) Operand {
	cell := q.Rows[row][q.column]
	o := Operand{Value: q.of[row].Said, Page: q.page, Element: cell.ID}
	if q.of[row].Kind == kindQuantity {
		o.Unit = q.of[row].Unit
	}
	for c, x := range q.Rows[row] {
		if c != q.column && strings.ContainsFunc(x.Text, unicode.IsLetter) {
			o.Subject = x.Text
			break
		}
	}
	return o
}
