package main

import (
	"testing"
)

// Of four candidates the one with exactly one of two features is right: no weights of the two put it first, a network does.
func TestNetworkLearnsWhatNoSumSays(t *testing.T) {
	var all []*list
	for i := range 3000 {
		l := &list{gold: -1, weight: 1. / 3000}
		for _, f := range [][]float64{{0, 0}, {1, 1}, {float64(i % 2), float64(1 - i%2)}} {
			l.add(f[0] != f[1], map[bool]float64{true: 1}[f[0] != f[1]], f, []float64{3})
		}
		all = append(all, l)
	}
	n := learnNetwork(all)
	for i, l := range all[:2] {
		if got := l.first(n.of); got != l.gold {
			t.Errorf("list %d: candidate %d comes first, want %d", i, got, l.gold)
		}
	}
	if again := learnNetwork(all); again.of([]float32{1, 0, 3}) != n.of([]float32{1, 0, 3}) {
		t.Error("learning again gives another network")
	}
	if n.params[2] != 0 {
		t.Errorf("a feature that is always the same has weight %g", n.params[2])
	}
}
