package main

import (
	"fmt"
	"math"

	"github.com/bridgehop/bridgehop/bench/logistic"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// signs are the weights of a verdict's logits (verify/found.go): of what the model says of all evidence, and of the single element that
// says most where a whole article was read, of all evidence where introductions were, and where it is of several pages; and in that of NOT
// ENOUGH INFO a constant, whether the claim names a page that was read, and a constant where the evidence is of several pages.
type signs [7]float64

const (
	articleTogether = iota
	articleAlone
	introTogether
	none
	named
	chainTogether
	chainNone
)

// signNames are those of verify.Weighing in a model's config.json.
var signNames = [...]string{"article_together", "article_alone", "intro_together", "none", "none_named", "chain_together", "chain_none"}

// least bounds a logarithm, as in verify.
const least = 1e-3

// by returns what each of the signs multiplies in the logits of the three labels.
func (a *answer) by() (by [3]signs) {
	log := func(p float64) float64 { return math.Log(max(p, least)) }
	v := &a.full.Verdict
	t, o := v.Together, v.Alone
	at, several := introTogether, v.Premise.SeveralPages()
	switch {
	case several:
		at = chainTogether
	case v.Premise.Article:
		at = articleTogether
		by[label.Supported][articleAlone], by[label.Refuted][articleAlone] = log(o.Supported), log(o.Refuted)
	}
	by[label.Supported][at], by[label.Refuted][at] = log(t.Supported), log(t.Refuted)
	by[label.NotEnoughInfo][at] = log(t.NotEnough)
	if several {
		by[label.NotEnoughInfo][chainNone] = 1
		return by
	}
	by[label.NotEnoughInfo][none] = 1
	if a.full.Chain != nil && verify.Named(&a.full.Chain.Chain, v.Premise.Evidence) {
		by[label.NotEnoughInfo][named] = 1
	}
	return by
}

func (s *signs) logits(by *[3]signs) (z [3]float64) {
	for l := range z {
		for i, v := range s {
			z[l] += v * by[l][i]
		}
	}
	return z
}

// fit finds the signs by multinomial regression on these answers.
func fit(all []*answer) signs {
	s := signs{articleTogether: 1, introTogether: 1, chainTogether: 1}
	loss := 0.0
	for range 20000 {
		var grad signs
		loss = 0
		for _, a := range all {
			by := a.by()
			p := logistic.Softmax(s.logits(&by))
			loss -= math.Log(p[a.label()]) / float64(len(all))
			for l := range p {
				d := p[l]
				if label.Label(l) == a.label() {
					d--
				}
				for i := range grad {
					grad[i] += d * by[l][i] / float64(len(all))
				}
			}
		}
		for i := range s {
			s[i] -= 0.05 * (grad[i] + 1e-3*s[i])
		}
	}
	fmt.Printf("fit on these %d, loss %.3f:", len(all), loss)
	for i, name := range signNames {
		fmt.Printf(" %s %.3f", name, s[i])
	}
	fmt.Println()
	return s
}

// print prints what the signs make of answers.
func (s *signs) print(name string, all []*answer) {
	var table [3][3]int
	for _, a := range all {
		by := a.by()
		z := s.logits(&by)
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
