package hop

import (
	"context"
	"math"
)

// Reranking holds the weights by which the best chains are scored again after the search: those of the search's features, learned anew,
// and those of features of the whole chain. The search adds up one page after another, and can't see what a whole chain lacks: a question
// that compares the directors of two films is covered by the films alone, and a claim may be divided among its pages in pieces
// (docs/adr/0009, 0022).
type Reranking struct {
	Feature [numFeatures]float64
	Whole   [numWholeFeatures]float64
}

func (r *Reranking) score(f *features, t *wholeFeatures) (sum float64) {
	for i, v := range f {
		sum += float64(r.Feature[i] * v)
	}
	for i, v := range t {
		sum += float64(r.Whole[i] * v)
	}
	return sum
}

// rerank scores the best chains of a question again and sorts all. The others keep their distance to the best.
func (f *frontier) rerank(ctx context.Context, all []state) error {
	r := &f.w.Rerank
	if *r == (Reranking{}) || len(all) == 0 {
		return nil
	}
	before, after := all[0].score, math.Inf(-1)
	n := f.candidates(all)
	whole, err := f.wholeFeaturesOf(ctx, all[:n])
	if err != nil {
		return err
	}
	for i := range whole {
		all[i].whole, all[i].score = &whole[i], r.score(&all[i].feat, &whole[i])
	}
	if f.w.forest != nil && f.q.unit >= longClaim*largeWiki {
		ranked := forestFeaturesOf(all[:n], whole)
		for i, score := range f.w.forest().scores(ranked) {
			all[i].ranked = ranked[i]
			all[i].score += score
		}
	}
	for i := range n {
		after = max(after, all[i].score)
	}
	for i := range all[n:] {
		all[n+i].shift = after - before
		all[n+i].score += after - before
	}
	for i := range f.scored {
		f.scored[i].score += after - before
	}
	f.keepScores(all[:n])
	sortStates(all)
	return nil
}

// candidates puts the chains that are reranked first and returns their number: of a question the best ones, of a claim the best ones of
// each number of pages, since the search compares chains of different sizes least surely.
func (f *frontier) candidates(all []state) int {
	if f.q.asks {
		return min(len(all), rerankedChains)
	}
	var of [5]int
	first, rest := make([]state, 0, len(of)*rerankedOfSize), make([]state, 0, len(all))
	for i := range all {
		if s := &all[i]; of[s.n] < rerankedOfSize {
			of[s.n]++
			first = append(first, *s)
		} else {
			rest = append(rest, *s)
		}
	}
	copy(all, first)
	copy(all[len(first):], rest)
	return len(first)
}

// parts returns those of a chain's score, whether it was reranked or not.
func (f *frontier) parts(s *state) Parts {
	if s.whole == nil {
		p := f.w.parts(&s.feat)
		p.Size += s.shift
		return p
	}
	p := (&Weights{Feature: f.w.Rerank.Feature}).parts(&s.feat)
	for i, v := range s.whole {
		*p.of(int(numFeatures) + i) += v * f.w.Rerank.Whole[i]
	}
	if s.ranked != nil {
		f.w.forest().explain(s.ranked, func(k int, adds float64) {
			if k >= 0 {
				k %= forestFeatures / 2
			}
			*p.of(k) += adds
		})
	}
	return p
}

// of returns the part that a feature counts to: one of a chain, one of the whole chain after these, or what is none, -1.
func (p *Parts) of(k int) *float64 {
	switch t := wholeFeature(k - int(numFeatures)); {
	case k < 0:
		return &p.Size
	case k < int(numFeatures):
		return p.ofFeature(feature(k))
	case t <= wUnique:
		return &p.Coverage
	case t == wWeakest:
		return &p.Words
	case t <= wTitleOverlap:
		return &p.Names
	}
	return &p.Links
}

// keepScores gives rank the scores that chains have after reranking.
func (f *frontier) keepScores(changed []state) {
	for i := range changed {
		f.scored[changed[i].scored].score = changed[i].score
	}
}
