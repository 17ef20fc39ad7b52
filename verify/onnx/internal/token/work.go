package token

import "sync"

// work is a text during the stages. Its memory is reused.
type work struct {
	text, spare  []byte // as far as it has come, and room for what the next stage writes
	parts, fresh []part // of text, and the buffer for the next stage's
	ids, first   []int32

	symbols []symbol
	path    []node
}

// part is a piece of the text, or an added token that was found in it.
type part struct {
	lo, hi int32
	id     int32 // of the added token, or -1
}

// stage is one step between text and model: a normalizer or a pre-tokenizer.
type stage interface{ run(w *work) }

var works = sync.Pool{New: func() any { return new(work) }}

// hugeText is the size in bytes of a text from which the memory is not reused.
const hugeText = 1 << 20

// release returns w for reuse.
func (w *work) release() {
	if max(cap(w.text), cap(w.spare)) <= hugeText {
		works.Put(w)
	}
}

func (w *work) load(text string) {
	w.text = appendValid(w.text[:0], text)
	w.parts = append(w.parts[:0], part{hi: int32(len(w.text)), id: -1})
}

// rewriter appends to dst its result for b, a part that isn't empty.
type rewriter func(dst, b []byte) []byte

func (f rewriter) run(w *work) {
	w.spare = w.spare[:0]
	for i, p := range w.parts {
		if p.id >= 0 {
			continue
		}
		lo := len(w.spare)
		if p.lo < p.hi {
			w.spare = f(w.spare, w.text[p.lo:p.hi])
		}
		w.parts[i].lo, w.parts[i].hi = int32(lo), int32(len(w.spare))
	}
	w.text, w.spare = w.spare, w.text
}

// splitter returns the next piece of b that begins at or after from; an empty one is the end.
type splitter func(b []byte, from int) (lo, hi int)

func (f splitter) run(w *work) {
	w.fresh = w.fresh[:0]
	for _, p := range w.parts {
		if p.id >= 0 {
			w.fresh = append(w.fresh, p)
			continue
		}
		b := w.text[p.lo:p.hi]
		for lo, hi := f(b, 0); lo < hi; lo, hi = f(b, hi) {
			w.fresh = append(w.fresh, part{p.lo + int32(lo), p.lo + int32(hi), -1})
		}
	}
	w.parts, w.fresh = w.fresh, w.parts
}

// mark divides the text by the added tokens in it.
func (w *work) mark(f *finder) {
	if f.empty {
		return
	}
	w.fresh = w.fresh[:0]
	for _, p := range w.parts {
		if p.id >= 0 {
			w.fresh = append(w.fresh, p)
			continue
		}
		b, done := w.text[p.lo:p.hi], 0
		for done < len(b) {
			lo, hi, id := f.next(b, done)
			if done < lo {
				w.fresh = append(w.fresh, part{p.lo + int32(done), p.lo + int32(lo), -1})
			}
			if id >= 0 {
				w.fresh = append(w.fresh, part{id: id})
			}
			done = hi
		}
	}
	w.parts, w.fresh = w.fresh, w.parts
}
