package hop

import (
	"cmp"
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

// extensions are the ways to add a page to the chains of a beam, the best one for each set of pages. The memory is used again from hop
// to hop: a claim has thousands.
type extensions struct {
	all []extension
	at  map[uint64]int32 // of a set of pages, its place in all
}

func (g *extensions) reset() {
	if g.at == nil {
		g.at = map[uint64]int32{}
	}
	g.all = g.all[:0]
	clear(g.at)
}

// offer adds a way to come to a set of pages, unless there is one as good.
func (g *extensions) offer(set uint64, w extension) {
	i, ok := g.at[set]
	switch {
	case !ok:
		g.at[set] = int32(len(g.all))
		g.all = append(g.all, w)
	case w.score > g.all[i].score:
		g.all[i] = w
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
