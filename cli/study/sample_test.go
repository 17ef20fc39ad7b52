package study_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/cli/study"
)

// sample makes claims in which stars are longer, longer claims come out worse, and stars by themselves by effect.
func sample(n int, effect float64) []study.Item {
	random := rand.New(rand.NewPCG(1, 2))
	out := make([]study.Item, n)
	for i := range out {
		it := study.Item{Family: fmt.Sprint(i), Form: "path", Label: "SUPPORTED", Named: 2, Hidden: 2, Words: 10 + 10*(i%3)}
		if random.IntN(4) < it.Words/10 {
			it.Form = "star"
		}
		p := 0.9 - 0.02*float64(it.Words)
		if it.Form == "star" {
			p += effect
		}
		if random.Float64() < p {
			it.Outcome = 1
		}
		out[i] = it
	}
	return out
}

// Length explains the raw difference; matched on it, the effect that was put in comes back.
func TestContrast(t *testing.T) {
	for _, effect := range []float64{0, 0.15} {
		r := study.NewReport(7)
		r.Contrast("s", "right", sample(6000, effect))
		c := map[string]study.Row{}
		for _, m := range []string{"paths", "stars", "strata", "large", "raw_difference", "matched_difference"} {
			c[m], _ = r.Find("controls", m, "s", "right")
		}
		if c["paths"].N+c["stars"].N != 6000 || c["strata"].N != 3 || c["matched_difference"].N != 6000 {
			t.Fatalf("%v", c)
		}
		if m := c["matched_difference"]; m.Low > effect || m.High < effect {
			t.Errorf("matched %.3f to %.3f, want %.2f within", m.Low, m.High, effect)
		}
		if raw := c["raw_difference"]; raw.High >= effect {
			t.Errorf("raw %.3f to %.3f, want below %.2f: stars are longer", raw.Low, raw.High, effect)
		}
		if c["large"].N != 3 {
			t.Errorf("%d strata of 50 pairs, want 3", c["large"].N)
		}
		if _, ok := r.Find("comparisons", "difference", "s", "star less path, matched", "right"); !ok {
			t.Error("the matched difference isn't among the comparisons")
		}
	}
}

func TestContrastWithoutPartners(t *testing.T) {
	r := study.NewReport(1)
	r.Contrast("s", "right", []study.Item{{Form: "path", Named: 1}, {Form: "path", Named: 1}, {Form: "star", Named: 2}})
	strata, _ := r.Find("controls", "strata", "s", "right")
	paths, _ := r.Find("controls", "paths", "s", "right")
	if _, ok := r.Find("controls", "matched_difference", "s", "right"); ok || strata.Value != 0 || paths.N != 2 {
		t.Errorf("%+v, %+v, want no stratum with both", strata, paths)
	}
}

// The same seed gives the same interval; families are drawn together, which makes it wider.
func TestEstimate(t *testing.T) {
	mean := func(of []study.Observation) score.Figure {
		return study.Estimate(of, 3, func(s []float64) float64 { return s[0] / s[1] })
	}
	var alone, together []study.Observation
	for i := range 400 {
		v := []float64{float64(i / 20 % 2), 1}
		alone = append(alone, study.Observation{Sums: v})
		together = append(together, study.Observation{Group: fmt.Sprint(i / 20), Sums: v})
	}
	a, b := mean(alone), mean(alone)
	if a != b || a.Value != 0.5 || a.N != 400 {
		t.Errorf("got %+v and %+v, want 0.5 over 400 twice", a, b)
	}
	if g := mean(together); g.High-g.Low < 2*(a.High-a.Low) {
		t.Errorf("interval of 20 families %.3f to %.3f, want it much wider than %.3f to %.3f", g.Low, g.High, a.Low, a.High)
	}
	if f := mean(nil); f.N != 0 || !f.Bare {
		t.Errorf("got %+v of none", f)
	}
}
