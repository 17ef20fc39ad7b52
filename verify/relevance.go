package verify

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/bridgehop/bridgehop/hop"
)

// Relevance is a hop.Scorer. The score of a chain is a model's log odds that the cited evidence is about the claim, for
// or against it. For a model with three labels these are the odds against neutral. For a model without neutral, such as a
// cross-encoder that ranks passages by one score, they are the odds of support. verify/train trains the shipped model for this too.
type Relevance struct {
	Model Model
	Pages Pages
	// Weight is the weight of the log odds in hop.Chain.Score; 0 means DefaultRelevance.
	Weight float64

	mu         sync.Mutex
	young, old map[Pair]float64
}

// keptPairs bounds each of the two generations of answers that are kept.
const keptPairs = 1 << 13

// Score has the model read the chains' evidence as a Verifier does, all chains in one Predict. The score of a chain without evidence is 0.
func (r *Relevance) Score(ctx context.Context, claim string, chains []hop.Chain) ([]float64, error) {
	v := &Verifier{Model: r.Model, Pages: r.Pages}
	if err := v.check(claim); err != nil { // too long to be read with any evidence: no scores
		return make([]float64, len(chains)), ctx.Err()
	}
	questions := make([]Question, len(chains))
	for i := range chains {
		questions[i] = Question{Claim: claim, Chains: chains[i : i+1]}
	}
	lib, err := v.library(ctx, questions)
	if err != nil {
		return nil, fmt.Errorf("relevance: %w", err)
	}
	pairs, fits := make([]Pair, len(chains)), v.fits(claim)
	for i := range chains {
		pairs[i] = Pair{lib.premise(chains[i].Pages(), chains[i].Evidence, fits).Text, words(claim)}
	}
	scores, err := r.relevances(ctx, pairs)
	if err != nil {
		return nil, fmt.Errorf("relevance: %w", err)
	}
	for i := range scores {
		scores[i] *= orDefault(r.Weight, DefaultRelevance)
	}
	return scores, nil
}

// relevances returns log odds, aligned with pairs. The model reads only pairs that it did not read recently.
func (r *Relevance) relevances(ctx context.Context, pairs []Pair) ([]float64, error) {
	out := make([]float64, len(pairs))
	var fresh []Pair
	var place []int
	for i, p := range pairs {
		v, ok := r.recall(p)
		if out[i] = v; !ok && p.Premise != "" {
			fresh, place = append(fresh, p), append(place, i)
		}
	}
	predicted, err := r.Model.Predict(ctx, fresh)
	if err != nil {
		return nil, err
	}
	for k, p := range predicted {
		out[place[k]] = relevance(p)
		r.keep(fresh[k], out[place[k]])
	}
	return out, nil
}

func relevance(p Probabilities) float64 {
	odds := p.Supported / (1 - p.Supported)
	if p.NotEnough > 0 {
		odds = (1 - p.NotEnough) / p.NotEnough
	}
	return math.Round(min(max(math.Log(odds), -surest), surest)/relevanceGrid) * relevanceGrid
}

func (r *Relevance) recall(p Pair) (float64, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.young[p]
	if !ok {
		v, ok = r.old[p]
	}
	return v, ok
}

func (r *Relevance) keep(p Pair, v float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.young == nil || len(r.young) == keptPairs {
		r.old, r.young = r.young, map[Pair]float64{}
	}
	r.young[p] = v
}
