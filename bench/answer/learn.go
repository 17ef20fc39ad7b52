package main

import (
	"maps"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/verify/answer"
)

const (
	steps  = 150
	pruned = 100 // the step at which weights below least are dropped
	rate   = 0.05
	decay  = 2e-4 // of the square of each weight

	few, several = 60, 6 // candidates that are all learned from; one of so many of the others
)

var (
	rare  = 5   // questions that a feature must be in
	least = .15 // weight that is worth keeping
)

// lesson is a question to learn from: its candidates' features, by number, and which candidates are right.
type lesson struct {
	candidates [][]part
	right      []bool
	more       []float64 // log of how many candidates each is one of
	features   []int32   // of all candidates, each once
}

type part struct {
	feature int32
	value   float32
}

// school numbers features, and keeps the lessons of questions.
type school struct {
	number  map[string]int32
	names   []string
	lessons map[*example]*lesson
}

// teach keeps what a question's candidates teach. Without a right one and a wrong one they teach nothing.
func (s *school) teach(e *example, candidates []answer.Answer) {
	if s.number == nil {
		s.number, s.lessons = map[string]int32{}, map[*example]*lesson{}
	}
	l, has, so := &lesson{}, map[int32]bool{}, answer.Learned()
	z := make([]float64, len(candidates)) // by the weights so far
	for i, c := range candidates {
		z[i] = total(c, so)
	}
	good := slices.Sorted(slices.Values(z))[max(0, len(z)-few):]
	for i, c := range candidates {
		right, more := e.is(c.Text), 0.0
		if !right && z[i] < good[0] { // one in several is kept
			if i%several != 0 {
				continue
			}
			more = math.Log(several)
		}
		parts := make([]part, len(c.Features))
		for i, f := range c.Features {
			n, ok := s.number[f.Name]
			if !ok {
				n = int32(len(s.names))
				s.number[f.Name], s.names = n, append(s.names, f.Name)
			}
			parts[i], has[n] = part{n, float32(f.Value)}, true
		}
		l.candidates, l.right, l.more = append(l.candidates, parts), append(l.right, right), append(l.more, more)
	}
	if l.features = slices.Sorted(maps.Keys(has)); !slices.Contains(l.right, true) || !slices.Contains(l.right, false) {
		return
	}
	s.lessons[e] = l
}

// learn returns the weights of a softmax over each question's candidates, by Adam on all questions at once. Weights of at most least, of
// features that tell little, become 0 on the way, and stay so.
func (s *school) learn(all []*example) map[string]float64 {
	var lessons []*lesson
	for _, e := range all {
		if l := s.lessons[e]; l != nil {
			lessons = append(lessons, l)
		}
	}
	n := len(s.names)
	w, g, m, v, in := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	for _, l := range lessons {
		for _, f := range l.features {
			in[f]++
		}
	}
	for step := 1; step <= steps; step++ {
		clear(g)
		for _, l := range lessons {
			l.slope(w, g)
		}
		for i := range w {
			if in[i] < rare {
				continue
			}
			d := g[i]/float64(max(len(lessons), 1)) + decay*w[i]
			m[i], v[i] = .9*m[i]+.1*d, .999*v[i]+.001*d*d
			w[i] -= rate * (m[i] / (1 - math.Pow(.9, float64(step)))) / (math.Sqrt(v[i]/(1-math.Pow(.999, float64(step)))) + 1e-8)
			if step == pruned && math.Abs(w[i]) < least {
				w[i], in[i] = 0, 0
			}
		}
	}
	out := map[string]float64{}
	for i, name := range s.names {
		if in[i] >= rare {
			out[name] = w[i]
		}
	}
	return out
}

// slope adds a question's gradient of -log of the share of its right candidates.
func (l *lesson) slope(w, g []float64) {
	z := make([]float64, len(l.candidates))
	top := math.Inf(-1)
	for i, c := range l.candidates {
		z[i] = l.more[i]
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
		if math.Abs(d) < 1e-6 {
			continue
		}
		for _, p := range c {
			g[p.feature] += d * float64(p.value)
		}
	}
}
