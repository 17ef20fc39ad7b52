package hop

import (
	"context"
	"fmt"
)

// Scorer is a second opinion on chains, such as a model that reads what they cite. The planner's own features, which
// are lexical, choose the few chains it is asked about: a model is too slow for the thousands that are weighed.
type Scorer interface {
	// Score tells what chains of one claim are worth, aligned with chains, in units of Chain.Score: of two chains one
	// more means e times the odds. The chains have their evidence. The same claim and chains get the same numbers,
	// whatever was asked before; a Scorer is safe for concurrent use. Only differences count.
	Score(ctx context.Context, claim string, chains []Chain) ([]float64, error)
}

// rescore asks the planner's Scorer about the best chains, and puts all in order anew. What it says counts against the
// mean of what it says: chains it was not asked about are neither helped nor hurt by that alone.
func (f *frontier) rescore(ctx context.Context, all []state) error {
	n := min(len(all), orDefault(f.p.Rescore, DefaultRescore))
	if f.p.Scorer == nil || n < 2 {
		return ctx.Err()
	}
	chains := make([]Chain, n)
	for i := range chains {
		chains[i] = f.chain(&all[i])
	}
	scores, err := f.p.Scorer.Score(ctx, f.q.text, chains)
	if err != nil {
		return fmt.Errorf("scorer: %w", err)
	}
	mean := 0.0
	for _, v := range scores {
		mean += v / float64(n)
	}
	for i, v := range scores {
		all[i].model = v - mean
		all[i].score += all[i].model
	}
	f.amend(all[:n])
	sortStates(all)
	return nil
}

// amend makes rank go by the scores that chains have now, reranked or with what the Scorer said.
func (f *frontier) amend(changed []state) {
	for i := range changed {
		f.scored[changed[i].scored].score = changed[i].score
	}
}
