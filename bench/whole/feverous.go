package main

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// feverous returns the claims of FEVEROUS's trained side that no run of verify/train saw, twice: judged by the best chain, and, as NOT
// ENOUGH INFO, by what the best chain with other pages than gold says on these, as a store would answer that lacks the gold pages.
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
		if !c.Trained() || !c.HeldBack() || len(c.Pages) == 0 {
			continue
		}
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return nil, err
		}
		for i, chain := range []hop.Chain{best(res), without(res, c.Pages)} {
			if len(chain.Steps) == 0 {
				continue
			}
			a := &answer{claim: claim{ID: c.ID, Text: c.Text, Label: "NOT ENOUGH INFO"}}
			if i == 0 {
				a.Label = c.Label
			}
			if a.full, err = b.engine.Judge(ctx, a.Text, &chain, wiki.Store, label.FEVER); err != nil {
				return nil, err
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// written returns our written claims that no reader saw, and, as NOT ENOUGH INFO, the supported ones by the best chain without a gold page.
func (b *bench) written(ctx context.Context) (all, dropped []*answer, err error) {
	all, err = b.answers(ctx, filepath.Join("bench", "learn", "written.jsonl"), (*claim).heldToWeigh, true)
	if err != nil {
		return nil, nil, err
	}
	p := *b.engine.Planner()
	p.Chains = 40
	for _, c := range all {
		if c.label() != label.Supported {
			continue
		}
		last, err := b.engine.Store().Lookup(ctx, c.Pages[len(c.Pages)-1:])
		if err != nil {
			return nil, nil, err
		}
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return nil, nil, err
		}
		chain := without(res, last[0])
		if len(chain.Steps) == 0 {
			continue
		}
		a := &answer{claim: c.claim}
		a.Label = label.FEVER.Name(label.NotEnoughInfo)
		if a.full, err = b.engine.Judge(ctx, a.Text, &chain, b.engine.Store(), label.FEVER); err != nil {
			return nil, nil, err
		}
		dropped = append(dropped, a)
	}
	return all, dropped, nil
}

// best returns the best chain; one without steps if there is none.
func best(res *hop.Result) hop.Chain {
	if len(res.Chains) == 0 {
		return hop.Chain{}
	}
	return res.Chains[0]
}

// without returns the pages of the best chain that are none of these, with their evidence.
func without(res *hop.Result, gold []graph.PageID) hop.Chain {
	for _, c := range res.Chains {
		c.Steps = slices.DeleteFunc(slices.Clone(c.Steps), func(s hop.Step) bool { return slices.Contains(gold, s.Page) })
		c.Evidence = slices.DeleteFunc(slices.Clone(c.Evidence), func(e hop.Evidence) bool { return slices.Contains(gold, e.Page) })
		if len(c.Steps) > 0 && len(c.Evidence) > 0 {
			for i := range c.Steps {
				c.Steps[i].Parent = i - 1
			}
			return c
		}
	}
	return hop.Chain{}
}
