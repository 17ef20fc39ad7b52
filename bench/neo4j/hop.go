package main

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/hop"
)

// warmUp is how many claims go before those that are measured, so that a planner that is kept has read some pages. Before
// them, all claims go through another planner serverWarmUp times: until then, Java compiles what it runs.
const (
	warmUp       = 150
	serverWarmUp = 3
)

// hop plans a corpus's claims on both backends, with a planner that is kept and with one for each claim.
func (b *bench) hop(ctx context.Context, c corpus, dir string, store *neo4j.Store, loads string) error {
	w, err := gold.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer w.Close()
	all, err := w.Read(ctx, c.claims)
	if err != nil {
		return err
	}
	all = all[:min(len(all), warmUp+b.claims)]
	if len(all) <= warmUp {
		return fmt.Errorf("%s: %d claims, the warm-up alone takes %d", c.claims, len(all), warmUp)
	}
	for range serverWarmUp {
		say("warming up with the claims of " + c.name)
		p := &hop.Planner{Graph: store, Text: w.Index}
		for _, claim := range all {
			if _, err := p.Plan(ctx, claim.Text); err != nil {
				return err
			}
		}
	}
	for _, planner := range []string{"kept", "new"} {
		say(fmt.Sprintf("planning %d claims of %s", len(all), c.name))
		asked := &counted{Store: store}
		took, err := plan(ctx, [2]hop.Graph{asked, w.Store}, w, all, planner == "new", func() { asked.trips = 0 })
		if err != nil {
			return err
		}
		n := len(took[0])
		fmt.Printf("| %s | %d | %s | %s | %s | %.2f | %.1f | %s |\n", c.name, n, planner, spread(took[0]), spread(took[1]),
			gold.Quantile(took[0], .5)/gold.Quantile(took[1], .5), float64(asked.trips)/float64(n), loads)
	}
	return nil
}

// plan returns the milliseconds that each claim after the warm-up takes on each graph, by turns; fresh makes a planner for each claim.
func plan(ctx context.Context, graphs [2]hop.Graph, w *gold.Wiki, all []gold.Claim, fresh bool, warm func()) (took [2][]float64,
	err error) {
	var planners [2]*hop.Planner
	for i, c := range all {
		if i == warmUp {
			warm()
		}
		var res [2]*hop.Result
		for k := range graphs {
			k = (k + i) % 2
			if planners[k] == nil || fresh {
				planners[k] = &hop.Planner{Graph: graphs[k], Text: w.Index}
			}
			start := time.Now()
			if res[k], err = planners[k].Plan(ctx, c.Text); err != nil {
				return took, err
			}
			if i >= warmUp {
				took[k] = append(took[k], time.Since(start).Seconds()*1000)
			}
		}
		if !reflect.DeepEqual(res[0].Chains, res[1].Chains) {
			return took, fmt.Errorf("claim %s: the backends find different chains", c.ID)
		}
	}
	return took, nil
}

func spread(ms []float64) string {
	return fmt.Sprintf("%.1f (%.1f-%.1f)", gold.Quantile(ms, .5), gold.Quantile(ms, .1), gold.Quantile(ms, .9))
}

// counted counts how often the server is asked.
type counted struct {
	*neo4j.Store
	trips int
}

func (c *counted) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	c.trips++
	return c.Store.Heads(ctx, ids)
}

// Neighbors counts once for both directions, which the planner reads at the same time.
func (c *counted) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	if dir == graph.Out {
		c.trips++
	}
	return c.Store.Neighbors(ctx, from, dir, limit)
}
