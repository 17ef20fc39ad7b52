package hop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Cite chooses the evidence that given pages hold for a claim, as Plan does for the pages of its chains: of
// every page its best element, then what adds most. It is the planner with the pages known, by which the cost
// of finding them is measured. The pages of a chain count together, four at a time where there are more.
func (p *Planner) Cite(ctx context.Context, claim string, pages []graph.PageID) ([]Evidence, error) {
	q, err := p.ask(ctx, claim)
	if err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	f := &frontier{p: p, q: q, w: p.weights(q.asks), byID: map[graph.PageID]int{}}
	if err := f.meet(ctx, pages); err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	var out []Evidence
	var s state
	for first := 0; first < len(f.nodes); first += len(s.node) {
		s = state{}
		for n := first; n < min(first+len(s.node), len(f.nodes)); n++ {
			s.node[s.n], s.parent[s.n] = int32(n), -1
			s.n++
		}
		out = append(out, f.cite(&s)...)
	}
	slices.SortStableFunc(out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return out, nil
}
