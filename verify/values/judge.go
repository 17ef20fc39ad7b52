package values

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
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

// operand is a value of the evidence that a finding rests on.
type operand struct {
	Subject string // what it is a value of
	Value   string // as the evidence says it
	Unit    string // the base unit it was compared in, "" of dates and counts
	Element graph.Ref
}

// Finding is an operation over the evidence that a claim may mean, and whether its result is what the claim says.
type Finding struct {
	Operation string // before, older, same year, is ...
	Attribute string // born, died, area ...
	Operands  []operand
	Result    string
	Claimed   string
	Agrees    bool
	Sure      float64 // 0 to 1: that the operation is what the claim means and its operands are right
	// Comparing: it compares two subjects by one attribute. Otherwise it is a value in the claim's own slot, with
	// nothing else that the evidence does not say.
	Comparing bool
}

// Names reports whether a word names the attribute: inhabitants, the population.
func (f *Finding) Names(word string) bool {
	return f.Attribute != "" && string(cues[strings.ToLower(word)]) == f.Attribute
}

// String returns the finding as a line of calculation.
func (f *Finding) String() string {
	var said []string
	for _, o := range f.Operands {
		said = append(said, fmt.Sprintf("%s (%s)", strings.TrimSpace(o.Subject+" "+o.Value), o.Element.Element))
	}
	line := cmp.Or(f.Attribute, f.Operation) + ": " + strings.Join(said, ", ")
	if f.Result != "" {
		line += "; " + f.Result
	}
	return line + "; the claim says " + f.Claimed
}
