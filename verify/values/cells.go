package values

import (
	"slices"
	"strings"
)

// cellFact is what a cell's place says of its value.
type cellFact struct {
	header   string
	label    []string // stems of the words of its headers
	row      string   // as the table has it; empty for the subject of the page
	from, to int      // words of the claim that name the row
}

// readCell reads a cell that says something the claim asks for: its header has words of the claim, or names an attribute that the claim speaks of.
func (r *reading) readCell(page int, x Element, w *wants) {
	if x.Aside && !strings.ContainsAny(x.Cell.Text, "0123456789") {
		return
	}
	c := cellFact{header: x.Cell.Label, row: x.Cell.Row}
	var of attribute
	unit := ""
	said := 0
	header := split(x.Cell.Label)
	if w.otherYear(header) {
		return
	}
	for i, t := range header {
		if t.kind == mark && t.text == "(" {
			unit = unitIn(header[i+1:])
		}
		if t.kind != letters || closed[t.text] || unit != "" {
			continue
		}
		if a := cues[t.text]; a != "" && len(t.text) > 1 && of == "" {
			of = a
		}
		s := stem(t.text)
		c.label = append(c.label, s)
		said += b2i(w.stems[s])
	}
	asked := len(c.label) > 0 && said == len(c.label) || of != "" && w.asked[of]
	if x.Aside && !asked {
		return
	}
	if c.row != "" {
		if c.from, c.to = find(w.words, nameOf(c.row)); c.to == 0 && x.Aside {
			return
		}
	}
	e := newElement(page, leadElements, x)
	var facts []fact
	if asked && (c.row == "" || c.to > 0) {
		facts = cellFacts(x.Cell.Text, unit, of, &c)
	}
	if len(facts) > 0 || !x.Aside {
		r.add(e, facts)
	}
}

// otherYear tells that a header is of another year than the claim speaks of.
func (w *wants) otherYear(header []word) bool {
	other := false
	for _, h := range header {
		if isYear(&h) {
			if slices.ContainsFunc(w.words, func(c word) bool { return c.text == h.text }) {
				return false
			}
			other = true
		}
	}
	return other && slices.ContainsFunc(w.words, func(c word) bool { return isYear(&c) })
}

func isYear(w *word) bool { return w.kind == digits && len(w.text) == 4 && w.text[0] <= '2' }

// unitIn is the unit that a header has in parentheses: height (m).
func unitIn(words []word) string {
	end := slices.IndexFunc(words, func(w word) bool { return w.text == ")" })
	if end <= 0 {
		return ""
	}
	r := reader{words: words}
	if _, n := r.unit(0); n == end {
		return words[0].text
	}
	return ""
}

// cellFacts are the values of a cell; bare numbers have the unit of its header.
func cellFacts(text, unit string, of attribute, c *cellFact) []fact {
	var out []fact
	for _, v := range Read(text) {
		if v.Kind == Count && unit != "" {
			if q := Read(v.Said + " " + unit); len(q) == 1 && q[0].Kind == Quantity {
				q[0].Said, q[0].At, q[0].End = v.Said, v.At, v.End
				v = q[0]
			}
		}
		f := fact{value: v, sure: .9, cell: c}
		switch {
		case of.fits(&v):
			f.attribute = of
		case of == length && duration.fits(&v):
			f.attribute = duration
		}
		out = append(out, f)
	}
	return out
}

// labelled are the facts of a subject, or of a row that the claim names, whose header stands in full among the claim's words: "was first lit in 1870"
// and the header First lit. Of several headers those with the most words count. A number of
// something, "lost five games", is of a header that says what is counted, or that stands right before it.
func (r *reading) labelled(stems map[string]bool, m mention, v *Value, before string) []fact {
	var out []fact
	most := 0
	for _, f := range r.facts {
		if v != nil && v.Kind == Count && v.Unit != "" && f.cell != nil && !slices.Contains(f.cell.label, v.Unit) && !slices.Contains(f.cell.label, before) {
			continue // so many of something else
		}
		if f.cell == nil || len(f.cell.label) == 0 || v != nil && !sameKind(&f.value, v) {
			continue
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
	slices.SortStableFunc(out, func(x, y fact) int { return sign(y.sure - x.sure) })
	return out
}

// sameKind tells whether a cell's value is of the kind of a claimed one.
func sameKind(x, claimed *Value) bool {
	return x.Kind == claimed.Kind || claimed.Kind == Count && x.Kind == Quantity && claimed.Unit == ""
}
