package values

import (
	"cmp"
	"slices"
)

// Judge checks what a claim says of values against evidence: how two subjects compare, or what one has. It returns the
// findings, surest first and all of them Comparing or none; there are none if nothing of the claim can be computed.
func Judge(claim string, pages []Page) []Finding {
	c := readClaim(claim)
	r := readPages(pages, c.words)
	named := r.mentions(c.words)
	out := r.comparisons(c, named)
	if len(out) == 0 {
		out = r.statements(c, named)
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Compare(b.Sure, a.Sure) })
	return out
}

// readClaim reads the words and values of a claim.
func readClaim(claim string) *parsed {
	c := newElement(0, 0, Element{Text: claim})
	c.joinBetween()
	for i, v := range c.values {
		c.values[i].Said = claim[v.limitAt:v.End]
	}
	return c
}
