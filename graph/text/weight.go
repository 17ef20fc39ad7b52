package text

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"

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
	if len(ids)*len(terms) == 0 {
		return out, ctx.Err()
	}
	m := matching{s: ix.scorer(), idf: make([]float64, len(terms)), wanted: ix.wanted(ids),
		found: foundRoom.Get().(*[]foundHit)}
	defer foundRoom.Put(m.found)
	*m.found = (*m.found)[:0]
	for t, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if i := slices.Index(terms, term); i < t {
			continue
		}
		l, err := ix.blocks.list(term)
		if err != nil {
			return nil, err
		}
		m.idf[t] = idf(ix.meta.Passages, uint64(l.n))
		m.find(l, t)
	}
	room := make([]graph.TermHit, len(*m.found))
	for i := range m.wanted {
		w := &m.wanted[i]
		w.hits, room = room[:0:w.n], room[w.n:]
	}
	for _, h := range *m.found {
		w := &m.wanted[h.page]
		w.hits = append(w.hits, h.TermHit)
	}
	for i := range m.wanted {
		w := &m.wanted[i]
		out[w.row].Passages = int(w.hi - w.lo)
		m.choose(w, &out[w.row])
	}
	for t, term := range terms {
		if i := slices.Index(terms, term); i < t {
			for p := range out {
				out[p].Weight[t], out[p].Passage[t] = out[p].Weight[i], out[p].Passage[i]
			}
		}
	}
	return out, nil
}

// matching finds terms in the passages of some pages.
type matching struct {
	s      scorer
	idf    []float64
	wanted []wantedPage
	found  *[]foundHit
	sums   []float64 // of a page's passages, see choose
}

// wantedPage is a page whose weights are computed.
type wantedPage struct {
	row    int
	lo, hi uint32  // its passages
	title  float64 // see scorer.title
	n      int     // hits
	hits   []graph.TermHit
}

// foundRoom keeps the memory of matching.found.
var foundRoom = sync.Pool{New: func() any { return new([]foundHit) }}

// foundHit is a hit in one of the wanted pages.
type foundHit struct {
	page int32
	graph.TermHit
}

// wanted returns the pages that the index has, ordered by their passages.
func (ix *Index) wanted(ids []graph.PageID) []wantedPage {
	order, s := make([]uint64, 0, len(ids)), ix.scorer() // the pages' numbers, above the rows: numbers sort fast
	for row, id := range ids {
		if doc, ok := ix.pages.doc(id); ok {
			order = append(order, uint64(doc)<<32|uint64(row))
		}
	}
	slices.Sort(order)
	w := make([]wantedPage, len(order))
	for i, v := range order {
		doc, hi := uint32(v>>32), uint32(ix.passages.n)
		if int(doc)+1 < ix.pages.n {
			hi = ix.pages.first(doc + 1)
		}
		w[i] = wantedPage{row: int(uint32(v)), lo: ix.pages.first(doc), hi: hi, title: s.title(doc)}
	}
	return w
}

// find records the passages of the wanted pages that have a term; l is the term's list.
func (m *matching) find(l *blockList, term int) {
	if l.n == 0 {
		return
	}
	for i := range m.wanted {
		w := &m.wanted[i]
		for from := w.lo; from < w.hi; from = from&^windowMask + windowSize {
			lo, hi, low := l.around(from)
			if lo == hi {
				continue
			}
			base := from &^ windowMask
			for p := l.seek(lo, hi, low); p < hi; p++ {
				doc := base | uint32(l.at(p))
				if doc >= w.hi {
					break
				}
				all, title := l.counts(p)
				m.hit(i, doc, term, all, title)
			}
		}
	}
}

func (m *matching) hit(page int, doc uint32, term int, all, title uint32) {
	w := &m.wanted[page]
	w.n++
	*m.found = append(*m.found, foundHit{int32(page), graph.TermHit{Passage: int32(doc - w.lo), Term: int32(term),
		Weight: float32(m.s.saturate(all, title, m.s.normBy(doc, w.title)))}})
}

// choose chooses the best passages of a page and sets its match.
func (m *matching) choose(w *wantedPage, out *graph.Match) {
	if len(w.hits) == 0 {
		return
	}
	out.Hits = w.hits
	if n := int(w.hi - w.lo); len(m.sums) < n {
		m.sums = make([]float64, n)
	}
	for rank := range bestPassages {
		best, most := int32(0), 0.0
		for _, h := range w.hits {
			if out.Weight[h.Term] == 0 {
				m.sums[h.Passage] += float64(m.idf[h.Term] * float64(h.Weight))
			}
		}
		for _, h := range w.hits {
			if sum := m.sums[h.Passage]; sum > most || sum == most && sum > 0 && h.Passage < best {
				best, most = h.Passage, sum
			}
		}
		for _, h := range w.hits {
			m.sums[h.Passage] = 0
		}
		if most == 0 {
			return
		}
		if rank == 0 {
			out.Best = int(best)
		}
		for _, h := range w.hits {
			if h.Passage == best && out.Weight[h.Term] == 0 {
				out.Weight[h.Term], out.Passage[h.Term] = h.Weight, uint8(rank)
			}
		}
	}
}

// around returns the range of postings of a document's window, and the document's place in the window.
func (l *blockList) around(doc uint32) (lo, hi int, low uint16) {
	w := doc >> windowBits
	return int(l.ends[w]), int(l.ends[w+1]), uint16(doc & windowMask)
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
