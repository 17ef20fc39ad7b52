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
		out[i] = Trace{Features: append([]float64(nil), all[i].feat[:]...), Score: all[i].score}
		for _, n := range all[i].members() {
			out[i].Pages = append(out[i].Pages, f.nodes[n].id)
		}
	}
	return out, nil
}
