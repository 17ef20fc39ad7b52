package hop

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// SetOf is the number that stands for a chain's pages and one more.
func SetOf(chain []int32, n int32) uint64 {
	s := state{n: len(chain)}
	copy(s.node[:], chain)
	return s.set(n)
}

// FeatureNames and WholeFeatureNames are the results of Names.
func FeatureNames() []string      { features, _ := Names(); return features }
func WholeFeatureNames() []string { _, whole := Names(); return whole }

// TraceWhole are the traces with the features of the whole chain behind the others.
func (p *Planner) TraceWhole(ctx context.Context, claim string) ([]Trace, error) {
	all, err := p.Trace(ctx, claim)
	all = slices.DeleteFunc(all, func(t Trace) bool { return t.Whole == nil })
	for i := range all {
		all[i].Features = append(all[i].Features, all[i].Whole...)
	}
	return all, err
}

// LinkReader is what Paths reads.
type LinkReader = linkReader

// Labels returns the sentences of a page that isLabel.
func Labels(p *graph.Page) (out []string) {
	r := newPageText(p)
	for i := range r.elements {
		if r.isLabel(i, true) {
			out = append(out, r.elements[i].Text.Text)
		}
	}
	return out
}
