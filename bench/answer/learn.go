package main

import (
	"maps"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/verify/answer"
)

const (
	steps = 150
	rate  = 0.05
	decay = 2e-4 // of the square of each weight
	rare  = 5    // questions that a feature must be in
)

// lesson is a question to learn from: its candidates' features, by number, and which candidates are right.
type lesson struct {
	candidates [][]part
	right      []bool
}

type part struct {
	feature int32
	value   float32
}

// learn returns the weights of a softmax over each question's candidates, by Adam on all questions at once. A question
// without a right candidate teaches nothing.
func learn(all []*example, candidates func(*example) []answer.Answer) answer.Weights {
	in := map[string]int{}
	for _, e := range all {
		seen := map[string]bool{}
		for _, c := range candidates(e) {
			for _, f := range c.Features {
				if !seen[f.Name] {
					seen[f.Name] = true
					in[f.Name]++
				}
			}
		}
	}
	at := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if in[name] >= rare {
			at[name] = len(at)
		}
	}
	var lessons []*lesson
	for _, e := range all {
		l := &lesson{}
		for _, c := range candidates(e) {
			var parts []part
			for _, f := range c.Features {
				if i, ok := at[f.Name]; ok {
					parts = append(parts, part{int32(i), float32(f.Value)})
				}
			}
			l.candidates, l.right = append(l.candidates, parts), append(l.right, e.is(c.Text))
		}
		if slices.Contains(l.right, true) && slices.Contains(l.right, false) {
			lessons = append(lessons, l)
		}
	}
	w, m, v := make([]float64, len(at)), make([]float64, len(at)), make([]float64, len(at))
	for step := 1; step <= steps; step++ {
		g := make([]float64, len(w))
		for _, l := range lessons {
			l.slope(w, g)
		}
		for i := range w {
			d := g[i]/float64(max(len(lessons), 1)) + decay*w[i]
			m[i], v[i] = .9*m[i]+.1*d, .999*v[i]+.001*d*d
			w[i] -= rate * (m[i] / (1 - math.Pow(.9, float64(step)))) / (math.Sqrt(v[i]/(1-math.Pow(.999, float64(step)))) + 1e-8)
		}
	}
	out := answer.Weights{}
	for name, i := range at {
		out[name] = w[i]
	}
	return out
}

// slope adds a question's gradient of -log of the share of its right candidates.
func (l *lesson) slope(w, g []float64) {
	z := make([]float64, len(l.candidates))
	top := math.Inf(-1)
	for i, c := range l.candidates {
		for _, p := range c {
			z[i] += w[p.feature] * float64(p.value)
		}
		top = max(top, z[i])
	}
	sum, right := 0.0, 0.0
	for i := range z {
		z[i] = math.Exp(z[i] - top)
		if sum += z[i]; l.right[i] {
			right += z[i]
		}
	}
	for i, c := range l.candidates {
		d := z[i] / sum
		if l.right[i] {
			d -= z[i] / max(right, 1e-300)
		}
		for _, p := range c {
			g[p.feature] += d * float64(p.value)
		}
	}
}
