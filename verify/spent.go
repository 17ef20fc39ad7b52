package verify

import (
	"context"
	"time"
)

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

// WithSpent returns a context under which a model's Predict adds what it spends to s. Calls under it must not run at
// the same time.
func WithSpent(ctx context.Context, s *Spent) context.Context {
	return context.WithValue(ctx, spentKey{}, s)
}

// SpentUnder returns what WithSpent gave the context, or a new Spent.
func SpentUnder(ctx context.Context) *Spent {
	if s, ok := ctx.Value(spentKey{}).(*Spent); ok {
		return s
	}
	return &Spent{}
}
