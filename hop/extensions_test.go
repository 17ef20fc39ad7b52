package hop_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/hop"
)

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
