package hop

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Trace is a chain as the planner weighed it, to study and to learn from.
type Trace struct {
	Pages    []graph.PageID
	Features []float64 // by the first of Names
	Whole    []float64 // by the second; nil for a chain that a question would not be reranked by
	Score    float64   // by the features alone
}

// Names are the names of what is learned: the features of chains, the features of whole chains by which those of a question are
// reranked, and the cues by which a sentence is cited.
func Names() (features, whole, cues []string) {
	return featureNames[:], wholeFeatureNames[:], cueNames[:]
}

// Trace returns every chain that stood in a beam on the way to the answer, best first; the first of them with the features of
// the whole chain.
func (p *Planner) Trace(ctx context.Context, claim string) ([]Trace, error) {
	f, all, _, err := p.search(ctx, claim)
	if err != nil {
		return nil, err
	}
	out := make([]Trace, len(all))
	for i := range all {
		s := &all[i]
		out[i] = Trace{Features: slices.Clone(s.feat[:]), Score: s.score}
		for _, n := range s.members() {
			out[i].Pages = append(out[i].Pages, f.nodes[n].id)
		}
	}
	for i, t := range f.wholeFeaturesOf(all[:min(len(all), rerankedChains)]) {
		out[i].Whole = t[:]
	}
	return out, nil
}

// EvidenceTrace is an element of a chain's pages, and its cues when its turn to be cited came.
type EvidenceTrace struct {
	graph.Ref
	Cues  []float64 // by the third of Names
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
		out = append(out, EvidenceTrace{c.pool[i].ref, slices.Clone(v[:]), !c.done[c.pool[i].member]})
		c.take(i, score)
	}
}
