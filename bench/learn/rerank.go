package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
)

const (
	rerankRidge = 0.001 // pull of the weights towards those of the search, in units of what a feature differs by
	rerankSteps = 1500
)

// fitRerank prints the weights by which hop reranks the chains of questions: among those the search holds best, in the whole
// store and among the paragraphs that come with a question, the one of just the gold pages should come first. Questions whose
// gold chain was not found teach nothing.
func fitRerank(ctx context.Context, sources []*source) error {
	var all []list
	for _, s := range sources {
		for _, file := range s.files {
			for _, inside := range []bool{false, true} {
				some, err := rerankLists(ctx, s.Wiki, file, inside)
				if err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
				all = append(all, some...)
			}
		}
	}
	names, whole, _ := hop.Names()
	learned, _ := hop.LearnedWeights()
	unit := spread(all, len(names)+len(whole))
	start := make([]float64, len(unit))
	copy(start, learned.Feature[:])
	for i := range start {
		start[i] *= unit[i]
	}
	w, loss := learnRerank(all, start)
	fmt.Printf("// of %d questions; loss %.4f\n", len(all), loss)
	for i := range w {
		w[i] /= unit[i]
	}
	printReranking(names, whole, w)
	return nil
}

func learnRerank(all []list, start []float64) (w []float64, loss float64) {
	var teach []*list
	for i := range all {
		if all[i].gold >= 0 {
			teach = append(teach, &all[i])
		}
	}
	for _, l := range teach {
		l.weight = 1 / float64(len(teach))
	}
	w = slices.Clone(start)
	return w, method{steps: rerankSteps, rate: questionMethod.rate, decay: 2 * rerankRidge}.learn(teach, w)
}

// rerankLists returns a file's questions; it prints how many have their gold chain first as the search leaves them.
func rerankLists(ctx context.Context, w *gold.Wiki, file string, inside bool) ([]list, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	var out []list
	first, found := 0.0, 0.0
	for _, c := range all {
		if inside {
			given, err := w.Given(ctx, c)
			if err != nil || given == nil {
				return nil, err
			}
			p = &hop.Planner{Graph: given, Text: given}
		}
		e := &example{claim: c.Text, gold: c.Pages}
		if err := e.search(ctx, p); err != nil {
			return nil, err
		}
		if e.best.gold == 0 {
			first++
		}
		if e.best.gold >= 0 {
			found++
		}
		out = append(out, e.best)
	}
	n := float64(len(all))
	fmt.Printf("// %s (paragraphs given: %t): of %.0f questions the search has %.3f first and %.3f among the chains to rerank\n",
		filepath.Base(file), inside, n, first/n, found/n)
	return out, nil
}

// spread returns how much each feature differs from chain to chain, its standard deviation; the lists are brought to
// that unit.
func spread(all []list, n int) []float64 {
	mean, unit, count := make([]float64, n), make([]float64, n), 0.0
	for _, l := range all {
		for _, f := range l.features {
			for i, v := range f {
				mean[i] += float64(v)
				unit[i] += float64(v) * float64(v)
			}
			count++
		}
	}
	for i := range unit {
		mean[i] /= max(count, 1)
		unit[i] = math.Sqrt(max(unit[i]/max(count, 1)-mean[i]*mean[i], 0)) + 1e-6
	}
	for k := range all {
		for _, f := range all[k].features {
			for i := range f {
				f[i] /= float32(unit[i])
			}
		}
	}
	return unit
}
