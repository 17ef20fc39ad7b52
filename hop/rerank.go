package hop

import (
	"context"
	"fmt"
)

// Reranking is what a question's chains compete by once the search is over: their features, worth what they are among whole
// chains, and traits. The search adds up one page after another; which of the best chains is right is seen in the whole:
// a question of two films whose directors are compared is covered by the films alone. Claims are left as the search has
// them: for them nothing was found that tells (docs/adr/0009).
type Reranking struct {
	Feature [numFeatures]float64
	Trait   [numTraits]float64
}

func (r *Reranking) score(f *features, t *traits) (sum float64) {
	for i, v := range f {
		sum += float64(r.Feature[i] * v)
	}
	for i, v := range t {
		sum += float64(r.Trait[i] * v)
	}
	return sum
}

// rerank scores the best chains of a question anew and puts all in order. The others keep their distance to the best.
func (f *frontier) rerank(all []state) {
	r := &f.w.Rerank
	if !f.q.asks || *r == (Reranking{}) || len(all) == 0 {
		return
	}
	before, after := all[0].score, 0.0
	n := min(len(all), rerankedChains)
	for i, t := range f.allTraits(all[:n]) {
		all[i].traits, all[i].score = &t, r.score(&all[i].feat, &t)
		if i == 0 || all[i].score > after {
			after = all[i].score
		}
	}
	for i := range all[n:] {
		all[n+i].shift = after - before
		all[n+i].score += after - before
	}
	for i := range f.scored {
		f.scored[i].score += after - before
	}
	f.amend(all[:n])
	sortStates(all)
}

// parts are those of a chain's score, whether it was reranked or not.
func (f *frontier) parts(s *state) Parts {
	if s.traits == nil {
		p := f.w.parts(&s.feat)
		p.Size += s.shift
		return p
	}
	p := (&Weights{Feature: f.w.Rerank.Feature}).parts(&s.feat)
	for i, v := range s.traits {
		v *= f.w.Rerank.Trait[i]
		switch t := trait(i); {
		case t <= tUnique:
			p.Coverage += v
		case t == tWeakest:
			p.Words += v
		case t <= tEcho:
			p.Names += v
		default:
			p.Links += v
		}
	}
	return p
}

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
