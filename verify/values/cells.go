package values

import (
	"cmp"
	"slices"
	"strings"
)

// cellContext is what the place of a cell in its table says of its value.
type cellContext struct {
	header   string
	label    []string // stems of the words of its headers
	row      string   // as the table has it; empty for the subject of the page
	from, to int      // words of the claim that name the row
}

// readCell reads a cell whose header has only words of the claim, or names an attribute that the claim speaks of. Cited cells are read in
// any case.
func (r *evidence) readCell(page int, x Element, w *interest) {
	if x.Uncited && !strings.ContainsAny(x.Cell.Text, "0123456789") {
		return
	}
	c := cellContext{header: x.Cell.Label, row: x.Cell.Row}
	var of attribute
	unit := ""
	said := 0
	header := split(x.Cell.Label)
	for i, t := range header {
		if t.kind == mark && t.text == "(" {
			unit = unitIn(header[i+1:])
		}
		if t.kind != letters || closed[t.text] || unit != "" {
			continue
		}
		if a := cmp.Or(cues[t.text], more[t.text]); a != "" && len(t.text) > 1 && of == "" {
			of = a
		}
		s := stem(t.text)
		c.label = append(c.label, s)
		said += b2i(w.stems[s])
	}
	asked := len(c.label) > 0 && said == len(c.label) || of != "" && w.asked[of]
	if x.Uncited && !asked {
		return
	}
	if c.row != "" {
		if c.from, c.to = findWords(w.words, nameOf(c.row)); c.to == 0 && x.Uncited {
			return
		}
	}
	e := newElement(page, leadElements, x)
	var facts []fact
	if asked && (c.row == "" || c.to > 0) {
		facts = cellFacts(x.Cell.Text, unit, of, &c)
	}
	if len(facts) > 0 || !x.Uncited {
		r.add(e, facts)
	}
}

// unitIn returns the unit that a header has in parentheses, as in "height (m)"; empty without one.
func unitIn(words []word) string {
	end := slices.IndexFunc(words, func(w word) bool { return w.text == ")" })
	if end <= 0 {
		return ""
	}
	r := parser{words: words}
	if _, n := r.unit(0); n == end {
		return words[0].text
	}
	return ""
}

// cellFacts returns the values of a cell as facts. Bare numbers get the unit of the header.
func cellFacts(text, unit string, of attribute, c *cellContext) []fact {
	var out []fact
	for _, v := range Read(text) {
		v = withUnit(v, unit)
		f := fact{value: v, sure: .9, cell: c}
		switch {
		case of.fits(&v):
			f.attribute = of
		case of == length && duration.fits(&v):
			f.attribute = duration
		}
		out = append(out, f)
	}
	if of == length {
		if f, ok := clock(text, 0); ok {
			f.cell = c
			out = append(out, f)
		}
	}
	return out
}

// withUnit returns a bare number as a quantity of the unit, other values as they are.
func withUnit(v Value, unit string) Value {
	if v.Kind != kindCount || unit == "" {
		return v
	}
	if q := Read(v.Said + " " + unit); len(q) == 1 && q[0].Kind == kindQuantity {
		q[0].Said, q[0].At, q[0].End, q[0].Bound, q[0].About = v.Said, v.At, v.End, v.Bound, v.About
		return q[0]
	}
	return v
}

// labelled returns the facts of cells whose header consists of words of the claim, for a subject or for a row that the claim names: of "was
// first lit in 1870" those under "First lit". Of several headers it takes the longest. A claim's count of something, "lost five games", is
// answered only under a header that says what is counted, or the word before it.
func (r *evidence) labelled(stems map[string]bool, m mention, v *Value, before string) []fact {
	var out []fact
	most := 0
	for _, f := range r.facts {
		if f.cell == nil || len(f.cell.label) == 0 || v != nil && !sameKind(&f.value, v) {
			continue
		}
		says := func(s string) bool { return slices.Contains(f.cell.label, s) }
		if v != nil && v.Kind == kindCount && v.Unit != "" && !says(v.Unit) && !says(before) {
			continue // so many of something else
		}
		if v == nil && (f.page != m.page || f.cell.row != m.row) { // a side of a comparison
			continue
		}
		if f.cell.row == "" && f.page != m.page || f.cell.row != "" && m.row != "" && f.cell.row != m.row {
			continue
		}
		if slices.ContainsFunc(f.cell.label, func(s string) bool { return !stems[s] }) {
			continue
		}
		if f.cell.row != "" && f.page != m.page { // of a page that the claim doesn't name
			f.sure *= .8
		}
		most = max(most, len(f.cell.label))
		out = append(out, f)
	}
	out = slices.DeleteFunc(out, func(f fact) bool { return len(f.cell.label) < most })
	slices.SortStableFunc(out, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
	return out
}

// sameKind reports whether a cell's value is of the kind of the claim's. A count without a noun may be a quantity.
func sameKind(x, claimed *Value) bool {
	return x.Kind == claimed.Kind || claimed.Kind == kindCount && x.Kind == kindQuantity && claimed.Unit == ""
}
