package hop

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

// Trace is a chain as the planner weighed it, to study and to learn from.
type Trace struct {
	Pages    []graph.PageID
	Features []float64 // in the order of FeatureNames
	Score    float64
}

// FeatureNames are the names of what a chain's score is a weighted sum of.
func FeatureNames() []string { return append([]string(nil), featureNames[:]...) }

// Trace returns every chain that stood in a beam on the way to the answer, best first.
func (p *Planner) Trace(ctx context.Context, claim string) ([]Trace, error) {
	f, all, _, err := p.search(ctx, claim)
	if err != nil {
		return nil, err
	}
	out := make([]Trace, len(all))
	for i := range all {
		out[i] = Trace{Pages: f.pages(&all[i]), Features: append([]float64(nil), all[i].feat[:]...), Score: all[i].score}
	}
	return out, nil
}

// pages are those of a chain, in the order they were joined.
func (f *frontier) pages(s *state) []graph.PageID {
	var out []graph.PageID
	for _, n := range s.members() {
		out = append(out, f.nodes[n].id)
	}
	return out
}

// CueNames are the names of what a sentence's odds to be evidence are a weighted sum of.
func CueNames() []string { return append([]string(nil), cueNames[:]...) }

// EvidenceTrace is an element of a chain's pages, and what spoke for it when its turn came.
type EvidenceTrace struct {
	graph.Ref
	Cues  []float64 // in the order of CueNames
	First bool      // of its page, which is cited whatever the cues
}

// TraceEvidence returns the elements of the chain that the search leaves first in the order they would be cited if none were
// refused, as many as there may be. Plan may put another chain first: it heeds Shape, reranks the chains of a question, and asks
// a Scorer.
func (p *Planner) TraceEvidence(ctx context.Context, claim string) ([]EvidenceTrace, error) {
	f, all, _, err := p.search(ctx, claim)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	c := citing{f: f, s: &all[0], pool: f.citable(&all[0]), all: true}
	var out []EvidenceTrace
	for {
		i, score := c.next()
		if i < 0 {
			return out, nil
		}
		v := c.cues(&c.pool[i])
		out = append(out, EvidenceTrace{c.pool[i].ref, append([]float64(nil), v[:]...), !c.done[c.pool[i].member]})
		c.take(i, score)
	}
}

// TraitNames are the names of the traits that a question's chains are reranked by, beside their features.
func TraitNames() []string { return append([]string(nil), traitNames[:]...) }

// TraceTraits returns the chains of a question that are rerankedChains, in the order in which the search left them: Features
// are followed by traits, Score is by features alone.
func (p *Planner) TraceTraits(ctx context.Context, claim string) ([]Trace, error) {
	f, all, _, err := p.search(ctx, claim)
	if err != nil {
		return nil, err
	}
	all = all[:min(len(all), rerankedChains)]
	out := make([]Trace, len(all))
	for i, t := range f.allTraits(all) {
		out[i] = Trace{Pages: f.pages(&all[i]), Features: append(append([]float64(nil), all[i].feat[:]...), t[:]...), Score: all[i].score}
	}
	return out, nil
}
