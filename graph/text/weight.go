package text

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Weights returns, for each page and each of the terms, the term's saturated frequency in the page,
//
//	f*(k1+1) / (f + k1*(1-b+b*length/average)),
//
// where f and length count a word of the title TitleBoost times; from 0, where the page lacks the term or the
// index the page, to k1+1. The score of a page in Seeds is the sum of these, each times the term's IDF.
func (ix *Index) Weights(ctx context.Context, terms []string, ids []graph.PageID) ([][]float32, error) {
	flat := make([]float32, len(ids)*len(terms))
	out := make([][]float32, len(ids))
	for i := range out {
		out[i] = flat[i*len(terms) : (i+1)*len(terms) : (i+1)*len(terms)]
	}
	if len(flat) == 0 {
		return out, ctx.Err()
	}
	s := ix.scorer()
	wanted := ix.wanted(ids, &s)
	for t, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if i := slices.Index(terms, term); i < t {
			for p := range out {
				out[p][t] = out[p][i]
			}
			continue
		}
		if err := ix.blocks.weigh(term, t, &s, wanted, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// wantedPage is a page whose weights are asked for.
type wantedPage struct {
	doc  uint32
	row  int
	norm float64
}

// wanted are the pages the index has, ordered by document.
func (ix *Index) wanted(ids []graph.PageID, s *scorer) []wantedPage {
	ix.pages.touch(ids)
	w := make([]wantedPage, 0, len(ids))
	for row, id := range ids {
		if doc, ok := ix.pages.doc(id); ok {
			w = append(w, wantedPage{doc: doc, row: row})
		}
	}
	for i := range w { // by themselves, so that memory brings several at a time
		w[i].norm = s.norm(w[i].doc)
	}
	slices.SortFunc(w, func(a, b wantedPage) int { return cmp.Compare(a.doc, b.doc) })
	return w
}

// weigh fills the column of a term.
func (b *blocks) weigh(term string, column int, s *scorer, wanted []wantedPage, out [][]float32) error {
	l, err := b.list(term)
	if err != nil || l.n == 0 {
		return err
	}
	if l.windows == nil {
		if !l.each(func(doc uint32, _ byte, all, title uint32) {
			for len(wanted) > 0 && wanted[0].doc < doc {
				wanted = wanted[1:]
			}
			for ; len(wanted) > 0 && wanted[0].doc == doc; wanted = wanted[1:] {
				out[wanted[0].row][column] = float32(s.saturate(all, title, wanted[0].norm))
			}
		}) {
			return fmt.Errorf("list of %q: %w", term, ErrCorrupt)
		}
		return nil
	}
	met := byte(0)
	for i := range wanted { // side by side, as in blockQuery.touch
		if lo, hi, low := l.around(wanted[i].doc); lo < hi {
			met += l.postings[2*near(lo, hi, low)]
		}
	}
	runtime.KeepAlive(met) // lest the compiler leave it out
	for i := range wanted {
		w := &wanted[i]
		lo, hi, low := l.around(w.doc)
		if p := l.find(lo, hi, low); p >= 0 {
			all, title := l.counts(p)
			out[w.row][column] = float32(s.saturate(all, title, w.norm))
		}
	}
	return nil
}

// around are the postings of a document's window and its place there.
func (l *blockList) around(doc uint32) (lo, hi int, low uint16) {
	w := doc >> windowBits
	return int(l.ends[w]), int(l.ends[w+1]), uint16(doc & windowMask)
}
