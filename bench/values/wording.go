package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/verify/values"
)

// trainWording prints the weights of aligned values, learned on FEVER's train claims, FEVEROUS's trained side and swapped values.
func (o *options) trainWording() error {
	fever, err := nli(o.data, "train/fever_full_train.jsonl.gz")
	if err != nil {
		return err
	}
	feverous, _, err := feverousClaims(o.data)
	if err != nil {
		return err
	}
	swapped, err := swaps(o.data)
	if err != nil {
		return err
	}
	fitWording(slices.Concat(fever, feverous, swapped))
	return nil
}

// fitWording learns how far an alignment that agrees speaks for a claim, and one that disagrees against it.
func fitWording(all []labelled) {
	for _, agrees := range []bool{false, true} {
		var x [][]float64
		var y []float64
		for _, l := range all {
			if l.kept {
				continue
			}
			for _, a := range values.Alignments(l.claim, l.pages) {
				if a.Agrees == agrees {
					x, y = append(x, a.Features), append(y, float64(one(l.holds() == agrees)))
				}
			}
		}
		w := logistic(x, y)
		fmt.Printf("agrees %v: %d\n{", agrees, len(x))
		for _, v := range w {
			fmt.Printf("%.3f, ", v)
		}
		fmt.Println("}")
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// logistic is a logistic regression by gradient steps, the same each time.
func logistic(x [][]float64, y []float64) []float64 {
	if len(x) == 0 {
		return nil
	}
	w := make([]float64, len(x[0]))
	g := make([]float64, len(w))
	for range 60 {
		for i := range x {
			d := y[i] - sigmoid(dot(w, x[i]))
			for k, v := range x[i] {
				s := d*v - 1e-5*w[k]
				g[k] += s * s
				w[k] += .3 * s / math.Sqrt(g[k]+1)
			}
		}
	}
	return w
}
