package hop

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// window is one passage of a page, as far as it matches the claim. A page of a chain answers a part of the claim, and it does so in one
// place: of a long article, words that are far apart say nothing together.
type window struct {
	passage int32
	holds   set       // terms of the claim in it; those of the page's title are in every window
	pairs   set       // bit i: it has the claim's neighbouring terms i and i+1, see query.pairs
	near    set       // of pairs, those that are near each other in one element
	weight  []float32 // for each term, its weight in the passage
}

// windows returns the best passages of a page, those with most of the claim first. A passage whose terms an earlier one has is left out.
// A page without any term of the claim has one empty window.
func (q *query) windows(m *graph.Match, most int) []window {
	type candidate struct {
		passage int32
		holds   set
		worth   float64
	}
	all := make([]candidate, 0, 64)
	at := make([]int32, m.Passages) // of each passage its candidate, from 1
	for _, h := range m.Hits {
		if at[h.Passage] == 0 {
			all = append(all, candidate{passage: h.Passage})
			at[h.Passage] = int32(len(all))
		}
		c := &all[at[h.Passage]-1]
		c.holds.add(int(h.Term))
		c.worth += float64(q.idf[h.Term] * float64(1+h.Weight/saturation))
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.passage, b.passage))
	})
	var out []window
	for _, c := range all {
		if len(out) == most {
			break
		}
		if slices.ContainsFunc(out, func(w window) bool { return c.holds.minus(w.holds).empty() }) {
			continue
		}
		w := window{passage: c.passage, holds: c.holds, pairs: q.pairsIn(c.holds), weight: make([]float32, len(q.terms))}
		for _, h := range m.Hits {
			if h.Passage == c.passage {
				w.weight[h.Term] = h.Weight
			}
		}
		out = append(out, w)
	}
	if len(out) == 0 {
		out = append(out, window{weight: make([]float32, len(q.terms))})
	}
	return out
}

// pairsIn returns the pairs of neighbouring terms of the claim that a set has.
func (q *query) pairsIn(s set) (out set) {
	for i, p := range q.pairs {
		if s.has(p[0]) && s.has(p[1]) {
			out.add(i)
		}
	}
	return out
}

// pair sets the pairs of neighbouring terms.
func (q *query) pair(terms []graph.Term) {
	known := map[[2]int]bool{}
	last := -1
	q.pairsOf = make([][]int, len(q.terms))
	for _, t := range terms {
		word := code(q.as(t.Text))
		q.filter.add(word)
		i, ok := q.index[word]
		if !ok {
			continue
		}
		q.order, q.starts, q.ends = append(q.order, i), append(q.starts, t.Start), append(q.ends, t.End)
		k := [2]int{min(last, i), max(last, i)}
		if last >= 0 && last != i && !known[k] && len(q.pairs) < maxTerms {
			known[k] = true
			q.pairsOf[i], q.pairsOf[last] = append(q.pairsOf[i], len(q.pairs)), append(q.pairsOf[last], len(q.pairs))
			q.pairs = append(q.pairs, k)
			w := min(q.idf[i], q.idf[last])
			q.pairIDF, q.allPairs = append(q.pairIDF, w), q.allPairs+w
		}
		last = i
	}
}

// weighPairs returns the weight of pairs as a share of that of all pairs.
func (q *query) weighPairs(s set) float64 {
	sum := 0.0
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			sum += q.pairIDF[w<<6+bits.TrailingZeros64(word)]
		}
	}
	return sum / max(q.allPairs, 1e-9)
}

func (f *frontier) mostWindows() int {
	if f.q.asks {
		return 1
	}
	return pageWindows
}

// readWindows sets near of a page's first windows, which takes the words of their passages in order.
func (f *frontier) readWindows(n *node) {
	if f.q.asks {
		return
	}
	for k := range n.windows[:min(len(n.windows), readWindows)] {
		w := &n.windows[k]
		if w.pairs.empty() {
			continue
		}
		for i, to := n.words.Passage(int(w.passage)); i < to; i++ {
			w.near = w.near.union(f.nearPairs(n, i))
		}
	}
}

// nearPairs returns the pairs of neighbouring words of the claim that are near each other in an element.
func (f *frontier) nearPairs(n *node, element int) (out set) {
	var at [maxTerms]int32
	var has set
	marks, _ := f.marksOf(n, element)
	for _, m := range marks {
		if m.kin != same {
			continue
		}
		k := int(m.term)
		has.add(k)
		at[k] = m.at
		for _, p := range f.q.pairsOf[k] {
			if o := f.q.pairs[p][0] + f.q.pairs[p][1] - k; has.has(o) && m.at-at[o] <= nearTerms {
				out.add(p)
			}
		}
	}
	return out
}
