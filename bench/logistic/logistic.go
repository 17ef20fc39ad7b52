// Package logistic fits logistic regressions for the programs that learn constants.
//
// Of sentences that are evidence (Y) or not, with one cue each and a constant, Fit returns the cue's weight and the
// constant by which log odds are computed.
package logistic

import "math"

// Example is an observation: its features, its outcome and how much it counts.
type Example struct {
	X      []float64
	Y      bool
	Weight float64
}

// Fit returns the weights of the features, by Newton's method with a ridge.
func Fit(all []Example, ridge float64) []float64 {
	if len(all) == 0 {
		return nil
	}
	w := make([]float64, len(all[0].X))
	for range 30 {
		system := make([][]float64, len(w)) // the Hessian, and the gradient behind it
		for a := range system {
			system[a] = make([]float64, len(w)+1)
			system[a][a], system[a][len(w)] = ridge, ridge*w[a]
		}
		for _, e := range all {
			z, y := 0.0, 0.0
			for a, v := range e.X {
				z += w[a] * v
			}
			if e.Y {
				y = 1
			}
			p := 1 / (1 + math.Exp(-z))
			for a, v := range e.X {
				system[a][len(w)] += e.Weight * (p - y) * v
				for b, u := range e.X {
					system[a][b] += e.Weight * p * (1 - p) * v * u
				}
			}
		}
		for a, step := range solve(system) {
			w[a] -= step
		}
	}
	return w
}

// solve returns x of m x = v by Gaussian elimination; v is m's last column. m is overwritten.
func solve(m [][]float64) []float64 {
	n := len(m)
	for k := range m {
		top := k
		for r := k + 1; r < n; r++ {
			if math.Abs(m[r][k]) > math.Abs(m[top][k]) {
				top = r
			}
		}
		m[k], m[top] = m[top], m[k]
		for r := range m {
			if r == k {
				continue
			}
			f := m[r][k] / m[k][k]
			for c := k; c <= n; c++ {
				m[r][c] -= f * m[k][c]
			}
		}
	}
	x := make([]float64, n)
	for k := range x {
		x[k] = m[k][n] / m[k][k]
	}
	return x
}

// Softmax returns the probabilities of these logits.
func Softmax(z [3]float64) (p [3]float64) {
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
