package text_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// Pages are found wherever their ids lie: evenly as hashes do, or all together.
func TestPagesAreFoundByID(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for _, most := range []uint64{1 << 63, 1 << 62, 1 << 20, 3000} {
		for _, n := range []int{0, 1, 2, 20, 3000} {
			some := make([]graph.PageID, n)
			for i := range some {
				some[i] = graph.PageID(1 + rng.Uint64N(most-1))
			}
			if n > 10 && most == 1<<62 {
				some[0], some[1] = 1<<63-1, 1<<63-2
			}
			slices.Sort(some)
			some = slices.Compact(some)
			asked := append([]graph.PageID{1, 2, 1<<63 - 1, 1<<64 - 1}, some...)
			for range 200 {
				asked = append(asked, graph.PageID(1+rng.Uint64N(most-1)))
			}
			places, there, err := text.Docs(t.TempDir(), some, asked)
			if err != nil {
				t.Fatal(err)
			}
			for i, id := range asked {
				if want, ok := slices.BinarySearch(some, id); places[i] != want || there[i] != ok {
					t.Fatalf("of %d ids below %d, %d is at %d, %v, want %d, %v", n, most, id, places[i], there[i], want, ok)
				}
			}
		}
	}
}
