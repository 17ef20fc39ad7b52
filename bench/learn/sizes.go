package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

const (
	fewSizes  = 100   // files with fewer claims that teach count less
	sizeRidge = 0.001 // pull of the weights of size cues towards their start
	sizeSteps = 3000
)

// fitSizes prints the weights of hop's size cues: of the best chains of each size, the one of just the gold pages should come
// first. Questions of which no best chain has just these teach nothing.
func fitSizes(ctx context.Context, args []string) error {
	wikis, err := open(ctx, args)
	defer closeAll(wikis)
	if err != nil {
		return err
	}
	var all []list
	for _, w := range wikis {
		for _, file := range w.files {
			some, err := sizeLists(ctx, w.Wiki, file)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, some...)
		}
	}
	names := hop.SizeCueNames()
	w := make([]float64, len(names))
	w[0] = 1 // the chain's own score
	start := slices.Clone(w)
	descend(all, w, sizeSteps, nil, func(i int) float64 { return sizeRidge * (w[i] - start[i]) })
	for i, name := range names {
		fmt.Printf("%s: %.2f,\n", name, w[i])
	}
	return nil
}

// sizeLists are a file's questions that teach; it prints how many have their gold chain first as it is, and how many would
// with the right size.
func sizeLists(ctx context.Context, w *gold.Wiki, file string) ([]list, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	var out []list
	first := 0.0
	for _, c := range all {
		traces, err := p.TraceSizes(ctx, c.Text)
		if err != nil && !errors.Is(err, hop.ErrEmptyClaim) {
			return nil, err
		}
		l := list{gold: -1}
		best := 0
		for i, t := range traces {
			l.features = append(l.features, t.Cues)
			if c.Is(t.Pages) {
				l.gold = i
			}
			if t.Score > traces[best].Score {
				best = i
			}
		}
		if l.gold < 0 {
			continue
		}
		out = append(out, l)
		if best == l.gold {
			first++
		}
	}
	for i := range out {
		out[i].weight = 1 / float64(max(fewSizes, len(out)))
	}
	n := float64(len(all))
	fmt.Printf("// %s: of %.0f questions %.3f have just the gold pages first, %.3f with the right size\n",
		filepath.Base(file), n, first/n, float64(len(out))/n)
	return out, nil
}
