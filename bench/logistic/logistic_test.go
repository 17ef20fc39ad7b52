package logistic_test

import (
	"math"
	"testing"

	"github.com/bridgehop/bridgehop/bench/logistic"
)

// With one binary feature and a constant the fit is the log odds of the two groups: 3 of 4 and 1 of 4.
func TestFit(t *testing.T) {
	var all []logistic.Example
	for i := range 8 {
		x := []float64{0, 1}
		if i < 4 {
			x[0] = 1
		}
		all = append(all, logistic.Example{X: x, Y: i < 3 || i == 7, Weight: 1})
	}
	w := logistic.Fit(all, 1e-9)
	if math.Abs(w[0]-2*math.Log(3)) > 1e-6 || math.Abs(w[1]+math.Log(3)) > 1e-6 {
		t.Errorf("weights %v, want %v and %v", w, 2*math.Log(3), -math.Log(3))
	}
}
