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
	p := v.Probabilities
	return [3]float64{math.Log(max(p.Supported, 1e-12) / max(p.Refuted, 1e-12)), verify.Covered(v.Premise.Evidence), 1}
}

// fit is a logistic regression of supported against refuted on the training part.
func fit(examples []example, answers []verify.Verdict) [3]float64 {
	var x [][3]float64
	var y []bool
	for i, e := range examples {
		if !e.kept && e.label != verify.NotEnoughInfo {
			x, y = append(x, features(answers[i])), append(y, e.label == verify.Supported)
		}
	}
	return logistic(x, y)
}

// logistic is a logistic regression of y, by Newton's method.
func logistic(x [][3]float64, y []bool) [3]float64 {
	const ridge = .01
	var w [3]float64
	for range 30 {
		var gradient [3]float64
		hessian := [3][3]float64{{ridge, 0, 0}, {0, ridge, 0}, {0, 0, ridge}}
		for k := range w {
			gradient[k] = ridge * w[k]
		}
		for i, x := range x {
			q := 1 / (1 + math.Exp(-(w[0]*x[0] + w[1]*x[1] + w[2]*x[2])))
			miss := q
			if y[i] {
				miss--
			}
			for a := range x {
				gradient[a] += miss * x[a]
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
		return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
			m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
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
