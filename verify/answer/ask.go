package answer

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// Asked is a question with its chains, best first, their pages, and the answers in them.
type Asked struct {
	Question string
	Chains   []hop.Chain
	Pages    map[graph.PageID]*graph.Page
	Answers  []Answer // the most probable first
	None     float64  // the probability that the chains don't have the answer, against those of Answers
}

// finder finds the chains of a question, and opener opens the model that judges answers, nil for none.
type (
	finder = func(ctx context.Context, question string) (*Asked, error)
	opener = func() (verify.Model, error)
)

// Ask answers a question by the chains of find, of which a model judges the best answers.
func Ask(ctx context.Context, find finder, open opener, question string, w Weights) (*Asked, error) {
	a, err := find(ctx, question)
	if err != nil {
		return nil, err
	}
	if len(a.Chains) > 0 { // alternatives are answers of a chain, too
		a.Answers = Rank(a.Candidates(), w)
	}
	if len(a.Answers) == 0 {
		return a, nil
	}
	m, err := open()
	if err == nil && m != nil {
		err = a.Read(ctx, m, w)
	}
	return a, err
}
