package values

import (
	"math"
	"slices"
)

// Judge computes what a claim says of values over evidence, the surest finding first. It is empty where nothing aligns.
func Judge(claim string, pages []Page) []Finding {
	r, c := readPages(pages), readClaim(claim)
	named := r.mentions(c.words)
	out := r.compared(c.words, c.values, named)
	if len(out) == 0 {
		out = slices.DeleteFunc(r.stated(c, named), func(f Finding) bool { return f.Sure < leastStated })
	}
	if len(out) == 0 || out[0].Family != Comparing {
		for _, a := range r.align(c) {
			f := r.worded(&a)
			if !slices.ContainsFunc(out, func(o Finding) bool { return o.Claimed == f.Claimed }) {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return sign(b.Sure - a.Sure) })
	return out
}

// leastStated is how sure a fact must be for it to be taken rather than the value among like words.
const leastStated = .5

func readClaim(claim string) *element {
	c := &element{Element: Element{Text: claim}, words: split(claim)}
	rd := reader{text: claim, words: c.words}
	c.values = rd.read()
	return c
}

// worded makes a finding of an alignment.
func (r *reading) worded(a *aligned) Finding {
	unit := ""
	if a.found.Kind == Quantity {
		unit = a.found.Unit
	}
	sum := 0.0
	for i, x := range a.features {
		sum += x * wordingWeights[b2i(a.agrees)][i]
	}
	return Finding{Family: Wording, Operation: "is", Claimed: a.value.Said, Agrees: a.agrees, Sure: 1 / (1 + math.Exp(-sum)),
		Operands: []Operand{{Subject: r.pages[a.element.page].Title, Value: a.found.Said, Unit: unit, Page: a.element.page, Element: a.element.ID}}}
}

// wordingWeights weigh alignments that disagree with the claim, and those that agree, as logits of its label.
//
//	go run ./bench/values -wording
var wordingWeights = [2][wordingFeatures]float64{
	{0.264, 1.784, 1.544, 0.323, 0.333, -2.417, 1.379, 0.967, -0.269, -0.066, -0.542, -1.649},
	{0.575, 1.233, -0.507, -0.349, -0.165, 0.000, 0.453, -0.333, 0.023, -0.292, 0.678, 1.098},
}

// Alignment is a value of a claim with the one of the evidence that answers it, as the weights of Wording findings are learned from.
type Alignment struct {
	Agrees   bool
	Features []float64
}

// Alignments are the alignments of a claim.
func Alignments(claim string, pages []Page) []Alignment {
	r, c := readPages(pages), readClaim(claim)
	var out []Alignment
	for _, a := range r.align(c) {
		out = append(out, Alignment{a.agrees, a.features[:]})
	}
	return out
}
