package hop

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Trace is a chain with its features, for learning and studies.
type Trace struct {
	Pages    []graph.PageID
	Features []float64 // named by the first result of Names
	Whole    []float64 // named by the second; nil for a chain outside the best that reranking takes
	Ranked   []float32 // what the forest for claims reads (rank.go); nil where Whole is
	Score    float64   // from Features alone
}

// Names returns the names of what bench/learn learns weights for: the features of chains, and the features of whole
// chains for reranking.
func Names() (features, whole []string) {
	return featureNames[:numFeatures], featureNames[numFeatures:]
}

// Trace returns every chain that was in a beam, best first; the first rerankedChains of them with the features of the
// whole chain.
func (p *Planner) Trace(ctx context.Context, claim string) ([]Trace, error) {
	f, all, err := p.search(ctx, claim)
	if err != nil {
		return nil, err
	}
	n := f.candidates(all)
	out := make([]Trace, len(all))
	for i := range all {
		s := &all[i]
		out[i] = Trace{Features: slices.Clone(s.feat[:]), Score: s.score}
		for _, n := range s.members() {
			out[i].Pages = append(out[i].Pages, f.nodes[n].id)
		}
	}
	whole, err := f.wholeFeaturesOf(ctx, all[:n])
	ranked := forestFeaturesOf(whole)
	for i := range whole {
		out[i].Whole, out[i].Ranked = whole[i][numFeatures:], ranked[i]
	}
	return out, err
}
