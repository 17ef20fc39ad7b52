package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/bridgehop/bridgehop/verify/values"
)

// example is a statement with its candidates, as training reads it again and again.
type example struct {
	holds    bool
	kept     bool // of the tenth of train tables that settings are chosen on
	results  []bool
	features [][]uint16
}

// draw is a number below n that depends on the name alone.
func draw(name string, n uint32) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32() % n
}

func examples(all []statement, tables map[string]*values.Table) []example {
	out := make([]example, 0, len(all))
	for _, s := range all {
		t := tables[s.table]
		if t == nil {
			continue
		}
		e := example{holds: s.holds, kept: draw(s.table, 10) == 0}
		for _, c := range t.Candidates(s.text) {
			f := make([]uint16, len(c.Features))
			for i, x := range c.Features {
				f[i] = uint16(x)
			}
			e.results, e.features = append(e.results, c.Holds), append(e.features, f)
		}
		out = append(out, e)
	}
	return out
}

// learn maximises the probability of the labels, summed over all programs that give them (a latent variable, as in TabFact's latent program
// algorithm), by AdaGrad.
func learn(all []example, epochs int, rate, ridge float64) values.Ranker {
	w := make([]float64, values.Features)
	g := make([]float64, values.Features)
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(all))
	for epoch := range epochs {
		for _, i := range order {
			step(w, g, &all[i], rate, ridge)
		}
		right, n, loss := measure(w, all, true)
		tr, tn, tl := measure(w, all, false)
		fmt.Printf("epoch %d: train %.4f (%.4f), held back %.4f of %d (%.4f)\n", epoch+1, float64(tr)/float64(tn), tl, float64(right)/float64(n), n, loss)
	}
	out := make(values.Ranker, len(w))
	for i := range w {
		out[i] = float32(w[i])
	}
	return out
}

func scores(w []float64, e *example) []float64 {
	out := make([]float64, len(e.features))
	for i, f := range e.features {
		for _, x := range f {
			out[i] += w[x]
		}
	}
	return out
}

func step(w, g []float64, e *example, rate, ridge float64) {
	if e.kept {
		return
	}
	s := scores(w, e)
	p := values.Share(s, func(i int) bool { return e.results[i] == e.holds })
	top := math.Inf(-1)
	for _, x := range s {
		top = max(top, x)
	}
	all := 0.0
	for i := range s {
		s[i] = math.Exp(s[i] - top)
		all += s[i]
	}
	for i, f := range e.features {
		q := s[i] / all
		d := -q
		if e.results[i] == e.holds {
			d += q / max(p, 1e-9)
		}
		if abs := math.Abs(d); abs < 1e-4 {
			continue
		}
		for _, x := range f {
			d := d - ridge*w[x]
			g[x] += d * d
			w[x] += rate * d / math.Sqrt(g[x]+1e-2)
		}
	}
}

func measure(w []float64, all []example, kept bool) (right, n int, loss float64) {
	for i := range all {
		if e := &all[i]; e.kept == kept {
			p := values.Share(scores(w, e), func(i int) bool { return e.results[i] })
			n++
			if p > .5 == e.holds {
				right++
			}
			if !e.holds {
				p = 1 - p
			}
			loss -= math.Log(max(p, 1e-9))
		}
	}
	return right, n, loss / float64(n)
}
