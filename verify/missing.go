package verify

import (
	"slices"

	"github.com/bridgehop/bridgehop/hop"
)

// Covered is the share of the claim that evidence adds up to. The cells of a row, each of which has the row's score, add it once.
func Covered(evidence []hop.Evidence) float64 {
	sum := 0.0
	for i, e := range evidence {
		if !slices.ContainsFunc(evidence[:i], func(o hop.Evidence) bool { return o.Page == e.Page && sameRow(o.Element, e.Element) }) {
			sum += e.Score
		}
	}
	return sum
}

// Named tells whether the claim names a page of the chain that the evidence is of.
func Named(c *hop.Chain, evidence []hop.Evidence) bool {
	return slices.ContainsFunc(c.Steps, func(s hop.Step) bool {
		return s.Named != "" && slices.ContainsFunc(evidence, func(e hop.Evidence) bool { return e.Page == s.Page })
	})
}

// What NOT ENOUGH INFO counts for in a verdict on evidence that a planner found, by whether the claim names a page that was read:
// by multinomial regression on claims with three labels, the learning side of FEVER's over Wikispeedia's whole articles, and FEVEROUS's
// trained side by its best chain and, as NOT ENOUGH INFO, by the best chain without a gold page. Of FEVEROUS's only claims that no run
// of verify/train saw; the shipped model has seen FEVER's. What the evidence covers of the claim was fitted beside, and came out as
// nothing (.09 and -.03 in the logit of SUPPORTS).
//
//	go run ./bench/whole -learn -store wsp.bridgehop -feverous feverous.bridgehop
const (
	neutralUnnamed = 3.907 // e to the power of 1.363
	neutralNamed   = 1.824 // 1.363 - .762
)

// found weighs NOT ENOUGH INFO in what a model says of evidence that a planner found. neutral is what it counts for besides.
func (p Probabilities) found(named bool, neutral float64) Probabilities {
	if named {
		p.NotEnough *= neutralNamed * neutral
	} else {
		p.NotEnough *= neutralUnnamed * neutral
	}
	return p
}
