package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// workers search and learn at a time. The number is fixed, since the last bits of a sum depend on it.
const workers = 2

// search adds to every example the chains that the planner weighs with these weights.
func search(ctx context.Context, all []*example, weights *hop.Weights) error {
	planners := map[*gold.Wiki]*hop.Planner{}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for _, e := range all {
		p := planners[e.wiki]
		if p == nil {
			p = &hop.Planner{Graph: e.wiki.Store, Text: e.wiki.Index, Weights: weights}
			planners[e.wiki] = p
		}
		group.Go(func() error { return e.search(ctx, p) })
	}
	return group.Wait()
}

// search adds the chains that p weighs for the claim.
func (e *example) search(ctx context.Context, p *hop.Planner) error {
	if e.known == nil {
		e.known, e.found = map[string]int{}, list{gold: -1}
	}
	e.best = list{gold: -1}
	traces, err := p.Trace(ctx, e.claim)
	if errors.Is(err, hop.ErrEmptyClaim) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, t := range traces {
		slices.Sort(t.Pages)
		right, worth := slices.Equal(t.Pages, e.gold), 0.0
		if right {
			worth = 1
		} else if len(e.gold) > 1 && len(t.Pages) == len(e.gold)+1 && contains(t.Pages, e.gold) {
			worth = e.over
		}
		switch {
		case t.Ranked != nil && e.over > 0:
			e.best.add(right, worth, t.Ranked)
		case t.Whole != nil:
			e.best.add(right, worth, join(t.Features, t.Whole))
		}
		key := fmt.Sprint(t.Pages)
		if at, ok := e.known[key]; !ok {
			e.known[key] = len(e.found.features)
			e.found.add(right, worth, join(t.Features))
		} else if right { // the windows of its pages may be others by now
			e.found.features[at] = join(t.Features)
		}
	}
	return nil
}

func contains(all, some []graph.PageID) bool {
	return !slices.ContainsFunc(some, func(id graph.PageID) bool { return !slices.Contains(all, id) })
}

// join returns vectors as one of single precision, which takes half of the memory.
func join(of ...[]float64) []float32 {
	all := slices.Concat(of...)
	out := make([]float32, len(all))
	for i, v := range all {
		out[i] = float32(v)
	}
	return out
}
