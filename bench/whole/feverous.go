package main

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// feverous returns the claims of FEVEROUS's trained side that no run of verify/train saw, twice: judged by the best chain, and, as NOT ENOUGH
// INFO, by the best one without any of the gold pages, as a store would answer that lacks them.
func (b *bench) feverous(ctx context.Context, pool string) ([]*answer, error) {
	wiki, err := gold.Open(ctx, pool)
	if err != nil {
		return nil, err
	}
	defer wiki.Close()
	all, err := wiki.Read(ctx, filepath.Join(b.data, "feverous", "dev.shared.json"))
	if err != nil {
		return nil, err
	}
	p := hop.Planner{Graph: wiki.Store, Text: wiki.Index, Chains: 40}
	var out []*answer
	for _, c := range all {
		if !c.Trained() || !claims.HeldBack(c.Text) || len(c.Pages) == 0 {
			continue
		}
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return nil, err
		}
		lacks := slices.IndexFunc(res.Chains, func(x hop.Chain) bool {
			return !slices.ContainsFunc(x.Pages(), func(id graph.PageID) bool { return slices.Contains(c.Pages, id) })
		})
		for _, at := range []int{0, lacks} {
			if at < 0 || at >= len(res.Chains) {
				continue
			}
			a := &answer{claim: claim{ID: c.ID, Text: c.Text, Label: "NOT ENOUGH INFO"}}
			if at == 0 {
				a.Label = c.Label
			}
			if a.full, err = b.engine.Judge(ctx, a.Text, &res.Chains[at], wiki.Store, label.FEVER); err != nil {
				return nil, err
			}
			out = append(out, a)
		}
	}
	return out, nil
}
