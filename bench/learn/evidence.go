package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/bench/logistic"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// fitEvidence prints the weights of hop's cues: a logistic regression of "this sentence is gold" over the sentences of
// the best chains, in the order the planner takes them, without the first of each page, which is cited anyhow.
func fitEvidence(ctx context.Context, sources []*source) error {
	var all []logistic.Example
	for _, w := range sources {
		for _, file := range w.files {
			of, err := citations(ctx, w.Wiki, file)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			for _, c := range of {
				c.Weight = 1 / float64(len(of)) // files count alike
				all = append(all, c)
			}
			fmt.Printf("// %s: %d sentences\n", filepath.Base(file), len(of))
		}
	}
	_, _, cues := hop.Names()
	printWeights("cues", cues, logistic.Fit(all, 1e-4))
	return nil
}

func citations(ctx context.Context, w *gold.Wiki, file string) ([]logistic.Example, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	var out []logistic.Example
	for _, c := range all {
		if !c.Trained() {
			continue
		}
		trace, err := p.TraceEvidence(ctx, c.Text)
		if err != nil && !errors.Is(err, hop.ErrEmptyClaim) {
			return nil, err
		}
		right, err := goldOf(ctx, w, c)
		if err != nil {
			return nil, err
		}
		for _, t := range trace {
			if !t.First && t.Kind == graph.KindSentence {
				out = append(out, logistic.Example{X: t.Cues, Y: right[t.Ref]})
			}
		}
	}
	return out, nil
}

// goldOf returns the sentences of a claim's gold pages that its file names, by number or by their words.
func goldOf(ctx context.Context, w *gold.Wiki, c gold.Claim) (map[graph.Ref]bool, error) {
	pages, err := w.Store.Pages(ctx, c.Pages)
	if err != nil {
		return nil, err
	}
	out := map[graph.Ref]bool{}
	for _, set := range c.Gold {
		for _, e := range set.Items {
			for _, p := range pages {
				if graph.FoldTitle(p.Title) != graph.FoldTitle(e.Title) {
					continue
				}
				for _, s := range p.Elements() {
					if s.Element == e.Element || e.Element.Kind == graph.KindPage && plain(s.Text) == plain(e.Text) {
						out[graph.Ref{Page: p.ID(), Element: s.Element}] = true
					}
				}
			}
		}
	}
	return out, nil
}

func plain(s string) string { return norm.NFC.String(strings.Join(strings.Fields(s), " ")) }
