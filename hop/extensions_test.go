package hop_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

// Ways to grow come out as by a map and a sort, whatever the scores: alike, of both signs, zeros of both, without bounds.
func TestGrowths(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	negative := math.Copysign(0, -1)
	some := []float64{0, negative, 1, -1, 1e-300, -1e-300, math.MaxFloat64, -math.MaxFloat64, math.Inf(1), math.Inf(-1)}
	drawn := func() []hop.Growth {
		sets := 1 + rng.Uint64N(1<<rng.Uint64N(11))
		alike := rng.IntN(3) == 0
		out := make([]hop.Growth, rng.IntN(1500))
		for i := range out {
			w := hop.Growth{Set: rng.Uint64N(sets) << 16 * 0x10001, From: int32(i / 100), Node: int32(i % 100), Score: rng.NormFloat64()}
			if alike {
				w.Score = some[rng.IntN(len(some))]
			}
			out[i] = w
		}
		return out
	}
	for range 300 {
		before, ways := drawn(), drawn()
		if got, want := hop.Grown(before, ways), hop.GrownSlowly(ways); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v, of %v", got, want, ways)
		}
	}
}

// A set of pages has one number, whatever the order in which the pages came, and another set has another.
func TestSetOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	known := map[[4]int32]uint64{}
	numbers := map[uint64]bool{}
	for range 20000 {
		n := 1 + rng.IntN(4)
		var pages []int32
		for len(pages) < n {
			if p := rng.Int32N(12) * 5461; !slices.Contains(pages, p) {
				pages = append(pages, p)
			}
		}
		got := hop.SetOf(pages[:n-1], pages[n-1])
		sorted := [4]int32{-1, -1, -1, -1}
		slices.Sort(pages)
		copy(sorted[:], pages)
		want, ok := known[sorted]
		if !ok {
			if numbers[got] {
				t.Fatalf("%v has the number of another set", pages)
			}
			known[sorted], numbers[got] = got, true
		} else if got != want {
			t.Fatalf("%v: got %x, want %x", pages, got, want)
		}
	}
}
