package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// cited is an element that came to be chosen or refused, and whether it is gold.
type cited struct {
	cues   []float64
	gold   bool
	weight float64 // files count alike
}

// fitEvidence prints the weights of hop's cues: a logistic regression of "this sentence is gold" over the sentences of
// the best chains, in the order the planner takes them, without the first of each page, which is cited anyhow.
func fitEvidence(ctx context.Context, args []string) error {
	wikis, err := open(ctx, args)
	defer closeAll(wikis)
	if err != nil {
		return err
	}
	var all []cited
	for _, w := range wikis {
		for _, file := range w.files {
			of, err := citations(ctx, w.Wiki, file)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			for _, c := range of {
				c.weight = 1 / float64(len(of))
				all = append(all, c)
			}
			fmt.Printf("// %s: %d sentences\n", filepath.Base(file), len(of))
		}
	}
	_, _, cues := hop.Names()
	weights := logistic(all, len(cues))
	for i, name := range cues {
		fmt.Printf("%s: %.2f,\n", name, weights[i])
	}
	return nil
}

func citations(ctx context.Context, w *gold.Wiki, file string) ([]cited, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	var out []cited
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
				out = append(out, cited{cues: t.Cues, gold: right[t.Ref]})
			}
		}
	}
	return out, nil
}

// goldOf are the sentences of a claim's gold pages that its file names, by number or by their words.
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

// logistic is a regression with a little ridge, by Newton's method.
func logistic(all []cited, n int) []float64 {
	const ridge = 1e-4
	w := make([]float64, n)
	for range 30 {
		system := make([][]float64, n) // hessian, and the gradient behind it
		for a := range system {
			system[a] = make([]float64, n+1)
			system[a][a], system[a][n] = ridge, ridge*w[a]
		}
		for _, c := range all {
			z, y := 0.0, 0.0
			for a, v := range c.cues {
				z += w[a] * v
			}
			if c.gold {
				y = 1
			}
			p := 1 / (1 + math.Exp(-z))
			for a, v := range c.cues {
				system[a][n] += c.weight * (p - y) * v
				for b, u := range c.cues {
					system[a][b] += c.weight * p * (1 - p) * v * u
				}
			}
		}
		for a, step := range solve(system) {
			w[a] -= step
		}
	}
	return w
}

// solve gives x of m x = v by Gauss's elimination; v is m's last column. m is overwritten.
func solve(m [][]float64) []float64 {
	n := len(m)
	for k := range m {
		top := k
		for r := k + 1; r < n; r++ {
			if math.Abs(m[r][k]) > math.Abs(m[top][k]) {
				top = r
			}
		}
		m[k], m[top] = m[top], m[k]
		for r := range m {
			if r == k {
				continue
			}
			f := m[r][k] / m[k][k]
			for c := k; c <= n; c++ {
				m[r][c] -= f * m[k][c]
			}
		}
	}
	x := make([]float64, n)
	for k := range x {
		x[k] = m[k][n] / m[k][k]
	}
	return x
}
