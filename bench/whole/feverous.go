package main

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// feverous are the claims of FEVEROUS's trained side that no run of verify/train saw, twice: judged by the best chain, and, as NOT ENOUGH INFO, by the best one without
// any of the gold pages, as a store would answer that lacks them.
func (b *bench) feverous(ctx context.Context, data string) ([]*answer, error) {
	all, err := b.wiki.Read(ctx, filepath.Join(data, "feverous", "dev.shared.json"))
	if err != nil {
		return nil, err
	}
	p := hop.Planner{Graph: b.wiki.Store, Text: b.wiki.Index, Chains: 40}
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
				a.Label = verify.FEVER.Name(labelOf(c))
			}
			if err := b.judge(ctx, a, &res.Chains[at]); err != nil {
				return nil, err
			}
			out = append(out, a)
		}
	}
	return out, nil
}

func labelOf(c gold.Claim) verify.Label {
	l, _ := verify.ParseLabel(c.Label)
	return l
}
