package values

import (
	"cmp"
	"strings"
)

// readCell reads a cell of an infobox whose header names an attribute or has only words of the claim. Cited cells are
// read in any case.
func (r *evidence) readCell(page int, x Element, claim map[string]bool) {
	var of, compared attribute
	e, asked := newElement(page, leadElements, x), strings.ContainsAny(x.Cell, "0123456789")
	header, _, _ := strings.Cut(x.Label, "(") // height (m)
	for _, t := range split(header) {
		if t.kind != letters || closed[t.text] {
			continue
		}
		if len(t.text) > 1 {
			of, compared = cmp.Or(of, cues[t.text]), cmp.Or(compared, more[t.text])
		}
		e.header = stem(t.text)
		asked = asked && claim[e.header]
	}
	if !asked {
		e.header = ""
	}
	var facts []fact
	of = cmp.Or(of, compared)
	for _, v := range Read(x.Cell) {
		if of == length && duration.fits(&v) {
			facts = append(facts, fact{attribute: duration, value: v, sure: .9})
		} else if of.fits(&v) {
			facts = append(facts, fact{attribute: of, value: v, sure: .9})
		}
	}
	if len(facts) > 0 || e.header != "" || !x.Uncited {
		r.add(e, facts)
	}
}
