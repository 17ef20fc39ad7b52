package hop

// sizeCue is one of the things that tell how many pages a question needs. Chain scores alone stop short: a question of two films
// whose directors are compared is covered by the films. So the best chains of each size compete anew. Of claims nothing was
// found that tells (docs/adr/0008): theirs stay as they are.
type sizeCue uint8

// The cues.
const (
	zScore    sizeCue = iota // of the best chain of that size
	zTwo                     // it has two pages
	zThree                   // three
	zFour                    // four
	zBridges                 // pages that the claim doesn't name but speaks of beside their links
	zPairs                   // it sets two pages side by side, and a bridge was reached from each
	zLopsided                // from one of them only
	numSizeCues
)

var sizeCueNames = [numSizeCues]string{"score", "two", "three", "four", "bridges", "pairs", "lopsided"}

// resize adds to the scores of all chains of one size what the cues of the best of them say of that size, so that the best
// chain is of the likeliest size; within a size the order stays. Pages are ranked without it (rank.go): they gain by chains of
// every size. What is known of the shape leaves nothing to choose.
func (f *frontier) resize(all []state) {
	w := &f.w.Size
	if !f.q.asks || f.p.Shape.Pages > 0 || w[zScore] == 0 {
		return
	}
	var more [len(state{}.node)]float64
	for i, s := range sizes(all) {
		if s != nil {
			for k, v := range f.sizeCues(s) {
				more[i] += w[k] / w[zScore] * v
			}
			more[i] -= s.score
		}
	}
	for i := range all {
		all[i].sized = more[all[i].n-1]
		all[i].score += all[i].sized
	}
	sortStates(all)
}

// sizes are the best chains of 1 to 4 pages; nil where there is none.
func sizes(all []state) (best [len(state{}.node)]*state) {
	for i := range all {
		if at := &best[all[i].n-1]; *at == nil {
			*at = &all[i]
		}
	}
	return best
}

// sizeCues are the cues of a chain that is the best of its size.
func (f *frontier) sizeCues(s *state) (c [numSizeCues]float64) {
	c[zScore] = s.score
	if s.n > 1 {
		c[zTwo+sizeCue(s.n-2)] = 1
	}
	sides, from := 0, map[int8]bool{} // pages that the claim names, and those of them that a bridge was reached from
	for m := range s.n {
		e := s.edge[m]
		switch {
		case f.nodes[s.node[m]].name > 0:
			sides++
		case (e.kind == EdgeOut || e.kind == EdgeIn) && !e.said.empty():
			c[zBridges]++
			from[s.parent[m]] = true
		}
	}
	switch {
	case !f.q.compares || sides != 2:
	case len(from) == 2:
		c[zPairs] = 1
	case len(from) == 1:
		c[zLopsided] = 1
	}
	return c
}
