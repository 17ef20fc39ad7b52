package token

import (
	"sync"
	"unicode/utf8"
)

// Span is a range [Start, End) of the text, in Unicode code points. Tokens that the template adds have the empty span 0, 0.
type Span struct{ Start, End int }

// span is a range of bytes.
type span struct{ lo, hi int32 }

// segment is a piece of the text on its way through the stages: text still to be split, or an added token that was found.
type segment struct {
	lo, hi int32 // bytes of the buffer it lies in
	id     int32 // added token, or -1
	orig   span  // bytes of the original text, for added tokens
}

// buffer is normalised text with, when spans are wanted, the original bytes that each of its bytes stands for.
type buffer struct {
	b  []byte
	at []span
}

// hit is one token found by a model: its id and the original bytes it stands for.
type hit struct {
	id int32
	at span
}

// work is the memory of one encoding, kept between calls.
type work struct {
	cur, next   buffer
	segs, spare []segment
	track       bool // keep buffer.at
	hits        []hit
	base        int32 // where the segment that a model works on begins in cur
	direct      bool  // the model works on the original text: base counts from its start

	marks   []decomposed
	symbols []symbol
	queue   []merge
	path    []node
	other   []hit
	text    []byte
	runes   []int32
}

var works = sync.Pool{New: func() any { return new(work) }}

// hugeText is the size in bytes of a text whose memory is not kept for the next one.
const hugeText = 1 << 20

// release gives w back.
func (w *work) release() {
	if cap(w.text) <= hugeText && cap(w.other) <= hugeText {
		works.Put(w)
	}
}

// load puts a part of the original text, beginning at byte off, into the current buffer as the one segment.
func (w *work) load(text []byte, off int) {
	w.cur.b = append(w.cur.b[:0], text...)
	w.cur.at = w.cur.at[:0]
	if w.track {
		for i := 0; i < len(text); {
			_, n := utf8.DecodeRune(text[i:])
			s := span{int32(off + i), int32(off + i + n)}
			for range n {
				w.cur.at = append(w.cur.at, s)
			}
			i += n
		}
	}
	w.segs = w.segs[:0]
	if len(text) > 0 {
		w.segs = append(w.segs, segment{hi: int32(len(text)), id: -1})
	}
}

// split replaces every text segment by the parts that f cuts it into; empty parts vanish.
func (w *work) split(f func(b []byte, cut func(lo, hi int))) {
	w.spare = w.spare[:0]
	for _, s := range w.segs {
		if s.id >= 0 {
			w.spare = append(w.spare, s)
			continue
		}
		f(w.cur.b[s.lo:s.hi], func(lo, hi int) {
			if lo < hi {
				w.spare = append(w.spare, segment{lo: s.lo + int32(lo), hi: s.lo + int32(hi), id: -1})
			}
		})
	}
	w.segs, w.spare = w.spare, w.segs
}

// rewrite replaces the text of every text segment by what f writes for it; a segment that becomes empty vanishes.
func (w *work) rewrite(f func(b []byte, p *pen)) {
	w.next.b, w.next.at = w.next.b[:0], w.next.at[:0]
	keep := w.segs[:0]
	for _, s := range w.segs {
		if s.id >= 0 {
			keep = append(keep, s)
			continue
		}
		p := pen{w: w, src: w.cur.b[s.lo:s.hi]}
		if w.track {
			p.at = w.cur.at[s.lo:s.hi]
		}
		lo := int32(len(w.next.b))
		f(p.src, &p)
		if hi := int32(len(w.next.b)); hi > lo {
			keep = append(keep, segment{lo: lo, hi: hi, id: -1})
		}
	}
	w.segs = keep
	w.cur, w.next = w.next, w.cur
}

// pen writes the new text of one segment and keeps the account of which old character each new one replaces.
type pen struct {
	w   *work
	src []byte
	at  []span
	pos int // next old byte
}

// step moves over the old text as the reference's transform does and returns the old byte whose place the next new
// character takes: change 0 replaces one old character, 1 adds a character, -n replaces one and removes the n after it.
func (p *pen) step(change int) int {
	if change > 0 {
		return max(p.pos-1, 0)
	}
	k := p.pos
	for ; change <= 0 && p.pos < len(p.src); change++ {
		_, n := utf8.DecodeRune(p.src[p.pos:])
		p.pos += n
	}
	return k
}

// put writes r in the place of old byte k.
func (p *pen) put(r rune, k int) {
	b := p.w.next.b
	n := len(b)
	if r < utf8.RuneSelf {
		b = append(b, byte(r))
	} else {
		b = utf8.AppendRune(b, r)
	}
	p.w.next.b = b
	if p.at != nil {
		for range len(b) - n {
			p.w.next.at = append(p.w.next.at, p.at[min(k, len(p.at)-1)])
		}
	}
}

// puts writes all of s in the place of old byte k.
func (p *pen) puts(s string, k int) {
	p.w.next.b = append(p.w.next.b, s...)
	if p.at != nil {
		for range len(s) {
			p.w.next.at = append(p.w.next.at, p.at[min(k, len(p.at)-1)])
		}
	}
}

// keep copies the old bytes lo to hi as they are.
func (p *pen) keep(lo, hi int) {
	p.w.next.b = append(p.w.next.b, p.src[lo:hi]...)
	if p.at != nil {
		p.w.next.at = append(p.w.next.at, p.at[lo:hi]...)
	}
}

// found records a token of the segment that lies at w.base: its bytes lo to hi within the segment.
func (w *work) found(id int32, lo, hi int) {
	h := hit{id: id}
	switch {
	case w.direct:
		h.at = span{w.base + int32(lo), w.base + int32(hi)}
	case w.track:
		at := w.cur.at[w.base:]
		h.at = span{at[lo].lo, at[max(hi-1, lo)].hi}
	}
	w.hits = append(w.hits, h)
}

// tokenize hands the segments to the model until there are limit tokens (none when negative). The reference stops only
// behind a segment of text, never behind an added token.
func (w *work) tokenize(m model, limit int, forbidden []bool) error {
	for _, s := range w.segs {
		if s.id >= 0 {
			w.hits = append(w.hits, hit{s.id, s.orig})
			continue
		}
		w.base = s.lo
		if err := m.tokenize(w, w.cur.b[s.lo:s.hi], forbidden); err != nil {
			return err
		}
		if limit >= 0 && len(w.hits) >= limit {
			return nil
		}
	}
	return nil
}
