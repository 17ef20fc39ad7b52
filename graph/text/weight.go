package text

import (
	"context"
	"runtime/debug"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// bestPassages is the number of passages of a page that are matched.
const bestPassages = 3

// Weights returns how the best passages of each page match the terms. The first passage of a page is the one with the
// highest score in Seeds; each further one adds most of the terms that are left. A term's weight is its saturated
// frequency in the first of these passages that has it,
//
//	f*(k1+1) / (f + k1*(1-b+b*length/average)),
//
// where a word of the title counts TitleBoost times in f and length. The score of a page in Seeds is the sum of the
// weights of its first passage, each times the term's IDF.
func (ix *Index) Weights(ctx context.Context, terms []string, ids []graph.PageID) (matches []graph.Match, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out := newMatches(len(ids), len(terms))
	if len(terms) == 0 {
		return out, ctx.Err()
	}
	m := matching{s: ix.scorer(), lists: make([]*blockList, len(terms)), idf: make([]float64, len(terms))}
	for t, term := range terms {
		if m.lists[t], err = ix.blocks.list(term); err != nil {
			return nil, err
		}
		if slices.Index(terms, term) == t { // a repeated term counts once
			m.idf[t] = idf(ix.meta.Passages, uint64(m.lists[t].n))
		}
	}
	for _, at := range ix.inOrder(ids) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		doc, row := uint32(at>>32), uint32(at)
		to := uint32(ix.passages.n)
		if int(doc)+1 < ix.pages.n {
			to = ix.pages.first(doc + 1)
		}
		m.match(&out[row], ix.pages.first(doc), to)
	}
	return out, ctx.Err()
}

// inOrder returns the numbers of the pages that the index has, ascending, each above its index in ids.
func (ix *Index) inOrder(ids []graph.PageID) []uint64 {
	order := make([]uint64, 0, len(ids))
	for row, id := range ids {
		if doc, ok := ix.pages.doc(id); ok {
			order = append(order, uint64(doc)<<32|uint64(row))
		}
	}
	slices.Sort(order)
	return order
}

// matching finds terms in the passages of pages.
type matching struct {
	s     scorer
	lists []*blockList // of the terms
	idf   []float64
	hits  []graph.TermHit // of all pages so far
	sums  []float64       // of a page's passages, see choose
}

// match sets the match of the page with the passages from one to before another.
func (m *matching) match(out *graph.Match, from, to uint32) {
	out.Passages = int(to - from)
	title, before := m.s.title(m.s.passages.page(from)), len(m.hits)
	for t, l := range m.lists {
		for at := from; at < to && l.n > 0; at = at&^windowMask + windowSize {
			w := at >> windowBits
			hi := int(l.ends[w+1])
			for p := l.seek(int(l.ends[w]), hi, uint16(at&windowMask)); p < hi; p++ {
				doc := w<<windowBits | uint32(l.at(p))
				if doc >= to {
					break
				}
				all, inTitle := l.counts(p)
				m.hits = append(m.hits, graph.TermHit{Passage: int32(doc - from), Term: int32(t),
					Weight: float32(m.s.saturate(all, inTitle, m.s.normBy(doc, title)))})
			}
		}
	}
	if hits := m.hits[before:len(m.hits):len(m.hits)]; len(hits) > 0 {
		out.Hits = hits
		m.choose(out)
	}
}

// choose chooses the best passages of a page.
func (m *matching) choose(out *graph.Match) {
	if len(m.sums) < out.Passages {
		m.sums = make([]float64, out.Passages)
	}
	for rank := range bestPassages {
		best, most := int32(0), 0.0
		for _, h := range out.Hits {
			if out.Weight[h.Term] == 0 {
				m.sums[h.Passage] += float64(m.idf[h.Term] * float64(h.Weight))
			}
		}
		for _, h := range out.Hits {
			if sum := m.sums[h.Passage]; sum > most || sum == most && sum > 0 && h.Passage < best {
				best, most = h.Passage, sum
			}
		}
		for _, h := range out.Hits {
			m.sums[h.Passage] = 0
		}
		if most == 0 {
			return
		}
		if rank == 0 {
			out.Best = int(best)
		}
		for _, h := range out.Hits {
			if h.Passage == best && out.Weight[h.Term] == 0 {
				out.Weight[h.Term], out.Passage[h.Term] = h.Weight, uint8(rank)
			}
		}
	}
}

// newMatches returns n empty matches of so many terms.
func newMatches(n, terms int) []graph.Match {
	weights, passages, out := make([]float32, n*terms), make([]uint8, n*terms), make([]graph.Match, n)
	for i := range out {
		lo, hi := i*terms, (i+1)*terms
		out[i] = graph.Match{Weight: weights[lo:hi:hi], Passage: passages[lo:hi:hi]}
	}
	return out
}
