package verify

import (
	"math"
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

// How a verdict on what the planner found weighs what the model says, by multinomial regression on claims with three labels: the
// learning side of FEVER's over Wikispeedia's whole articles, and FEVEROUS's trained side by its best chain and, as NOT ENOUGH INFO,
// by the best chain without a gold page. Of FEVEROUS's only claims that no run of verify/train saw; the model has seen FEVER's.
//
//	go run ./bench/whole -learn -store wsp.bridgehop -feverous feverous.bridgehop
const (
	foundSupport = 0. // in the logit of SUPPORTS
	supportShare = 0. // likewise, for each share of the claim that the evidence covers
	foundNeutral = 0. // in the logit of NOT ENOUGH INFO
	neutralNamed = 0. // likewise, where the claim names a page that was read
)

// found weighs what a model says of evidence that a planner found: its share of the claim, and whether the claim names a page of it.
// neutral is what NOT ENOUGH INFO counts for besides.
func (p Probabilities) found(covered float64, named bool, neutral float64) Probabilities {
	none := foundNeutral
	if named {
		none += neutralNamed
	}
	p.Supported *= math.Exp(foundSupport + float64(supportShare*covered))
	p.NotEnough *= math.Exp(none) * neutral
	return p
}
