package hop

import (
	"encoding/binary"
	"math"
	"testing"
)

// forestOf is a file of one tree of two branches.
func forestOf() (file []byte) {
	number := func(v float32) { file = binary.LittleEndian.AppendUint32(file, math.Float32bits(v)) }
	grow := func(feature byte, numbers ...float32) {
		file = append(file, feature)
		for _, v := range numbers {
			number(v)
		}
	}
	grow(3, 0, 0.5) // feature 3 at most .5?
	grow(leaf, -1)
	grow(1, 1, 2) // else: feature 1 at most 2?
	grow(leaf, .25)
	grow(leaf, 4)
	return file
}

func TestForest(t *testing.T) {
	f := readForest(append(forestOf(), forestOf()...))
	for _, c := range []struct {
		x    []float32
		want float64
		said map[int]float64
	}{
		{[]float32{9, 9, 9, .5}, -2, map[int]float64{3: -2}},
		{[]float32{9, 2, 9, .6}, .5, map[int]float64{3: 2, 1: -1.5}},
		{[]float32{9, 3, 9, .6}, 8, map[int]float64{3: 2, 1: 6}},
	} {
		said, sum := map[int]float64{}, 0.0
		f.explain(c.x, func(k int, adds float64) { said[k] += adds; sum += adds })
		if got := f.scores([][]float32{c.x})[0]; got != c.want || sum != c.want {
			t.Errorf("score of %v is %g, its parts %g, want %g", c.x, got, sum, c.want)
		}
		for k, want := range c.said {
			if said[k] != want {
				t.Errorf("feature %d of %v adds %g, want %g", k, c.x, said[k], want)
			}
		}
	}
}

// The forest that ships reads features that there are, and its trees end where the file does.
func TestClaimForest(t *testing.T) {
	f := claimForest()
	if len(f.roots) < 100 {
		t.Fatalf("%d trees", len(f.roots))
	}
	for i, s := range f.branches {
		switch v := float64(s.mean); {
		case s.feature != leaf && int(s.feature) >= forestFeatures:
			t.Fatalf("branch %d reads feature %d of %d", i, s.feature, forestFeatures)
		case s.feature != leaf && (int(s.right) <= i+1 || int(s.right) >= len(f.branches)):
			t.Fatalf("branch %d goes on at %d of %d", i, s.right, len(f.branches))
		case math.IsNaN(v) || math.Abs(v) > 10:
			t.Fatalf("branch %d has the mean %g", i, v)
		}
	}
}
