package token

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// decomposed is one character of a decomposition that waits to be put in canonical order.
type decomposed struct {
	r      rune
	class  uint8
	change int32
}

// tooNew says whether r is younger than the Unicode version that the reference normalises with.
func tooNew(r rune) bool { return r >= 0x7FD && classTable().of(r)&late != 0 }

// Hangul syllables are taken apart by arithmetic: Unicode 15.0, section 3.12.
const (
	syllables, syllablesEnd = 0xAC00, 0xAC00 + 11172
	leads, vowels, trails   = 0x1100, 0x1161, 0x11A7
)

// decompose appends what r is in NFD (NFKD with compat) to w.marks.
func (w *work) decompose(r rune, src []byte, form norm.Form) {
	switch {
	case r < 0xA0:
		w.marks = append(w.marks, decomposed{r: r})
		return
	case r >= syllables && r < syllablesEnd:
		s := r - syllables
		w.marks = append(w.marks, decomposed{r: leads + s/588}, decomposed{r: vowels + s%588/28, change: 1})
		if t := s % 28; t > 0 {
			w.marks = append(w.marks, decomposed{r: trails + t, change: 1})
		}
		return
	}
	p := form.Properties(src)
	d := p.Decomposition()
	switch {
	case tooNew(r):
		w.marks = append(w.marks, decomposed{r: r})
		return
	case d == nil:
		w.marks = append(w.marks, decomposed{r: r, class: p.CCC()})
		return
	}
	for change := int32(0); len(d) > 0; change = 1 {
		r, n := utf8.DecodeRune(d)
		c := uint8(0)
		if r >= 0x300 {
			c = form.Properties(d).CCC()
		}
		w.marks = append(w.marks, decomposed{r: r, class: c, change: change})
		d = d[n:]
	}
}

// decomposeAll writes p's text in NFD or NFKD, leaving out what drop is true for and passing the rest through fold.
func decomposeAll(p *pen, form norm.Form, dropped func(rune) bool, fold func(*pen, rune, int)) {
	w := p.w
	w.marks = w.marks[:0]
	flush := func(n int) {
		for _, d := range w.marks[:n] {
			k := p.step(int(d.change))
			if dropped == nil || !dropped(d.r) {
				fold(p, d.r, k)
			}
		}
		w.marks = append(w.marks[:0], w.marks[n:]...)
	}
	for i := 0; i < len(p.src); {
		r, n := utf8.DecodeRune(p.src[i:])
		first := len(w.marks)
		w.decompose(r, p.src[i:], form)
		i += n
		last := -1
		for j := first; j < len(w.marks); j++ {
			if w.marks[j].class == 0 {
				order(w.marks[max(last, 0):j])
				last = j
			}
		}
		if last > 0 {
			flush(last)
		}
	}
	order(w.marks)
	flush(len(w.marks))
}

// order sorts runs of marks by their combining class, keeping the order of equals (Unicode 15.0, D109).
func order(m []decomposed) {
	if len(m) > 32 { // a hostile pile of marks
		for len(m) > 0 && m[0].class == 0 {
			m = m[1:]
		}
		slices.SortStableFunc(m, func(a, b decomposed) int { return int(a.class) - int(b.class) })
		return
	}
	for i := 1; i < len(m); i++ {
		for j := i; j > 0 && m[j].class > 0 && m[j-1].class > m[j].class; j-- {
			m[j-1], m[j] = m[j], m[j-1]
		}
	}
}

// composeAll writes p's text in NFC or NFKC. A character made of several stands for the first of them.
func composeAll(p *pen, form norm.Form) {
	for i := 0; i < len(p.src); {
		r, n := utf8.DecodeRune(p.src[i:])
		if tooNew(r) {
			p.keep(i, i+n)
			i += n
			continue
		}
		end := i + n
		for end < len(p.src) {
			r, n := utf8.DecodeRune(p.src[end:])
			if tooNew(r) || form.Properties(p.src[end:]).BoundaryBefore() {
				break
			}
			end += n
		}
		composeOne(p, form, i, end)
		i = end
	}
}

// composeOne writes one stretch that nothing outside it can combine with.
func composeOne(p *pen, form norm.Form, lo, hi int) {
	if hi-lo == 1 || form.IsNormal(p.src[lo:hi]) {
		p.keep(lo, hi)
		return
	}
	k := lo
	for _, r := range string(form.Bytes(p.src[lo:hi])) {
		p.put(r, k)
		if _, n := utf8.DecodeRune(p.src[k:]); k+n < hi {
			k += n
		}
	}
}
