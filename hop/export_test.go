package hop

import (
	"context"
	"slices"
)

// SetOf is the number that stands for a chain's pages and one more.
func SetOf(chain []int32, n int32) uint64 {
	s := state{n: len(chain)}
	copy(s.node[:], chain)
	return s.set(n)
}

// FeatureNames, TraitNames and CueNames are those of Names.
func FeatureNames() []string { return featureNames[:] }
func TraitNames() []string   { return traitNames[:] }
func CueNames() []string     { return cueNames[:] }

// TraceTraits are the traces with traits, behind their features.
func (p *Planner) TraceTraits(ctx context.Context, claim string) ([]Trace, error) {
	all, err := p.Trace(ctx, claim)
	all = slices.DeleteFunc(all, func(t Trace) bool { return t.Traits == nil })
	for i := range all {
		all[i].Features = append(all[i].Features, all[i].Traits...)
	}
	return all, err
}
