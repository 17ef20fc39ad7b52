package token

import (
	"bytes"
	"unicode/utf8"
)

// addedToken is an entry of the file's added_tokens: looked for in the text before anything else is done with it.
type addedToken struct {
	ID         int32  `json:"-"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
}

// finder finds added tokens in a text, the leftmost longest first.
type finder struct {
	trie   *trie
	tokens []addedToken
	first  [256]bool // bytes that some token begins with
	class  *pages

	lead    byte // what the first token begins with
	oneLead bool // all tokens begin with it
}

func newFinder(class *pages) *finder { return &finder{trie: newTrie(), class: class} }

func (f *finder) add(pattern string, t addedToken) bool {
	if pattern == "" {
		return true
	}
	if len(f.tokens) == 0 {
		f.lead, f.oneLead = pattern[0], true
	}
	f.oneLead = f.oneLead && pattern[0] == f.lead
	f.first[pattern[0]] = true
	f.tokens = append(f.tokens, t)
	return f.trie.add(pattern, int32(len(f.tokens)-1))
}

// find calls part for the stretches of b in order, each with the token it is or nil; a token whose id is forbidden is plain text.
func (f *finder) find(b []byte, forbidden []bool, part func(lo, hi int, t *addedToken)) {
	done := 0
	for i := 0; i < len(b); {
		if !f.first[b[i]] {
			i++
			continue
		}
		t, n := f.longest(b[i:])
		if t == nil {
			i++
			continue
		}
		lo, hi := i, i+n
		i = hi
		if forbidden != nil && forbidden[t.ID] || t.SingleWord && !f.alone(b, lo, hi) {
			continue
		}
		if t.LStrip {
			lo = max(f.spaceBefore(b, lo), done)
		}
		if t.RStrip {
			hi = f.spaceAfter(b, hi)
		}
		if done < lo {
			part(done, lo, nil)
		}
		part(lo, hi, t)
		done = hi
	}
	if done < len(b) {
		part(done, len(b), nil)
	}
}

func (f *finder) longest(b []byte) (t *addedToken, n int) {
	at := int32(0)
	for i, c := range b {
		var v int32
		if at, v = f.trie.step(at, c); at == 0 {
			break
		}
		if v >= 0 {
			t, n = &f.tokens[v], i+1
		}
	}
	return t, n
}

// alone says whether no letter touches b[lo:hi].
func (f *finder) alone(b []byte, lo, hi int) bool {
	before, n := utf8.DecodeLastRune(b[:lo])
	after, m := utf8.DecodeRune(b[hi:])
	return (n == 0 || f.class.of(before)&word == 0) && (m == 0 || f.class.of(after)&word == 0)
}

func (f *finder) spaceBefore(b []byte, i int) int {
	for i > 0 {
		r, n := utf8.DecodeLastRune(b[:i])
		if f.class.of(r)&space == 0 {
			break
		}
		i -= n
	}
	return i
}

func (f *finder) spaceAfter(b []byte, i int) int {
	for i < len(b) {
		r, n := utf8.DecodeRune(b[i:])
		if f.class.of(r)&space == 0 {
			break
		}
		i += n
	}
	return i
}

// any says whether b may hold a token at all; most texts do not.
func (f *finder) any(b []byte) bool {
	if len(f.tokens) == 0 {
		return false
	}
	if f.oneLead { // [CLS] and its kin
		return bytes.IndexByte(b, f.lead) >= 0
	}
	for _, c := range b {
		if f.first[c] {
			return true
		}
	}
	return false
}

// mark splits the text segments of w by the added tokens found in them.
func (f *finder) mark(w *work, forbidden []bool) {
	w.spare = w.spare[:0]
	for _, s := range w.segs {
		if s.id >= 0 {
			w.spare = append(w.spare, s)
			continue
		}
		f.find(w.cur.b[s.lo:s.hi], forbidden, func(lo, hi int, t *addedToken) {
			part := segment{lo: s.lo + int32(lo), hi: s.lo + int32(hi), id: -1}
			if t != nil {
				part.id = t.ID
				if w.track && hi > lo {
					part.orig = span{w.cur.at[part.lo].lo, w.cur.at[part.hi-1].hi}
				}
			}
			w.spare = append(w.spare, part)
		})
	}
	w.segs, w.spare = w.spare, w.segs
}
