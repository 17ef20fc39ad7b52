package verify

import (
	"context"
	"time"

	"github.com/bridgehop/bridgehop/verify/label"
)

// Pair is the input of a model: evidence, and the claim to judge by it.
type Pair struct {
	Premise    string // the evidence; the only part that a model may truncate
	Hypothesis string // the claim
}

// Model judges pairs. Predict returns one answer for each pair, in order. The answer for a pair doesn't depend on the
// other pairs (within 1e-4). Predict is safe for concurrent use and stops when ctx is done.
type Model interface {
	Predict(ctx context.Context, pairs []Pair) ([]label.Probabilities, error)
}

// weigher is a model that has a weight for its own NOT ENOUGH INFO; the other verdicts have weight 1. A model that
// was trained with few neutral pairs gives this label too often to evidence that only uses other words than the
// claim.
type weigher interface {
	Neutral() float64
	Weighing() *Weighing // nil for the embedded model's
}

// budgeter is a model that knows how many tokens of premise it can read with a hypothesis, and how many tokens a
// text has. A premise within the budget is not truncated.
type budgeter interface {
	Budget(hypothesis string) int
	Tokens(text string) int
}

// Spent is what a model's share of judging a claim took.
type Spent struct {
	Tokens time.Duration // to turn pairs into tokens
	Model  time.Duration // to judge them
	Pairs  int
	Read   int // tokens of these pairs
}

// Add adds what another call spent.
func (s *Spent) Add(o Spent) {
	s.Tokens, s.Model = s.Tokens+o.Tokens, s.Model+o.Model
	s.Pairs, s.Read = s.Pairs+o.Pairs, s.Read+o.Read
}

type spentKey struct{}

// In returns a context in which a model's Predict adds what it spends to s. Calls with it must not run at the same
// time.
func (s *Spent) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, spentKey{}, s)
}

// SpentIn returns the Spent of a context (Spent.In), or a new one.
func SpentIn(ctx context.Context) *Spent {
	if s, ok := ctx.Value(spentKey{}).(*Spent); ok {
		return s
	}
	return &Spent{}
}
