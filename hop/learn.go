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
	for i := range featureTable {
		features = append(features, featureTable[i].name)
	}
	for _, k := range laterFeatures {
		features = append(features, "later "+featureTable[k].name)
	}
	for i := range wholeTable {
		whole = append(whole, wholeTable[i].name)
	}
	return features, whole
}

// Trace returns every chain that was in a beam, best first; the first rerankedChains of them with the features of the
// whole chain.
func (p *Planner) Trace(ctx context.Context, claim string) ([]Trace, error) {
	f, all, err := p.search(ctx, claim, nil)
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
	ranked := forestFeaturesOf(all[:n], whole)
	for i := range whole {
		out[i].Whole, out[i].Ranked = whole[i][:], ranked[i]
	}
	return out, err
}

// TraceSentences returns the sentences that the forest for citing weighs (cite.go) for the best chain that has these
// pages, with what it reads of each; none where no chain in a beam has them.
func (p *Planner) TraceSentences(ctx context.Context, claim string, pages []graph.PageID) (at []graph.Ref, read [][]float32, err error) {
	f, all, err := p.search(ctx, claim, nil)
	if err == nil {
		err = f.rerank(ctx, all)
	}
	if err != nil {
		return nil, nil, err
	}
	has := func(s state) bool {
		return !slices.ContainsFunc(pages, func(id graph.PageID) bool {
			n, ok := f.byID[id]
			return !ok || !s.contains(int32(n))
		})
	}
	i := slices.IndexFunc(all, has)
	if i < 0 {
		return nil, nil, nil
	}
	if err := f.readTexts(ctx, all[i].members()); err != nil {
		return nil, nil, err
	}
	for _, c := range f.citable(&all[i]) {
		if c.features != nil {
			at, read = append(at, c.ref), append(read, c.features)
		}
	}
	return at, read, nil
}
