package onnx

import (
	"cmp"
	"slices"
)

// encoded are the ids of some pairs, one after the other in two slices that all pairs share.
type encoded struct {
	ids, kinds []int64
	ends       []int // pair i is ids[ends[i-1]:ends[i]]
}

func (e *encoded) span(i int) (lo, hi int) {
	if i > 0 {
		lo = e.ends[i-1]
	}
	return lo, e.ends[i]
}

func (e *encoded) length(i int) int {
	lo, hi := e.span(i)
	return hi - lo
}

// batch is what one run reads: pairs of a window.
type batch struct {
	*encoded
	first int   // number of the window's first pair in the call
	pairs []int // of the window
}

// plan groups a window's pairs into batches of similar length: sorted by length, then cut where the padded batch would
// pass tokens, or at every row when tokens is 0.
func plan(e *encoded, first, tokens int) []batch {
	order := make([]int, len(e.ends))
	for i := range order {
		order[i] = i
	}
	// Longest first: what is short fills the gaps at the end, and the largest memory is asked for at once.
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(e.length(b)-e.length(a), a-b)
	})
	var out []batch
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for longest := e.length(order[lo]); hi < len(order) && (hi-lo+1)*longest <= tokens; {
			hi++
		}
		out = append(out, batch{encoded: e, first: first, pairs: order[lo:hi]})
		lo = hi
	}
	return out
}

// rows are a batch as the graph takes it: count rows of length tokens, filled up at the end.
type rows struct {
	count, length    int
	ids, mask, kinds []int64
	places           []int64
}

// load lays the batch out, in memory that is used again from batch to batch.
func (r *rows) load(b *batch, pad, padKind int64) {
	r.count, r.length = len(b.pairs), 0
	for _, i := range b.pairs {
		r.length = max(r.length, b.encoded.length(i))
	}
	n := r.count * r.length
	r.ids, r.mask, r.kinds = sized(r.ids, n), sized(r.mask, n), sized(r.kinds, n)
	for k, i := range b.pairs {
		lo, hi := b.span(i)
		at, end := k*r.length, (k+1)*r.length
		copy(r.ids[at:], b.ids[lo:hi])
		copy(r.kinds[at:], b.kinds[lo:hi])
		fill := at + hi - lo
		for j := at; j < fill; j++ {
			r.mask[j] = 1
		}
		for j := fill; j < end; j++ {
			r.ids[j], r.kinds[j], r.mask[j] = pad, padKind, 0
		}
	}
}

// positions counts the tokens of each row from 0.
func (r *rows) positions() []int64 {
	r.places = sized(r.places, r.count*r.length)
	for i := range r.places {
		r.places[i] = int64(i % r.length)
	}
	return r.places
}

func sized(s []int64, n int) []int64 {
	if cap(s) < n {
		return make([]int64, n, n+n/2)
	}
	return s[:n]
}
