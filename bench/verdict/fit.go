package main

import (
	"math"

	"github.com/bridgehop/bridgehop/verify"
)

// two is the accuracy of a fit.
func two(w [3]float64, examples []example, answers []verify.Verdict) (train, kept float64) {
	var right, all [2]float64
	for i, e := range examples {
		if e.label == verify.NotEnoughInfo {
			continue
		}
		k := 0
		if e.kept {
			k = 1
		}
		x := features(answers[i])
		all[k]++
		if (w[0]*x[0]+w[1]*x[1]+w[2] > 0) == (e.label == verify.Supported) {
			right[k]++
		}
	}
	return right[0] / all[0], right[1] / all[1]
}

// features are the averaged margin of the readings, the covered share of the claim, and a constant.
func features(v verify.Verdict) [3]float64 {
	covered := 0.0
	for _, c := range v.Premise.Evidence {
		covered += c.Score
	}
	p := v.Probabilities
	return [3]float64{math.Log(max(p.Supported, 1e-12) / max(p.Refuted, 1e-12)), covered, 1}
}

// fit is a logistic regression of supported against refuted on the training part, by Newton's method.
func fit(examples []example, answers []verify.Verdict) [3]float64 {
	const ridge = .01
	var w [3]float64
	for range 30 {
		var gradient [3]float64
		hessian := [3][3]float64{{ridge, 0, 0}, {0, ridge, 0}, {0, 0, ridge}}
		for k := range w {
			gradient[k] = ridge * w[k]
		}
		for i, e := range examples {
			if e.kept || e.label == verify.NotEnoughInfo {
				continue
			}
			y := 0.0
			if e.label == verify.Supported {
				y = 1
			}
			x := features(answers[i])
			q := 1 / (1 + math.Exp(-(w[0]*x[0] + w[1]*x[1] + w[2])))
			for a := range x {
				gradient[a] += (q - y) * x[a]
				for b := range x {
					hessian[a][b] += q * (1 - q) * x[a] * x[b]
				}
			}
		}
		step := solve(hessian, gradient)
		for k := range w {
			w[k] -= step[k]
		}
	}
	return w
}

// solve gives x of m x = v, by Cramer's rule.
func solve(m [3][3]float64, v [3]float64) (x [3]float64) {
	det := func(m [3][3]float64) float64 {
		return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
	}
	d := det(m)
	for k := range x {
		n := m
		for r := range n {
			n[r][k] = v[r]
		}
		x[k] = det(n) / d
	}
	return x
}
