package main

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// signs are the weights of a verdict's logits (verify/aggregate.go): of what the model says of all evidence, and of the single element that
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
	if a.full.Chain != nil && v.Premise.Named(&a.full.Chain.Chain) {
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

// example is an answer as signs are fitted on it.
type example struct {
	by    [3]signs
	label label.Label
	fold  byte // answers of one first page are of one fold
}

// examples leaves out answers that values weigh in or that are put together from parts, which the signs don't make.
func examples(all []*answer) (out []example) {
	for _, a := range all {
		used := slices.ContainsFunc(a.full.Verdict.Values, func(c verify.Calculation) bool { return c.Used })
		if used || len(a.full.Parts) > 0 || a.full.Verdict.Chain < 0 || a.full.Bridge != nil && a.full.Bridge.Is != "" {
			continue
		}
		of := a.Text
		if len(a.Gold) > 0 && len(a.Gold[0]) > 0 {
			of = a.Gold[0][0]
		}
		out = append(out, example{a.by(), a.label(), sha256.Sum256([]byte(of))[0] % folds})
	}
	return out
}

const folds = 5

// fit finds the signs by multinomial regression on examples of any fold but one.
func fit(all []example, without byte) signs {
	s := signs{articleTogether: 1, introTogether: 1, chainTogether: 1}
	all = slices.DeleteFunc(slices.Clone(all), func(e example) bool { return e.fold == without })
	for range 4000 {
		var grad signs
		for _, e := range all {
			p := softmax(s.logits(&e.by))
			for l := range p {
				d := p[l]
				if label.Label(l) == e.label {
					d--
				}
				for i := range grad {
					grad[i] += d * e.by[l][i] / float64(len(all))
				}
			}
		}
		for i := range s {
			s[i] -= 0.1 * (grad[i] + 1e-3*s[i])
		}
	}
	return s
}

// fitOn prints the signs fitted on sets of answers, and what those fitted without each fold make of it.
func fitOn(names []string, sets ...[]*answer) {
	var all []example
	for _, set := range sets {
		all = append(all, examples(set)...)
	}
	s := fit(all, folds)
	fmt.Printf("fit on these %d:", len(all))
	for i, name := range signNames {
		fmt.Printf(" %s %.3f", name, s[i])
	}
	fmt.Println()
	var crossed [folds]signs
	for i := range crossed {
		crossed[i] = fit(all, byte(i))
	}
	for i, set := range sets {
		printFit(names[i], examples(set), &crossed)
	}
}

// printFit prints what signs make of the fold that they weren't fitted on.
func printFit(name string, all []example, crossed *[folds]signs) {
	var table [3][3]int
	loss := 0.0
	for _, e := range all {
		z := crossed[e.fold].logits(&e.by)
		best := 0
		for l := range z {
			if z[l] > z[best] {
				best = l
			}
		}
		table[e.label][best]++
		p := softmax(z)
		loss -= math.Log(p[e.label]) / float64(len(all))
	}
	accuracy, macro := scores(table)
	fmt.Printf("%s, %d, cross-fitted: accuracy %.3f, macro-F1 %.3f, loss %.3f; by label (not enough, supports, refutes) %v\n",
		name, len(all), accuracy, macro, loss, table)
}

// softmax returns the probabilities of these logits.
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
