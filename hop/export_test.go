package hop

import (
	"slices"
)

// Growth is a way to add a page to a chain of the beam, for tests.
type Growth struct {
	Set        uint64 // of pages that come out
	From, Node int32
	Score      float64
}

// Grown are the best ways to each set of pages, in order, as a beam grows by them, after it has grown by others in the same memory.
func Grown(before, ways []Growth) []Growth {
	var g extensions
	for _, all := range [][]Growth{before, ways} {
		g.reset(len(all))
		for _, w := range all {
			g.offer(w.Set, extension{from: w.From, node: w.Node, score: w.Score})
		}
	}
	var out []Growth
	for _, at := range g.ordered() {
		w := g.all[at]
		out = append(out, Growth{g.sets[at], w.from, w.node, w.score})
	}
	return out
}

// GrownSlowly is Grown by a map and a sort.
func GrownSlowly(ways []Growth) []Growth {
	best, out := map[uint64]int{}, []Growth(nil)
	for _, w := range ways {
		i, ok := best[w.Set]
		switch {
		case !ok:
			best[w.Set] = len(out)
			out = append(out, w)
		case w.Score > out[i].Score:
			out[i] = w
		}
	}
	slices.SortFunc(out, func(a, b Growth) int {
		return better(extension{from: a.From, node: a.Node, score: a.Score}, extension{from: b.From, node: b.Node, score: b.Score})
	})
	return out
}

// SetOf is the number that stands for a chain's pages and one more.
func SetOf(chain []int32, n int32) uint64 {
	s := state{n: len(chain)}
	copy(s.node[:], chain)
	var members [4]uint64
	keys(members[:s.n], &s)
	return key(members[:s.n], n)
}
