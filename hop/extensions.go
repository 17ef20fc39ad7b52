package hop

import (
	"cmp"
	"math/bits"
	"slices"
)

// extension is a chain of the beam with one page more, before it is made a state.
type extension struct {
	from   int32 // which chain of the beam
	parent int8
	node   int32
	edge   *edge
	score  float64
}

// extensions are the ways to add a page to the chains of a beam, the best one for each set of pages: a hash table, since a claim has
// thousands at each hop. Its memory is used again from hop to hop.
type extensions struct {
	all   []extension
	sets  []uint64 // of pages, aligned with all
	slots []int32  // by the hash of a set, 1 + its place in all; 0 where there is none
	shift int      // of a hash, to a slot
}

// reset makes room for so many sets.
func (g *extensions) reset(most int) {
	size := bits.Len(uint(2 * most)) // at least half of the slots stay free
	g.shift = 64 - size
	g.all, g.sets = slices.Grow(g.all[:0], most), slices.Grow(g.sets[:0], most)
	g.slots = slices.Grow(g.slots[:0], 1<<size)[:1<<size]
	clear(g.slots)
}

// offer adds a way to come to a set of pages, unless there is one as good.
func (g *extensions) offer(set uint64, w extension) {
	const spread = 0x9e3779b97f4a7c15 // 2^64 by the golden ratio (Knuth, volume 3, section 6.4)
	for at := set * spread >> g.shift; ; at = (at + 1) % uint64(len(g.slots)) {
		switch i := g.slots[at]; {
		case i == 0:
			g.all, g.sets = append(g.all, w), append(g.sets, set)
			g.slots[at] = int32(len(g.all))
			return
		case g.sets[i-1] == set:
			if w.score > g.all[i-1].score {
				g.all[i-1] = w
			}
			return
		}
	}
}

// ordered are the places of extensions by score; ties by the chain they extend, then by the page.
func (g *extensions) ordered() []int {
	type scored struct {
		score float64
		at    int
	}
	order := make([]scored, len(g.all))
	for i := range g.all {
		order[i] = scored{g.all[i].score, i}
	}
	slices.SortFunc(order, func(x, y scored) int {
		switch {
		case x.score > y.score:
			return -1
		case x.score < y.score:
			return 1
		}
		a, b := &g.all[x.at], &g.all[y.at]
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.node, b.node))
	})
	out := make([]int, len(order))
	for i, o := range order {
		out[i] = o.at
	}
	return out
}
