package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/internal/values"
	"github.com/bridgehop/bridgehop/verify"
)

// weighs are, for each family, what findings that disagree and that agree add to the logits of the labels.
type weighs struct {
	of      [3][2][2]float64 // family; disagrees, agrees; supported, refuted
	neutral float64          // which is the model's matter and not kept
}

var threshold float64

// signals are how strongly each family disagrees and agrees.
func signals(found []values.Finding) (x [3][2]float64) {
	for f := range x {
		least, any := math.Inf(1), false
		for i := range found {
			if int(found[i].Family) != f {
				continue
			}
			z := math.Log(found[i].Sure / max(1-found[i].Sure, 1e-6))
			if values.Family(f) == values.Wording {
				z -= threshold
			}
			z = min(max(z, 0), 4)
			if found[i].Agrees {
				least, any = min(least, z), true
			} else {
				x[f][0] = max(x[f][0], z)
			}
		}
		if any && x[f][0] == 0 && values.Family(f) == values.Comparing { // else the rest of the claim may be wrong
			x[f][1] = least
		}
	}
	return x
}

func (w *weighs) logits(p *pair, x *[3][2]float64) [3]float64 {
	out := [3]float64{logOf(p.model.Supported), logOf(p.model.Refuted), logOf(p.model.NotEnough) + w.neutral}
	for f := range x {
		for k, v := range x[f] {
			out[0] += w.of[f][k][0] * v
			out[1] += w.of[f][k][1] * v
		}
	}
	return out
}

func softmax(z [3]float64) [3]float64 {
	top, sum := max(z[0], z[1], z[2]), 0.0
	for i := range z {
		z[i] = math.Exp(z[i] - top)
		sum += z[i]
	}
	for i := range z {
		z[i] /= sum
	}
	return z
}

func place(l verify.Label) int {
	switch l {
	case verify.Supported:
		return 0
	case verify.Refuted:
		return 1
	}
	return 2
}

// weigh fits the weights on the pairs to learn from and prints accuracy with and without values.
func weigh(all []pair) {
	var w weighs
	var g weighs
	for range 300 {
		for i := range all {
			p := &all[i]
			if !p.learn {
				continue
			}
			x := signals(p.found)
			q := softmax(w.logits(p, &x))
			d := -q[2]
			if place(p.label) == 2 {
				d++
			}
			g.neutral += d * d
			w.neutral += .1 * d / math.Sqrt(g.neutral+1)
			for f := range x {
				for k, v := range x[f] {
					for l := range 2 {
						d := -q[l]
						if place(p.label) == l {
							d++
						}
						d = d*v - 1e-3*w.of[f][k][l]
						g.of[f][k][l] += d * d
						w.of[f][k][l] += .1 * d / math.Sqrt(g.of[f][k][l]+1)
					}
				}
			}
		}
	}
	fmt.Printf("weights %.3f\n", w)
	var sets []string
	type tally struct{ n, before, after, fixed, broken int }
	t := map[string]*tally{}
	for i := range all {
		p := &all[i]
		if t[p.set] == nil {
			sets, t[p.set] = append(sets, p.set), &tally{}
		}
		x := signals(p.found)
		none := weighs{neutral: w.neutral}
		best := func(z [3]float64) bool {
			if p.label != verify.NotEnoughInfo && !p.three {
				return z[0] > z[1] == (p.label == verify.Supported)
			}
			return slices.Index(z[:], max(z[0], z[1], z[2])) == place(p.label)
		}
		before, after := best(none.logits(p, &x)), best(w.logits(p, &x))
		c := t[p.set]
		c.n++
		c.before += one(before)
		c.after += one(after)
		c.fixed += one(after && !before)
		c.broken += one(before && !after)
	}
	for f := range 3 { // what each family alone does
		var some weighs
		some.neutral, some.of[f] = w.neutral, w.of[f]
		for _, s := range sets {
			mended, broken := 0, 0
			for i := range all {
				p := &all[i]
				if p.set != s {
					continue
				}
				x := signals(p.found)
				none := weighs{neutral: w.neutral}
				a, b := none.logits(p, &x), some.logits(p, &x)
				before, after := slices.Index(a[:], max(a[0], a[1], a[2])) == place(p.label), slices.Index(b[:], max(b[0], b[1], b[2])) == place(p.label)
				if p.label != verify.NotEnoughInfo {
					before, after = a[0] > a[1] == (p.label == verify.Supported), b[0] > b[1] == (p.label == verify.Supported)
				}
				mended += one(after && !before)
				broken += one(before && !after)
			}
			fmt.Println("   family", f, s, mended, broken)
		}
	}
	for _, s := range sets {
		c := t[s]
		fmt.Printf("%-36s %5d  model %.3f  with values %.3f  mended %d broken %d\n", s, c.n, float64(c.before)/float64(c.n), float64(c.after)/float64(c.n), c.fixed, c.broken)
	}
}
