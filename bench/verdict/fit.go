package main

import (
	"math"

	"github.com/bridgehop/bridgehop/bench/logistic"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// two returns the accuracy of a fit.
func two(w [3]float64, examples []example, answers []verify.Verdict) (train, kept float64) {
	var right, all [2]float64
	for i, e := range examples {
		if e.label == label.NotEnoughInfo {
			continue
		}
		k := 0
		if e.kept {
			k = 1
		}
		x := features(answers[i])
		all[k]++
		if (w[0]*x[0]+w[1]*x[1]+w[2] > 0) == (e.label == label.Supported) {
			right[k]++
		}
	}
	return right[0] / all[0], right[1] / all[1]
}

// features returns the averaged margin of the readings, the covered share of the claim, and a constant.
func features(v verify.Verdict) [3]float64 {
	p := v.Probabilities
	return [3]float64{math.Log(max(p.Supported, 1e-12) / max(p.Refuted, 1e-12)), verify.Covered(v.Premise.Evidence), 1}
}

// fit returns a logistic regression of supported against refuted on the training part.
func fit(examples []example, answers []verify.Verdict) [3]float64 {
	var all []logistic.Example
	for i, e := range examples {
		if !e.kept && e.label != label.NotEnoughInfo {
			x := features(answers[i])
			all = append(all, logistic.Example{X: x[:], Y: e.label == label.Supported, Weight: 1})
		}
	}
	return [3]float64(logistic.Fit(all, .01))
}
