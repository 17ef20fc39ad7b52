package verify

import (
	"math"
	"slices"
)

// How much the shipped model's neutral counts for stands in its config.json (Weigher): .05. FEVEROUS's shared claims have no NOT
// ENOUGH INFO, so accuracy alone would switch neutral off; the rule is the largest weight of the table with which the training
// claims are within half a point of the best, on gold evidence and end to end. Three-way accuracy; "nearest" is how often the
// best-matching page of another claim is found to be not enough:
//
//	           gold evidence        end to end        nearest
//	neutral    train     kept    train     kept    train     kept
//	  1.000   0.9648   0.7577   0.8665   0.7616   0.9593   0.9447
//	  0.370   0.9731   0.8081   0.8816   0.7930   0.9372   0.9301
//	  0.220   0.9766   0.8341   0.8836   0.8046   0.9234   0.9122
//	  0.130   0.9786   0.8537   0.8857   0.8212   0.8966   0.8878
//	  0.080   0.9800   0.8667   0.8871   0.8278   0.8669   0.8602
//	  0.050   0.9800   0.8748   0.8905   0.8361   0.8055   0.8065  <- chosen
//	  0.020   0.9814   0.8927   0.8932   0.8477   0.1848   0.1935
//	  0.000   0.9814   0.8976   0.8939   0.8510   0.0000   0.0000
//
// "train" are the 1,450 claims whose first evidence page has a SHA-256 with first 8 hex digits modulo 10 below 8, "kept" the
// other 615, which the model has not seen. To see the figures again:
//
//	go test ./verify/onnx -run NeutralOnFEVEROUS -v
//	go run ./bench/verdict -pages ../shared/data/feverous/evidence_pool.jsonl -claims ../shared/data/feverous/dev.shared.json

// How much the shares of the claim that the evidence adds up to count, in logits: fitted by logistic regression on the
// training claims, end to end; see aggregate.
const (
	coverageWeight = .767
	coverageMiddle = 1.180
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
//	all evidence of the best chain                              .891 / .836, .012
//	that and its coverage (this one)                            .891 / .836, .035
//	and its evidence from .10 read alone, averaged              .890 / .834, .032
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
