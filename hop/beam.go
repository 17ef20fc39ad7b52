package hop

import (
	"cmp"
	"slices"
)

// state is a chain while it grows.
type state struct {
	node   [4]int32
	parent [4]int8
	edge   [4]edge
	n      int
	covers set
	bears  uint64 // names of the claim its pages bear
	feat   features
	score  float64
}

func (s *state) members() []int32 { return s.node[:s.n] }

func (s *state) contains(n int32) bool {
	return slices.Contains(s.members(), n)
}

// key is the set of the chain's pages, whatever the order they came in.
func (s *state) key() [4]int32 {
	k := [4]int32{-1, -1, -1, -1}
	copy(k[:], s.members())
	slices.Sort(k[:])
	return k
}

// singles are the chains of one page: every seed.
func (f *frontier) singles() []state {
	var out []state
	for i := range f.nodes {
		if f.nodes[i].seed {
			out = append(out, f.with(state{}, int32(i), -1, edge{}))
		}
	}
	sortStates(out, f)
	return out
}

// with is the chain grown by one page, reached over an edge from its member at parent.
func (f *frontier) with(s state, n int32, parent int, e edge) state {
	node := &f.nodes[n]
	s.node[s.n], s.parent[s.n], s.edge[s.n] = n, int8(parent), e
	s.n++
	fresh := f.q.weigh(node.holds.minus(s.covers))
	s.covers = s.covers.union(node.holds)
	s.bears |= node.bears
	s.feat[fCoverage] = f.q.weigh(s.covers)
	s.feat[fSoft] = f.soft(&s)
	s.feat[fNamed] = f.borne(s.bears)
	if s.n == 1 || node.bm25 < s.feat[fWeakest] {
		s.feat[fWeakest] = node.bm25
	}
	s.feat[fWords] += node.bm25
	s.feat[fName] += node.name
	s.feat[fPrecise] += node.precise
	if s.n > 1 && fresh > 0 {
		s.feat[fFresh] += min(1, 5*fresh)
	}
	switch e.kind {
	case EdgeOut:
		s.feat[fOut] += e.feat[0]
	case EdgeIn:
		s.feat[fIn] += e.feat[0]
	case EdgeShared:
		s.feat[fShared] += e.feat[0]
	case EdgeComparison:
		s.feat[fComparison] += e.feat[0]
	case EdgeClaim:
		s.feat[fApart]++
		if node.name == 0 {
			s.feat[fUnnamed]++
		}
	}
	s.feat[fContext] += e.feat[1]
	s.feat[fHub] += e.hub
	s.feat[fBare] += e.bare
	if e.mutual {
		s.feat[fMutual]++
	}
	for i, size := range [...]feature{fTwo, fThree, fFour} {
		s.feat[size] = 0
		if s.n == i+2 {
			s.feat[size] = 1
		}
	}
	s.score = f.w.score(&s.feat)
	return s
}

// grow adds one page to every chain of the beam in every way there is, and keeps the best Beam of what comes
// out, one for each set of pages.
func (f *frontier) grow(beam []state) []state {
	best := map[[4]int32]int{}
	var out []state
	add := func(s state) {
		k := s.key()
		if i, ok := best[k]; !ok {
			best[k] = len(out)
			out = append(out, s)
		} else if s.score > out[i].score {
			out[i] = s
		}
	}
	for _, s := range beam {
		for m := range s.members() {
			for _, e := range f.nodes[s.node[m]].edges {
				if n := int32(e.to); !s.contains(n) {
					add(f.with(s, n, m, e))
				}
			}
		}
		for i := range f.nodes {
			if n := int32(i); f.nodes[i].seed && !s.contains(n) {
				add(f.with(s, n, 0, f.jump(&s, n)))
			}
		}
	}
	for i := range out {
		f.scored = append(f.scored, scored{out[i].node, out[i].n, out[i].score})
	}
	sortStates(out, f)
	return out[:min(len(out), f.p.beam())]
}

// scored is what rank keeps of every chain that was weighed, whether it stayed in the beam or not.
type scored struct {
	node  [4]int32
	n     int
	score float64
}

// soft is the chain's coverage with every word counting by the share of its bound it reaches on some page.
func (f *frontier) soft(s *state) float64 {
	if f.q.total == 0 {
		return 0
	}
	sum := 0.0
	for t, idf := range f.q.idf {
		if !s.covers.has(t) {
			continue
		}
		best := float32(0)
		for _, n := range s.members() {
			best = max(best, f.nodes[n].weight[t])
		}
		sum += idf * float64(best)
	}
	return sum / (f.q.total * saturation)
}

// saturation is the bound that Text.Weights grow towards (k1 + 1).
const saturation = 2.2

// jump joins a seed to a chain without a link: side by side with the chain's first page when the claim names
// both, else by the claim alone.
func (f *frontier) jump(s *state, n int32) edge {
	a, b := &f.nodes[s.node[0]], &f.nodes[n]
	if f.q.compares && !f.p.NoComparison && a.name > 0 && b.name > 0 {
		return edge{to: int(n), kind: EdgeComparison, feat: [2]float64{min(a.name, b.name), 0}}
	}
	return edge{to: int(n), kind: EdgeClaim}
}

// sortStates orders chains by score, then by fewer pages, then by the keys of their pages.
func sortStates(s []state, f *frontier) {
	slices.SortStableFunc(s, func(a, b state) int {
		if c := cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.n, b.n)); c != 0 {
			return c
		}
		for i := range a.n {
			x, y := &f.nodes[a.node[i]], &f.nodes[b.node[i]]
			if c := cmp.Or(cmp.Compare(x.head.Title, y.head.Title), cmp.Compare(x.head.Ordinal, y.head.Ordinal)); c != 0 {
				return c
			}
		}
		return 0
	})
}
