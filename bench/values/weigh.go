package main

import (
	"fmt"
	"math"

	"github.com/bridgehop/bridgehop/bench/logistic"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/values"
)

// weighs are, for each family, what findings that disagree and that agree add to the logits of the labels.
type weighs struct {
	of      [values.Families][2][2]float64 // family; disagrees, agrees; supported, refuted
	neutral float64                        // which is the model's matter and not kept
}

// least is the certainty in logits that a finding must exceed, as in verify/values.go: of a comparison by how often those that are less
// sure are right on the sets to learn from.
var least = [values.Families]float64{values.Comparing: -2.5}

// signals returns how strongly each family disagrees and agrees.
func signals(found []values.Finding) (x [values.Families][2]float64) {
	for f := range x {
		weakest, any := math.Inf(1), false
		for i := range found {
			if int(found[i].Family) != f {
				continue
			}
			z := math.Log(found[i].Sure / max(1-found[i].Sure, 1e-6))
			z = min(max(z-least[f], 0), 4)
			if found[i].Agrees {
				weakest, any = min(weakest, z), true
			} else {
				x[f][0] = max(x[f][0], z)
			}
		}
		if any && x[f][0] == 0 {
			x[f][1] = weakest
		}
	}
	return x
}

func (w *weighs) logits(p *pair, x *[values.Families][2]float64) [3]float64 {
	out := [3]float64{logOf(p.model.Supported), logOf(p.model.Refuted), logOf(p.model.NotEnough) + w.neutral}
	for f := range x {
		for k, v := range x[f] {
			out[0] += w.of[f][k][0] * v
			out[1] += w.of[f][k][1] * v
		}
	}
	return out
}

func logOf(p float64) float64 { return math.Log(max(p, 1e-3)) }

func place(l label.Label) int {
	switch l {
	case label.Supported:
		return 0
	case label.Refuted:
		return 1
	}
	return 2
}

// weigh fits the weights on the pairs to learn from and prints accuracy with and without values.
func weigh(all []pair) {
	w := fitWeighs(all)
	fmt.Printf("weights %.3f\n", w)
	none := weighs{neutral: w.neutral}
	type tally struct{ n, before, after, mended, broken int }
	t := map[string]*tally{}
	var sets []string
	for i := range all {
		p := &all[i]
		c := t[p.set]
		if c == nil {
			c = &tally{}
			sets, t[p.set] = append(sets, p.set), c
		}
		before, after := none.right(p), w.right(p)
		c.n, c.before, c.after = c.n+1, c.before+one(before), c.after+one(after)
		c.mended, c.broken = c.mended+one(after && !before), c.broken+one(before && !after)
	}
	for _, s := range sets {
		c := t[s]
		fmt.Printf("%-42s %5d  model %.3f  with values %.3f  mended %d broken %d\n", s, c.n, float64(c.before)/float64(c.n),
			float64(c.after)/float64(c.n), c.mended, c.broken)
	}
}

// fitWeighs returns a multinomial regression by gradient steps, the same each time.
func fitWeighs(all []pair) weighs {
	var w, g weighs
	step := func(at, sum *float64, d float64) {
		*sum += d * d
		*at += .1 * d / math.Sqrt(*sum+1)
	}
	for range 300 {
		for i := range all {
			p := &all[i]
			if !p.learn {
				continue
			}
			x := signals(p.found)
			q := logistic.Softmax(w.logits(p, &x))
			miss := func(l int) float64 { return float64(one(place(p.label) == l)) - q[l] }
			step(&w.neutral, &g.neutral, miss(2))
			for f := range x {
				for k, v := range x[f] {
					for l := range 2 {
						step(&w.of[f][k][l], &g.of[f][k][l], miss(l)*v-1e-3*w.of[f][k][l])
					}
				}
			}
		}
	}
	return w
}

// right reports whether a claim gets its label: of one that isn't NOT ENOUGH INFO, whether supported or refuted is likelier.
func (w *weighs) right(p *pair) bool {
	x := signals(p.found)
	z := w.logits(p, &x)
	if p.label != label.NotEnoughInfo {
		return z[0] > z[1] == (p.label == label.Supported)
	}
	return z[2] >= max(z[0], z[1])
}
