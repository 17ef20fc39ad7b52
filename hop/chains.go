package hop

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// state is a growing chain.
type state struct {
	node   [4]int32
	parent [4]int8
	edge   [4]*edge
	n      int
	window [4]int8
	held
	seen   shown // in the pages' windows
	feat   features
	score  float64
	scored int            // its index in frontier.scored
	whole  *wholeFeatures // the features that reranked it; nil if it was not reranked
	ranked []float32      // what a forest read of it; nil if none did
	shift  float64        // part of the score, added to order the chain among chains whose score was made in another way
}

func (s *state) members() []int32 { return s.node[:s.n] }

func (s *state) contains(n int32) bool { return slices.Contains(s.members(), n) }

// within reports whether another chain has all pages of a chain.
func (s *state) within(o *state) bool {
	return !slices.ContainsFunc(s.members(), func(n int32) bool { return !o.contains(n) })
}

// scored is a chain as rank needs it. There is one for every scored chain, in the beam or not.
type scored struct {
	node  [4]int32
	n     int
	score float64
}

func (f *frontier) empty() *state {
	return &state{held: held{weight: make([]float32, len(f.q.terms)), credit: make([]float32, len(f.q.terms))}}
}

// score remembers a chain as scored, and returns its index there.
func (f *frontier) score(nodes [4]int32, n int, score float64) int {
	f.scored = append(f.scored, scored{nodes, n, score})
	return len(f.scored) - 1
}

// singles returns the chains of one page: one for each seed.
func (f *frontier) singles() []state {
	var out []state
	for i := range f.nodes {
		if f.nodes[i].seed {
			s := f.chainOf([]int32{int32(i)})
			s.scored = f.score(s.node, s.n, s.score)
			out = append(out, s)
		}
	}
	sortStates(out)
	return out
}

// grow adds one page to every chain of the beam by every edge to it, and returns the best Beam chains, one for each
// set of pages.
func (f *frontier) grow(beam []state) (kept []state) {
	grown := make([]extension, 0, len(beam)*len(f.nodes)/2)
	best := make(map[uint64]int, cap(grown)/2) // of each set of pages, the place in grown of its best extension
	var next []int32
	for i := range beam {
		s := &beam[i]
		next = next[:0]
		arrive := func(n int32, parent int, e *edge) {
			if s.contains(n) {
				return
			}
			if len(f.nodes[n].arrivals) == 0 {
				next = append(next, n)
			}
			x := extension{from: int32(i), parent: int8(parent), node: n, edge: e}
			f.nodes[n].arrivals = append(f.nodes[n].arrivals, x)
		}
		for m, n := range s.members() {
			if f.p.Shape.grows(s, m) {
				for _, e := range f.nodes[n].edges {
					arrive(e.to, m, e)
				}
			}
		}
		from := f.p.Shape.jumps(s)
		for n := range f.nodes {
			if !f.nodes[n].seed {
				continue
			}
			e := f.apart
			if from == 0 {
				e = f.jump(s, int32(n))
			}
			arrive(int32(n), from, e)
		}
		for _, n := range next {
			x, set := f.bestArrival(s, f.nodes[n].arrivals), s.set(n)
			if k, ok := best[set]; !ok {
				best[set], grown = len(grown), append(grown, x)
			} else if x.score > grown[k].score {
				grown[k] = x
			}
			f.nodes[n].arrivals = f.nodes[n].arrivals[:0]
		}
	}
	slices.SortFunc(grown, func(a, b extension) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.node, b.node))
	})
	f.scored = slices.Grow(f.scored, len(grown))
	for i, x := range grown {
		s := &beam[x.from]
		if i < f.p.beam() {
			kept = append(kept, f.with(s, x))
			kept[i].scored = len(f.scored)
		}
		f.score(pages(s, x.node), s.n+1, x.score)
	}
	return kept
}

func pages(s *state, n int32) [4]int32 {
	p := s.node
	p[s.n] = n
	return p
}

// set returns a number for the set of a chain's pages and one more. There are fewer than 65,536 nodes.
func (s *state) set(n int32) (set uint64) {
	all := pages(s, n)
	slices.Sort(all[:s.n+1])
	for _, m := range all[:s.n+1] {
		set = set<<16 | uint64(m+1)
	}
	return set
}

// with returns the chain with one more page.
func (f *frontier) with(s *state, g extension) state {
	t, node := *s, &f.nodes[g.node]
	d := f.delta(s, g.node)
	f.addEdge(&d, s, &g)
	f.addWindow(&d, s, &g, f.freshOf(s, node, &node.windows[g.window]))
	t.node[t.n], t.parent[t.n], t.edge[t.n], t.window[t.n] = g.node, g.parent, g.edge, g.window
	t.n++
	t.held, t.seen = s.held.with(&node.held), s.seen.with(&node.windows[g.window].shown)
	for i := range d {
		t.feat[i] += d[i]
	}
	t.score = s.score + f.w.score(&d)
	t.whole, t.ranked = nil, nil
	return t
}

// delta returns what a page adds to a chain's features, whatever edge reaches it and whichever window is its.
func (f *frontier) delta(s *state, n int32) (d features) {
	node := &f.nodes[n]
	fresh, soft := 0.0, 0.0
	for w, word := range node.holds {
		for ; word != 0; word &= word - 1 {
			t := w<<6 + bits.TrailingZeros64(word)
			if more := node.credit[t] - s.credit[t]; more > 0 {
				fresh += float64(f.q.idf[t] * float64(more))
			}
			if more := node.weight[t] - s.weight[t]; more > 0 {
				soft += float64(f.q.idf[t] * float64(more))
			}
		}
	}
	if f.q.total > 0 {
		d[fCoverage], d[fSoft] = fresh/f.q.total, soft/(f.q.total*saturation)
	}
	d[fName], d[fTitle], d[fSome] = node.name, f.q.weigh(node.title.minus(s.title)), node.titleShare
	if node.titleShare == 1 {
		d[fWhole], d[fSome] = 1, 0
	}
	d[fDeep] = one(node.deep)
	names := node.names.minus(s.names)
	mentioned, _, _ := f.ofNames(names)
	d[fNamed], d[fMention] = f.strengths.weigh(names), f.q.weigh(mentioned)
	d[fPart], d[fNoun] = one(node.partial), one(node.common)
	d[fWeakest] = node.bm25
	if s.n > 0 {
		d[fWeakest] = min(0, node.bm25-s.feat[fWeakest])
		d[fRoom] = float64(len(f.q.terms)) / 20
		d[fIdle] = one(d[fCoverage] < idleCoverage)
	}
	for i, size := range [...]feature{fTwo, fThree, fFour} {
		d[size] = one(s.n == i+1) - one(s.n == i+2)
	}
	d[fLong], d[fLead] = node.long, f.q.weigh(node.lead.minus(s.lead))
	d[fPhrase] = f.q.phrases.weigh(node.phrase.minus(s.phrase))
	if s.n > 0 {
		d[fPages] = 1
		d[fTold] = one(s.n <= f.q.told)
		joined := 0
		for _, m := range s.members() {
			if node.linksTo(m) {
				joined++
			}
		}
		d[fBoth] = one(joined > 1)
	}
	return d
}

// bestArrival returns one of the extensions of a chain by the same page: that with the edge, and the page's window, that
// add most.
func (f *frontier) bestArrival(s *state, arrivals []extension) (best extension) {
	node := &f.nodes[arrivals[0].node]
	var fresh [pageWindows]fresh
	for i := range node.windows {
		fresh[i] = f.freshOf(s, node, &node.windows[i])
	}
	page := f.delta(s, arrivals[0].node)
	for k, x := range arrivals {
		d := page
		f.addEdge(&d, s, &x)
		sum := f.w.sum(0, &d, 0, fWindow) // what is the same for all windows comes before fWindow
		for i := range node.windows {
			x.window = int8(i)
			f.addWindow(&d, s, &x, fresh[i])
			if x.score = s.score + f.w.sum(sum, &d, fWindow, numFeatures); k+i == 0 || x.score > best.score {
				best = x
			}
		}
	}
	return best
}

// addEdge adds what an edge to a page adds to a chain's features.
func (f *frontier) addEdge(d *features, s *state, g *extension) {
	node, e := &f.nodes[g.node], g.edge
	switch e.kind {
	case EdgeOut:
		d[fOut] = e.strength
	case EdgeIn:
		d[fIn] = e.strength
	case EdgeShared:
		d[fShared] = e.strength
	case EdgeComparison:
		d[fComparison] = e.strength
	case EdgeClaim:
		d[fApart], d[fUnnamed] = 1, one(node.name == 0)
	}
	d[fContext], d[fHub], d[fBare], d[fDouble] = e.context, e.hub, e.bare, one(e.double)
	if e.kind == EdgeSeed || e.kind == EdgeClaim || e.kind == EdgeComparison {
		d[fPopular] = max(0, math.Log10(1+float64(node.head.In))-2)
	}
	d[fParallel] = f.parallel(s, int(g.parent), e)
	d[fFar] = one(e.kind == EdgeClaim && s.n > 0)
}

// fresh is what a window of a page adds to the chain's windows, as values of features.
type fresh struct{ words, window, kind, pairs, near float64 }

func (f *frontier) freshOf(s *state, n *node, w *window) (v fresh) {
	holds := w.holds.minus(s.seen.holds)
	for k, word := range holds {
		for ; word != 0; word &= word - 1 {
			t := k<<6 + bits.TrailingZeros64(word)
			v.words += float64(f.q.idf[t] * float64(w.weight[t]))
		}
	}
	v.words /= f.q.unit * saturation
	scale, pairs := f.q.total/f.q.unit, f.q.pairs.total/f.q.unit
	v.window, v.kind = scale*f.q.weigh(holds), scale*f.q.weigh(holds.common(n.lead))
	v.pairs, v.near = pairs*f.q.pairs.weigh(w.pairs.minus(s.seen.pairs)), pairs*f.q.pairs.weigh(w.near.minus(s.seen.near))
	return v
}

// addWindow adds what a window of a page adds to a chain's features.
func (f *frontier) addWindow(d *features, s *state, g *extension, v fresh) {
	d[fWords], d[fWindow], d[fKind], d[fPairs], d[fNear] = v.words, v.window, v.kind, v.pairs, v.near
	if s.n == 0 {
		return
	}
	for i, k := range laterFeatures {
		d[fLater+feature(i)] = d[k]
	}
	within := int32(-1) // the passage that has the link
	switch g.edge.kind {
	case EdgeOut:
		within = f.windowOf(s, int(g.parent)).passage
	case EdgeIn:
		within = f.nodes[g.node].windows[g.window].passage
	}
	d[fBridge] = one(slices.Contains(g.edge.passages, within))
}

// parallel returns how similar an edge is to an edge from another page of the chain. In "the directors of A and
// B", the same words of the claim describe both edges.
func (f *frontier) parallel(s *state, parent int, e *edge) float64 {
	best := 0.0
	if e.near.empty() {
		return 0
	}
	for i := 1; i < s.n; i++ {
		if o := s.edge[i]; int(s.parent[i]) != parent && o.kind == e.kind {
			best = max(best, f.q.weigh(e.near.common(o.near)))
		}
	}
	return min(1, 10*best)
}

// jump joins a seed to a chain without a link: as a comparison with the chain's first page if the claim names
// both and compares, else by the claim alone.
func (f *frontier) jump(s *state, n int32) *edge {
	a, b := &f.nodes[s.node[0]], &f.nodes[n]
	if f.q.compares && a.name > 0 && b.name > 0 {
		return &edge{to: n, kind: EdgeComparison, strength: min(a.name, b.name)}
	}
	return f.apart
}

// sortStates orders chains by score, then by number of pages, then by the order in which their pages were found.
func sortStates(s []state) {
	slices.SortStableFunc(s, func(a, b state) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.n, b.n), slices.Compare(a.members(), b.members()))
	})
}

// extension describes a chain of the beam with one page more. It takes less memory than a state.
type extension struct {
	from   int32 // index of the chain in the beam
	parent int8
	node   int32
	window int8 // index of the page's window
	edge   *edge
	score  float64
}
