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

// In returns a context in which a model's Predict adds what it spends to s. Calls with it must not run at the same time.
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
