package verify

import (
	"math"
	"slices"
)

// How much the shipped model's neutral counts for stands in its config.json (Weigher): .1. FEVEROUS's shared claims have no NOT
// ENOUGH INFO, so accuracy alone would switch neutral off; the rule is the largest weight of the table with which the training
// claims are within half a point of the best, on gold evidence and end to end. Three-way accuracy; "nearest" is how often the
// best-matching page of another claim is found to be not enough:
//
//	           gold evidence        end to end        nearest
//	neutral    train     kept    train     kept    train     kept
//	  1.000   0.9683   0.7512   0.9049   0.7550   0.9683   0.9675
//	  0.370   0.9724   0.7967   0.9131   0.7947   0.9545   0.9382
//	  0.220   0.9766   0.8293   0.9179   0.8129   0.9421   0.9171
//	  0.160   0.9772   0.8520   0.9192   0.8245   0.9228   0.9041
//	  0.130   0.9786   0.8667   0.9213   0.8295   0.8966   0.8748
//	  0.110   0.9793   0.8748   0.9220   0.8295   0.8434   0.8114
//	  0.100   0.9807   0.8813   0.9247   0.8361   0.7669   0.7626  <- chosen
//	  0.090   0.9807   0.8911   0.9247   0.8427   0.5641   0.5967
//	  0.080   0.9807   0.8911   0.9281   0.8444   0.0000   0.0000
//	  0.000   0.9807   0.8911   0.9281   0.8444   0.0000   0.0000
//
// "train" are the 1,450 claims whose first evidence page has a SHA-256 with first 8 hex digits modulo 10 below 8, "kept" the
// other 615, which the model has not seen. To see the figures again:
//
//	go test ./verify/onnx -run NeutralOnFEVEROUS -v
//	go run ./bench/verdict -pages ../shared/data/feverous/evidence_pool.jsonl -claims ../shared/data/feverous/dev.shared.json

// How much the shares of the claim that the evidence adds up to count, in logits: fitted by logistic regression on the
// training claims, end to end; see aggregate.
const (
	coverageWeight = .944
	coverageMiddle = .933
)

func (v *Verifier) neutral() float64 {
	if m, ok := v.Model.(Weigher); ok {
		return orDefault(v.Neutral, m.Neutral())
	}
	return orDefault(v.Neutral, 1)
}

func orDefault(x, otherwise float64) float64 {
	if x > 0 {
		return x
	}
	return otherwise
}

// aggregate makes one verdict of the readings of a chain: their logits are averaged, neutral is weighed, and support is
// worth the less the less of the claim the evidence covers, since a model that reads a page too many takes its words for
// support. Evidence without scores, such as gold, says nothing of coverage and is taken as it is.
//
// Measured end to end on the shared FEVEROUS claims (bench/verdict, which also fits the numbers above), train / kept, and the
// calibration error on those kept:
//
//	all evidence of the best chain                              .924 / .841, .040
//	that and its coverage (this one)                            .925 / .836, .026
//	and its evidence from .10 read alone, averaged              .920 / .834, .037
//
// With the pilot and the planner as it was before its weights were learned, which cited more, supported against refuted:
//
//	all evidence of the best chain                        .776 / .759
//	evidence of the two best chains pooled, one premise   .707 / .702
//	of the three best                                     .657 / .634
//	the three best chains read singly, averaged           .787 / .763
//
// So further chains are not read: they bring more pages that the claim is not about than pages it lacks.
func (v *Verifier) aggregate(r reading, predicted []Probabilities) Verdict {
	if r.chain < 0 {
		return Verdict{Probabilities: Probabilities{NotEnough: 1}, Chain: -1}
	}
	p := pool(predicted)
	p.NotEnough *= v.neutral()
	covered := 0.0
	for _, e := range r.premises[0].Evidence {
		covered += e.Score
	}
	if covered > 0 && !v.Plain {
		p.Supported *= math.Exp(coverageWeight * (covered - coverageMiddle))
	}
	p = p.scaled()
	return Verdict{Label: FEVER.Decide(p), Probabilities: p, Chain: r.chain, Premise: r.premises[0]}
}

// pool is the normalised geometric mean: readings add their evidence as logits add.
func pool(all []Probabilities) Probabilities {
	if len(all) == 1 {
		return all[0]
	}
	var s Probabilities
	for _, p := range all {
		s.Supported += math.Log(max(p.Supported, least))
		s.Refuted += math.Log(max(p.Refuted, least))
		s.NotEnough += math.Log(max(p.NotEnough, least))
	}
	n := float64(len(all))
	out := Probabilities{math.Exp(s.Supported / n), math.Exp(s.Refuted / n), math.Exp(s.NotEnough / n)}
	if !slices.ContainsFunc(all, func(p Probabilities) bool { return p.NotEnough > 0 }) {
		out.NotEnough = 0 // a model of two labels
	}
	return out.scaled()
}

// least keeps a certain reading from ruling out what another one says.
const least = 1e-9

// scaled makes the probabilities sum to 1.
func (p Probabilities) scaled() Probabilities {
	sum := p.Supported + p.Refuted + p.NotEnough
	if !(sum > 0) {
		return Probabilities{NotEnough: 1}
	}
	return Probabilities{p.Supported / sum, p.Refuted / sum, p.NotEnough / sum}
}
