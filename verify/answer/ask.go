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
	None     float64  // the probability that the chains don't have the answer, against the Answers'
}

// Find finds the answers in the chains, of which the model that open opens judges the best; open may return nil for no
// model.
func (a *Asked) Find(ctx context.Context, open func() (verify.Model, error), w map[string]float64) error {
	if a.Rank(a.Candidates(), w); len(a.Answers) == 0 {
		return nil
	}
	if cell, ok := a.cell(); ok {
		for i := range a.Answers {
			a.Answers[i].Probability *= 1 - cell.Probability
		}
		a.Answers = append([]Answer{cell}, a.Answers...)
		return nil
	}
	m, err := open()
	if err == nil && m != nil {
		err = a.Read(ctx, m, w)
	}
	a.Answers[0].Alone = a.alone(&a.Answers[0])
	return err
}
