package values

import (
	"cmp"
	"slices"
	"strings"
)

// readCell reads a cell of an infobox whose header names an attribute or has only words of the claim. Cited cells are
// read in any case.
func (r *evidence) readCell(page int, x Element, claim map[string]bool) {
	if x.Uncited && !strings.ContainsAny(x.Cell.Text, "0123456789") {
		return
	}
	var of attribute
	var label []string
	unit := ""
	header := split(x.Cell.Label)
	for i, t := range header {
		if t.text == "(" {
			unit = unitIn(header[i+1:])
		}
		if t.kind != letters || closed[t.text] || unit != "" {
			continue
		}
		if of == "" && len(t.text) > 1 {
			of = cmp.Or(cues[t.text], more[t.text])
		}
		label = append(label, stem(t.text))
	}
	asked := len(label) > 0 && !slices.ContainsFunc(label, func(s string) bool { return !claim[s] })
	if of == "" && !asked && x.Uncited {
		return
	}
	var facts []fact
	if of != "" || asked {
		facts = cellFacts(x.Cell.Text, unit, of, label)
	}
	if len(facts) > 0 || !x.Uncited {
		r.add(newElement(page, leadElements, x), facts)
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
func cellFacts(text, unit string, of attribute, label []string) (out []fact) {
	for _, v := range Read(text) {
		v = withUnit(v, unit)
		f := fact{value: v, sure: .9}
		switch {
		case of.fits(&v):
			f.attribute = of
		case of == length && duration.fits(&v):
			f.attribute = duration
		}
		out = append(out, f)
	}
	if of == length {
		out = append(out, clock(text, 0)...)
	}
	for i := range out {
		out[i].label = label
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

// labelled returns the facts of a subject's cells whose header consists of words of the claim: of "was first lit in 1870"
// the cell under "First lit". Of several headers it takes the longest. A claim's count of something, "lost five games",
// is answered only under a header that says what is counted, or the word before it.
func (r *evidence) labelled(claim map[string]bool, m mention, v *Value, before string) []fact {
	var out []fact
	most := 0
	for _, f := range r.facts {
		// A count without a noun may be a quantity.
		alike := f.value.Kind == v.Kind || v.Kind == kindCount && f.value.Kind == kindQuantity && v.Unit == ""
		if f.page != m.page || len(f.label) == 0 || !alike ||
			slices.ContainsFunc(f.label, func(s string) bool { return !claim[s] }) {
			continue
		}
		if v.Kind == kindCount && v.Unit != "" && !slices.Contains(f.label, v.Unit) && !slices.Contains(f.label, before) {
			continue // so many of something else
		}
		most = max(most, len(f.label))
		out = append(out, f)
	}
	return slices.DeleteFunc(out, func(f fact) bool { return len(f.label) < most })
}
