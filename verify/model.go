package verify

import "context"

// Pair is what a model reads: evidence and the claim to be judged by it.
type Pair struct {
	Premise    string // the evidence; the only part a model may cut
	Hypothesis string // the claim
}

// Probabilities of a verdict; they sum to 1. A model of two labels leaves NotEnough 0, and one of three gives more,
// however little.
type Probabilities struct {
	Supported float64
	Refuted   float64
	NotEnough float64
}

// Model judges pairs. Predict returns one answer a pair, in order, the same whatever the pairs are batched
// with (within 1e-4); it is safe for concurrent use and stops when ctx is done.
type Model interface {
	Predict(ctx context.Context, pairs []Pair) ([]Probabilities, error)
}

// weigher is a model that knows what its own NOT ENOUGH INFO counts for, against 1 for the other verdicts: one that was taught
// neutral by few pairs says it too often of evidence that is only worded otherwise.
type weigher interface {
	Neutral() float64
}

// Budgeter is a model that can tell how many tokens of premise it reads beside a hypothesis, and how many a
// text takes. Premises built within the budget are not cut in mid-sentence.
type Budgeter interface {
	Budget(hypothesis string) int
	Tokens(text string) int
}
