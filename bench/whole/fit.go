package main

import (
	"fmt"
	"math"

	"github.com/bridgehop/bridgehop/verify"
)

// signs are what a verdict adds to the logits of the model: to that of SUPPORTS by the covered share of the claim, to that of NOT
// ENOUGH INFO by whether the claim names a page that was read.
type signs struct{ support, covered, none, named float64 }

func (s *signs) all() [4]*float64 { return [4]*float64{&s.support, &s.covered, &s.none, &s.named} }

// least bounds a logarithm.
const least = 1e-6

// logits of the three labels, and what each of the signs multiplies in them.
func (s *signs) logits(a *answer) (z [3]float64, by [3][4]float64) {
	named := 0.0
	if a.named {
		named = 1
	}
	for l, p := range [3]float64{verify.Supported: a.raw.Supported, verify.Refuted: a.raw.Refuted, verify.NotEnoughInfo: a.raw.NotEnough} {
		z[l] = math.Log(max(p, least))
	}
	by[verify.Supported][0], by[verify.Supported][1] = 1, a.covered
	by[verify.NotEnoughInfo][2], by[verify.NotEnoughInfo][3] = 1, named
	for l := range z {
		for i, v := range s.all() {
			z[l] += *v * by[l][i]
		}
	}
	return z, by
}

// fit finds the signs by multinomial regression on these answers.
func fit(all []*answer) signs {
	s := signs{}
	loss := 0.0
	for range 20000 {
		var grad [4]float64
		loss = 0
		for _, a := range all {
			z, by := s.logits(a)
			p := softmax(z)
			loss -= math.Log(p[a.label()]) / float64(len(all))
			for l := range z {
				d := p[l]
				if verify.Label(l) == a.label() {
					d--
				}
				for i := range grad {
					grad[i] += d * by[l][i] / float64(len(all))
				}
			}
		}
		for i, v := range s.all() {
			*v -= 0.05 * grad[i]
		}
	}
	fmt.Printf("fit on these %d: %+v; loss %.3f\n", len(all), s, loss)
	return s
}

// print prints what the signs make of answers.
func (s *signs) print(name string, all []*answer) {
	var table [3][3]int
	for _, a := range all {
		z, _ := s.logits(a)
		best := 0
		for l := range z {
			if z[l] > z[best] {
				best = l
			}
		}
		table[a.label()][best]++
	}
	accuracy, macro := scores(table)
	fmt.Printf("%s by these: accuracy %.3f, macro-F1 %.3f; by label (not enough, supports, refutes) %v\n", name, accuracy, macro, table)
}

func softmax(z [3]float64) (p [3]float64) {
	top, sum := max(z[0], z[1], z[2]), 0.0
	for i := range z {
		p[i] = math.Exp(z[i] - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
