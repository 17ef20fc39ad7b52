package hop

import (
	"cmp"
	"slices"
)

// extension describes a chain of the beam with one page more. It takes less memory than a state.
type extension struct {
	from   int32 // index of the chain in the beam
	parent int8
	node   int32
	window int8 // index of the page's window
	edge   *edge
	score  float64
}

// extensions holds the best extension for each set of pages. A claim has thousands, so that hops share the memory.
type extensions struct {
	all []extension
	at  map[uint64]int32 // index in all of each set of pages

	order []ordered // see ordered
}

// ordered is the score of an extension and its index in all.
type ordered struct {
	score float64
	at    int
}

func (g *extensions) reset() {
	if g.at == nil {
		g.at = map[uint64]int32{}
	}
	g.all = g.all[:0]
	clear(g.at)
}

// offer adds an extension, unless one with the same pages and at least the same score is there.
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

// ordered returns the extensions by score; ties by the chain they extend, then by the page.
func (g *extensions) ordered() []ordered {
	g.order = g.order[:0]
	for i := range g.all {
		g.order = append(g.order, ordered{g.all[i].score, i})
	}
	slices.SortFunc(g.order, func(x, y ordered) int {
		switch {
		case x.score > y.score:
			return -1
		case x.score < y.score:
			return 1
		}
		a, b := &g.all[x.at], &g.all[y.at]
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.node, b.node))
	})
	return g.order
}
