package values

import (
	"cmp"
	"slices"
)

// Judge checks what a claim says of values and names against evidence. It returns the findings, surest first, none if nothing of the claim
// can be aligned.
func Judge(claim string, pages []Page) []Finding {
	c := readClaim(claim)
	r := readPages(pages, interestOf(c.words))
	named := r.mentions(c.words)
	out := r.comparisons(c.words, c.values, named)
	if len(out) == 0 {
		out = slices.DeleteFunc(r.statements(c, named), func(f Finding) bool { return f.Sure < leastStated })
	}
	if len(out) == 0 || out[0].Family != Comparing {
		for _, a := range r.alignments(c) {
			f := r.worded(c, &a)
			if !slices.ContainsFunc(out, func(o Finding) bool { return o.Claimed == f.Claimed }) {
				out = append(out, f)
			}
		}
	}
	if !slices.ContainsFunc(out, func(f Finding) bool { return f.Family != Aligning }) {
		out = append(out, r.superlatives(c)...)
	}
	out = append(out, r.otherNames(c, named)...)
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Compare(b.Sure, a.Sure) })
	return out
}

// superlatives returns what the first table that answers the claim says of it.
func (r *evidence) superlatives(c *parsed) []Finding {
	for p := range r.pages {
		for i := range r.pages[p].Tables {
			if f, ok := superlative(c, p, &r.pages[p].Tables[i]); ok {
				return []Finding{f}
			}
		}
	}
	return nil
}

// leastStated is the certainty below which a statement gives way to an alignment by words.
const leastStated = .5

// readClaim reads the words and values of a claim.
func readClaim(claim string) *parsed {
	c := &parsed{Element: Element{Text: claim}, words: split(claim)}
	rd := parser{text: claim, words: c.words}
	c.values = rd.read()
	c.joinBetween()
	for i := range c.values {
		v := &c.values[i]
		v.Said = claim[v.limitAt:v.End]
	}
	return c
}

// worded returns an alignment as a finding.
func (r *evidence) worded(claim *parsed, a *alignment) Finding {
	unit := ""
	if a.found.Kind == kindQuantity {
		unit = a.found.Unit
	}
	o := Operand{Subject: r.pages[a.element.page].Title, Value: a.found.Said, Unit: unit, Page: a.element.page, Element: a.element.ID}
	f := Finding{Family: Aligning, Operation: "is", Claimed: a.value.Said, Agrees: a.agrees, Sure: a.sure, Operands: []Operand{o}}
	if f.Family = r.limited(claim, a.value, a.element, a.found, Aligning); f.Family == Limiting {
		f.Sure = limitSure[b2i(a.agrees)]
	}
	return f
}
