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
	var of, compared attribute
	var label []string
	said, _, _ := strings.Cut(x.Cell.Label, "(") // height (m)
	for _, t := range split(said) {
		if t.kind != letters || closed[t.text] {
			continue
		}
		if len(t.text) > 1 {
			of, compared = cmp.Or(of, cues[t.text]), cmp.Or(compared, more[t.text])
		}
		label = append(label, stem(t.text))
	}
	of = cmp.Or(of, compared)
	asked := len(label) > 0 && !slices.ContainsFunc(label, func(s string) bool { return !claim[s] })
	if of == "" && !asked && x.Uncited {
		return
	}
	var facts []fact
	if of != "" || asked {
		facts = cellFacts(x.Cell.Text, of, label)
	}
	if len(facts) > 0 || !x.Uncited {
		r.add(newElement(page, leadElements, x), facts)
	}
}

// cellFacts returns the values of a cell as facts.
func cellFacts(text string, of attribute, label []string) (out []fact) {
	for _, v := range Read(text) {
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

// labelled returns the facts of a subject's cells whose header consists of words of the claim: of "was first lit in
// 1870" the cell under "First lit". Of several headers it takes the longest. A claim's count of something, "lost five
// games", is answered only under a header that says what is counted, or the word before it.
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
