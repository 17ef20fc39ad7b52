package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// growth measures how a claim's cost grows with the pages and with the claims, and what opening a store costs.
func (b *bench) growth(ctx context.Context) error {
	const name = "growth: pages and claims"
	if !b.wants(name) {
		return nil
	}
	stores := []string{}
	for _, n := range []int{b.pages / 10, b.pages} {
		path := filepath.Join(b.dir, "generated"+strconv.Itoa(n))
		if _, err := os.Stat(path); err != nil {
			c, err := b.generate(ctx, n)
			if err != nil {
				return err
			}
			if err := c.close(); err != nil {
				return err
			}
		}
		stores = append(stores, path)
	}
	if b.million != "" {
		stores = append(stores, b.million)
	}
	costs := make([]*cost, len(stores))
	for i, path := range stores {
		c, err := newCost(ctx, path)
		if err != nil {
			return err
		}
		costs[i] = c
	}
	for range b.count { // all stores in turn, since the machine's pace moves
		for _, c := range costs {
			if err := c.run(ctx); err != nil {
				return err
			}
		}
	}
	for _, c := range costs {
		if err := b.tell(ctx, c, costs[0]); err != nil {
			return err
		}
	}
	return b.moreClaims(ctx, stores[1])
}

// cost is what claims cost in one store, run by run, in ms: opening it, the first claim, and claims after ten on one core.
type cost struct {
	path                      string
	pages                     int
	claims                    []string
	opens, firsts, p50s, p95s []float64
}

func newCost(ctx context.Context, path string) (*cost, error) {
	c, err := openCorpus(ctx, path)
	if err != nil {
		return nil, err
	}
	claims, err := c.claims(ctx, 110)
	return &cost{path: path, pages: len(c.ids), claims: claims}, errors.Join(err, c.close())
}

// run opens the store and answers the claims.
func (c *cost) run(ctx context.Context) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.GC()
	start := time.Now()
	s, index, err := openBoth(c.path)
	if err != nil {
		return err
	}
	c.opens = append(c.opens, time.Since(start).Seconds()*1e3)
	p := &hop.Planner{Graph: s, Text: index}
	r, err := timed(len(c.claims), func(i int) (string, error) { _, err := p.Plan(ctx, c.claims[i]); return "", err })
	if err != nil {
		return errors.Join(err, index.Close(), s.Close())
	}
	c.firsts = append(c.firsts, float64(r.Nanos[0])/1e6)
	r.Nanos = r.Nanos[10:]
	at := newSpot(r)
	c.p50s, c.p95s = append(c.p50s, at.p50*1e3), append(c.p95s, at.p95*1e3)
	return errors.Join(index.Close(), s.Close())
}

// over is how many times another store's p50 a run of this one took, run by run.
func (c *cost) over(other *cost) []float64 {
	out := make([]float64, len(c.p50s))
	for i := range out {
		out[i] = c.p50s[i] / other.p50s[i]
	}
	return out
}

// tell adds one store's rows, beside those of the first.
func (b *bench) tell(ctx context.Context, c, first *cost) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if err := b.where(ctx, c.path, c.claims); err != nil {
		return err
	}
	grown := ""
	if c != first {
		by := c.over(first)
		grown = fmt.Sprintf(", %.2f times that of the first store (%.2f-%.2f)", median(by), slices.Min(by), slices.Max(by))
	}
	b.alone = append(b.alone, fmt.Sprintf("| %d pages: open store and index; first claim | %.1f ms; %.0f ms |", c.pages, median(c.opens), median(c.firsts)),
		fmt.Sprintf("| %d pages: `hop` per claim of 18 terms, one core, p50 / p95 | %.1f / %.1f ms (p50 of the runs %.1f-%.1f)%s |",
			c.pages, median(c.p50s), median(c.p95s), slices.Min(c.p50s), slices.Max(c.p50s), grown))
	took, peak, err := b.once(ctx, "hop", "--quiet", "--store", c.path, "-k", "1", c.claims[0])
	if err != nil {
		return err
	}
	b.alone = append(b.alone, fmt.Sprintf("| %d pages: the process `bridgehop hop CLAIM`, start to end; peak memory | %.0f ms; %d MB |", c.pages, took.Seconds()*1e3, peak>>20))
	return b.memory(ctx, c.path, c.claims)
}

// openBoth opens a store and its index.
func openBoth(path string) (*pebble.Store, *text.Index, error) {
	s, err := pebble.OpenReader(path, nil)
	if err != nil {
		return nil, nil, err
	}
	index, err := text.Open(filepath.Join(path, "text"))
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, index, nil
}

// moreClaims answers files of claims, the second ten times as long as the first.
func (b *bench) moreClaims(ctx context.Context, store string) error {
	c, err := openCorpus(ctx, store)
	if err != nil {
		return err
	}
	claims, err := c.claims(ctx, 1000)
	if err != nil {
		return err
	}
	if err := c.close(); err != nil {
		return err
	}
	for _, n := range []int{100, 1000} {
		file := filepath.Join(b.dir, "many.jsonl")
		err := lines(file, func(e *json.Encoder) error {
			for i, claim := range claims[:n] {
				if err := e.Encode(map[string]any{"id": i, "claim": claim}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		took, peak, err := b.once(ctx, "hop", "--quiet", "--restart", "--store", store, "--claims", file, "--out", filepath.Join(b.dir, "many.out"))
		if err != nil {
			return err
		}
		b.alone = append(b.alone, fmt.Sprintf("| `hop --claims` of %d claims, all cores | %.1f s, %.2f ms a claim, %d MB |", n, took.Seconds(), took.Seconds()*1e3/float64(n), peak>>20))
	}
	return nil
}
