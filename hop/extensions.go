package hop

import (
	"cmp"
	"math"
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

// better orders ways to grow by score; ties by the chain they grow from, then by the page.
func better(a, b extension) int {
	if c := cmp.Compare(b.score, a.score); c != 0 { // nearly always
		return c
	}
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.node, b.node))
}

// extensions are the ways to add a page to the chains of a beam, the best one for each set of pages. A claim has some hundreds to
// thousands at each hop, so they are found and ordered without a map and without moving them. The memory is used again from hop to hop.
type extensions struct {
	all   []extension
	sets  []uint64 // of pages, aligned with all
	slots []int32  // by the hash of a set, 1 + its place in all; 0 where there is none
	shift int      // of a hash, to a slot

	ranks, otherRanks []uint64 // see order
	order, otherOrder []int32
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

// ordered are the places of the ways, as better orders them: a radix sort of the scores, a byte at a time from the lowest, which
// goes on with the order that the bytes before left.
func (g *extensions) ordered() []int32 {
	n := len(g.all)
	g.ranks, g.otherRanks = slices.Grow(g.ranks[:0], n)[:n], slices.Grow(g.otherRanks[:0], n)[:n]
	g.order, g.otherOrder = slices.Grow(g.order[:0], n)[:n], slices.Grow(g.otherOrder[:0], n)[:n]
	var counts [8][256]int32
	for i := range g.all {
		r := descending(g.all[i].score)
		g.ranks[i], g.order[i] = r, int32(i)
		for b := range counts {
			counts[b][byte(r>>(8*b))]++
		}
	}
	for b := range counts {
		if n > 0 && counts[b][byte(g.ranks[0]>>(8*b))] < int32(n) { // else all have the same byte
			g.sortByte(8*b, &counts[b])
		}
	}
	g.sortTies()
	return g.order
}

// sortByte orders by one byte of the ranks, of which so many are counted.
func (g *extensions) sortByte(shift int, counts *[256]int32) {
	at := int32(0)
	for i, n := range counts {
		counts[i], at = at, at+n
	}
	for i, r := range g.ranks {
		to := &counts[byte(r>>shift)]
		g.otherRanks[*to], g.otherOrder[*to] = r, g.order[i]
		*to++
	}
	g.ranks, g.otherRanks = g.otherRanks, g.ranks
	g.order, g.otherOrder = g.otherOrder, g.order
}

// sortTies orders ways of the same score.
func (g *extensions) sortTies() {
	for lo := 0; lo < len(g.ranks); {
		hi := lo + 1
		for hi < len(g.ranks) && g.ranks[hi] == g.ranks[lo] {
			hi++
		}
		if hi-lo > 1 {
			slices.SortFunc(g.order[lo:hi], func(a, b int32) int { return better(g.all[a], g.all[b]) })
		}
		lo = hi
	}
}

// descending is a number that is the smaller, the higher the score: the bits of a number are in its order but for the sign.
func descending(score float64) uint64 {
	b := math.Float64bits(score + 0) // there are two zeros
	if b>>63 == 0 {
		return ^b &^ (1 << 63)
	}
	return b
}
