package values

import "math"

// Candidate is a program as a ranker sees it: whether it holds of the table, and why it may be what the claim means. Features are below
// Features.
type Candidate struct {
	Holds    bool
	Features []uint32
}

// Features is how many different features there are.
const Features = buckets

// Candidates are the programs that a claim can mean over the table, for training a ranker.
func (t *Table) Candidates(claim string) []Candidate {
	s := t.programs(claim)
	out := make([]Candidate, len(s.programs))
	for i := range s.programs {
		out[i] = Candidate{s.programs[i].result, s.programs[i].features}
	}
	return out
}

// Ranker weighs programs by a weight a feature.
type Ranker []float32

// Score is the weight of a program.
func (r Ranker) Score(features []uint32) float64 {
	sum := float32(0)
	for _, f := range features {
		sum += r[f]
	}
	return float64(sum)
}

// Share is the probability, among weighed programs, of those that hold.
func Share(scores []float64, holds func(int) bool) float64 {
	top := math.Inf(-1)
	for _, s := range scores {
		top = max(top, s)
	}
	all, held := 0.0, 0.0
	for i, s := range scores {
		e := math.Exp(s - top)
		all += e
		if holds(i) {
			held += e
		}
	}
	if all == 0 {
		return .5
	}
	return held / all
}
