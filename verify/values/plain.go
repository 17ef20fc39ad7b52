package values

import (
	"math"
	"slices"
)

// extremes are the words of a superlative: whether they ask for the least number, and whether they ask of dates.
var extremes = func() map[string]struct{ least, dated bool } {
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

// Words that say which operation a claim means.
var (
	adding    = set("total sum combined altogether together")
	averaging = set("average mean")
	counting  = set("more fewer")
	everyone  = set("all every each")
	denying   = set("not never neither nor none no except")
)

// meaning is an operation that a claim names with a word.
type meaning struct {
	word       int // the term that says so
	operations []operation
	least      bool
	dated      bool
	extreme    bool
	pair       bool  // of two rows
	columns    []int // that the word asks for
}

// meant reads which operation a claim names. It isn't ok where it names none or several, or denies something.
func (a *asked) meant() (out meaning, ok bool) {
	n := 0
	for i, t := range a.terms {
		m := meaning{word: i}
		e, extreme := extremes[t.text]
		switch {
		case denying[t.text]:
			return out, false
		case extreme && i > 0 && a.terms[i-1].text != "at": // neither "at least" nor "most of them"
			m.operations, m.extreme, m.least, m.dated = []operation{topIs, topValue}, true, e.least, e.dated
		case adding[t.text]:
			m.operations = []operation{sumIs}
		case averaging[t.text]:
			m.operations = []operation{meanIs}
		case counting[t.text] && slices.ContainsFunc(a.terms[i:], func(t term) bool { return t.text == "than" }): // more titles than
			m.operations, m.pair, m.least = []operation{ordered, differ}, true, t.text == "fewer"
		case everyone[t.text]:
			m.operations = []operation{allAre}
		default:
			continue
		}
		out = m
		n++
	}
	if n != 1 {
		return out, false
	}
	out.columns = a.columnsOf(&out)
	return out, len(out.columns) > 0
}

// Tabulates tells whether a claim has the word of an operation over a table: most, longest, total, all.
func Tabulates(claim string) bool {
	n := 0
	words := split(claim)
	than := slices.ContainsFunc(words, func(w word) bool { return w.text == "than" })
	for _, w := range words {
		if _, extreme := extremes[w.text]; extreme || counting[w.text] && than || adding[w.text] || averaging[w.text] || everyone[w.text] {
			n++
		}
	}
	return n == 1
}

// says tells that a term of the claim speaks of a header's word.
func (a *asked) says(i int, stem string) bool {
	return alikeStems(a.terms[i].stem, stem) || slices.Contains(measuredBy[a.terms[i].text], stem)
}

// behind tells that a term stands right behind the operation's word: most titles, highest number of titles.
func (a *asked) behind(m *meaning, i int) bool {
	at := m.word + 1
	for at < len(a.terms) && (a.terms[at].text == "number" || a.terms[at].text == "of" || a.terms[at].text == "the") {
		at++
	}
	return i >= at && i < at+2
}

// named tells whether the claim says all of a column's header: of numbers with a superlative right before it.
func (a *asked) named(m *meaning, c int) bool {
	adjoins := m.dated || !m.extreme && !m.pair
	for _, s := range a.table.columns[c].name {
		said := false
		for i := range a.terms {
			if i != m.word && a.says(i, s) {
				said, adjoins = true, adjoins || a.behind(m, i)
			}
		}
		if !said {
			return false
		}
	}
	return adjoins && len(a.table.columns[c].name) > 0
}

// fits tells that a column is of numbers, or of dates where a superlative asks for one. Of a table without rows only the headers count.
func (t *Table) fits(m *meaning, c int) bool {
	kind := t.columns[c].kind
	return len(t.Cells) == 0 || kind == numeric && !m.dated || kind == dates && (m.dated || !m.extreme)
}

// columnsOf are the columns that an operation's word asks for: those whose header the claim says, else those that measure what a superlative asks: longest, Length.
func (a *asked) columnsOf(m *meaning) (out []int) {
	for c := range a.table.Header {
		if a.table.fits(m, c) && a.named(m, c) {
			out = append(out, c)
		}
	}
	if len(out) > 0 || !m.extreme {
		return out
	}
	by := measuredBy[a.terms[m.word].text]
	for c := range a.table.Header {
		if a.table.fits(m, c) && slices.ContainsFunc(a.table.columns[c].name, func(s string) bool { return slices.Contains(by, s) }) {
			out = append(out, c)
		}
	}
	return out
}

// plainSure is the certainty of a program that a claim names: of TabFact's train statements that name the row with the highest or lowest number of a column, or that
// number, 154 of 167 are judged rightly.
const plainSure = .92

// plainest is the program that the claim names. There is none where programs that it names say different things, nor where a sum or a mean that it names
// is not the claim's: a column seldom is all that is added up.
func (s *search) plainest(m *meaning) (best *program, ok bool) {
	most, one := 0, true
	for i := range s.programs {
		p := &s.programs[i]
		n := s.spanned(p)
		switch {
		case !s.plainly(p, m) || n < most:
		case best == nil || n > most: // what reads more of the claim as names
			best, most, one = p, n, true
		case best.result != p.result:
			one = false
		}
	}
	return best, one && best != nil && (best.result || len(best.conds) == 0 || m.extreme)
}

// spanned counts the terms of the claim that a program's conditions are.
func (s *search) spanned(p *program) (n int) {
	for _, c := range p.conds {
		n += s.conds[c].to - s.conds[c].from
	}
	return n
}

// words that an operation over many rows needs in the claim, for it to be taken from a ranker's programs.
var needed = map[operation]map[string]bool{
	allAre: set("all every each only both always entire"), noneAre: set("no none not never neither without nor"), mostAre: set("most majority mostly half"),
}

// worded tells that the claim has the words of a program's operation, and that what it has most of is the program's column.
func (s *search) worded(p *program) bool {
	if by := needed[p.operation]; by != nil && !slices.ContainsFunc(s.terms, func(t term) bool { return by[t.text] }) {
		return false
	}
	for i, t := range s.terms {
		if (p.operation == topIs || p.operation == topValue) && (t.text == "most" || t.text == "fewest") && i+1 < len(s.terms) && !closed[s.terms[i+1].text] {
			return s.named(&meaning{word: i, operations: []operation{p.operation}}, p.column)
		}
	}
	return true
}

// plainly tells whether a program is what the claim says word for word: its operation and its column are named, its numbers are read, and all
// of its words are those of the program or of the table's title.
func (s *search) plainly(p *program, m *meaning) bool {
	if !slices.Contains(m.operations, p.operation) || !slices.Contains(m.columns, p.column) || s.unusedFigures(p) > s.figuresAt(m.word) {
		return false
	}
	switch {
	case (m.extreme || p.operation == ordered) && p.down != m.least:
		return false
	case p.operation == differ && p.result && p.got > 0 == m.least: // so many, but the other way
		return false
	case p.figure >= 0 && !s.figureFits(p):
		return false
	case slices.ContainsFunc(p.conds, func(c int) bool { return !s.conds[c].whole || s.numbered(c) }):
		return false
	}
	for i := range s.terms {
		if !s.explained(p, m, i) {
			return false
		}
	}
	return true
}

// figuresAt counts the figures at a term: first.
func (s *search) figuresAt(term int) (n int) {
	for i := range s.figures {
		n += b2i(s.figures[i].from <= term && term < s.figures[i].to)
	}
	return n
}

// figureFits tells that a program's number is one of its column, and not of another that the claim names before it: season 3.
func (s *search) figureFits(p *program) bool {
	f := &s.figures[p.figure]
	if math.IsNaN(f.in(&s.table.columns[p.column])) || (f.value.Kind == Date) != (s.table.columns[p.column].kind == dates) || (f.value.Bound == Exactly) == (p.operation == allAre) {
		return false
	}
	for c := range s.table.Header {
		if c != p.column && f.from > 0 && slices.Contains(s.table.columns[c].name, s.terms[f.from-1].stem) {
			return false
		}
	}
	return true
}

// numbered tells that a condition is a number of the claim that is no date.
func (s *search) numbered(c int) bool {
	k := &s.conds[c]
	return slices.ContainsFunc(s.figures, func(f figure) bool { return f.value.Kind != Date && f.from <= k.from && f.to >= k.to })
}

// explained tells that a program accounts for a term of the claim.
func (s *search) explained(p *program, m *meaning, i int) bool {
	t := &s.terms[i]
	if i == m.word || t.text == "number" || closed[t.text] || t.kind != letters && t.kind != digits || s.table.about[t.stem] || s.verb(p, m, i) {
		return true
	}
	if p.figure >= 0 && s.figures[p.figure].from <= i && i < s.figures[p.figure].to {
		return true
	}
	if slices.ContainsFunc(p.conds, func(c int) bool { return s.conds[c].from <= i && i < s.conds[c].to }) {
		return true
	}
	columns := []int{p.column, 0}
	for _, c := range p.conds {
		columns = append(columns, s.conds[c].column)
	}
	return slices.ContainsFunc(columns, func(c int) bool {
		return slices.ContainsFunc(s.table.columns[c].stems, func(h string) bool { return s.says(i, h) })
	})
}

// verb tells that a term is the verb of a superlative, "won the most", or the noun of "all".
func (s *search) verb(p *program, m *meaning, i int) bool {
	switch {
	case p.operation == topIs && !m.dated:
		return i == m.word-1 || i == m.word-2 && closed[s.terms[m.word-1].text]
	case p.operation == allAre:
		return i == m.word+1
	}
	return false
}
