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
	first := 0.0
	for _, path := range stores {
		p50, err := b.costs(ctx, path, first)
		if err != nil {
			return err
		}
		if first == 0 {
			first = p50
		}
	}
	return b.moreClaims(ctx, stores[1])
}

// costs measures one store: opening it, the first claim, and claims after that on one core.
func (b *bench) costs(ctx context.Context, path string, first float64) (p50 float64, err error) {
	c, err := openCorpus(ctx, path)
	if err != nil {
		return 0, err
	}
	pages := len(c.ids)
	claims, err := c.claims(ctx, 110)
	if err != nil {
		return 0, err
	}
	if err := c.close(); err != nil {
		return 0, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var opens, firsts, p50s, p95s []float64
	for range min(b.count, 3) {
		runtime.GC()
		start := time.Now()
		s, index, err := openBoth(path)
		if err != nil {
			return 0, err
		}
		opens = append(opens, time.Since(start).Seconds()*1e3)
		p := &hop.Planner{Graph: s, Text: index}
		r, err := timed(len(claims), func(i int) (string, error) { _, err := p.Plan(ctx, claims[i]); return "", err })
		if err != nil {
			return 0, err
		}
		firsts = append(firsts, float64(r.Nanos[0])/1e6)
		r.Nanos = r.Nanos[10:]
		at := newSpot(r)
		p50s, p95s = append(p50s, at.p50*1e3), append(p95s, at.p95*1e3)
		if err := index.Close(); err != nil {
			return 0, err
		}
		if err := s.Close(); err != nil {
			return 0, err
		}
	}
	if err := b.where(ctx, path, claims); err != nil {
		return 0, err
	}
	p50 = median(p50s)
	grown := ""
	if first > 0 {
		grown = fmt.Sprintf(", %.2f times that of the first store", p50/first)
	}
	b.alone = append(b.alone, fmt.Sprintf("| %d pages: open store and index; first claim | %.1f ms; %.0f ms |", pages, median(opens), median(firsts)),
		fmt.Sprintf("| %d pages: `hop` per claim of 18 terms, one core, p50 / p95 | %.1f / %.1f ms (p50 of the runs %.1f-%.1f)%s |", pages, p50, median(p95s), slices.Min(p50s), slices.Max(p50s), grown))
	took, peak, err := b.once(ctx, "hop", "--quiet", "--store", path, "-k", "1", claims[0])
	if err != nil {
		return 0, err
	}
	b.alone = append(b.alone, fmt.Sprintf("| %d pages: the process `bridgehop hop CLAIM`, start to end; peak memory | %.0f ms; %d MB |", pages, took.Seconds()*1e3, peak>>20))
	return p50, b.memory(ctx, path, claims)
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
