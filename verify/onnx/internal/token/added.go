package token

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// addedToken is an entry of the file's added_tokens. They are searched in the text before any other step.
type addedToken struct {
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`

	id int32
}

// finder finds added tokens in a text, the leftmost longest first.
type finder struct {
	empty bool
	by    [256][]addedToken // by their first byte, longest first
}

func newFinder(tokens []addedToken) finder {
	f := finder{empty: true}
	for _, t := range tokens {
		if t.Content != "" {
			f.by[t.Content[0]], f.empty = append(f.by[t.Content[0]], t), false
		}
	}
	for _, b := range f.by {
		slices.SortStableFunc(b, func(a, b addedToken) int { return cmp.Compare(len(b.Content), len(a.Content)) })
	}
	return f
}

func (f *finder) without(barred map[int32]bool) finder {
	var kept []addedToken
	for _, b := range f.by {
		for _, t := range b {
			if !barred[t.id] {
				kept = append(kept, t)
			}
		}
	}
	return newFinder(kept)
}

// next returns the first token at or after from with its place, including the spaces that belong to it; the end of b
// and -1 if there is none.
func (f *finder) next(b []byte, from int) (lo, hi int, id int32) {
	for i := from; i < len(b); i++ {
		for _, t := range f.by[b[i]] {
			lo, hi = i, i+len(t.Content)
			if hi > len(b) || string(b[lo:hi]) != t.Content {
				continue
			}
			if t.SingleWord && !alone(b, lo, hi) {
				i = hi - 1
				break
			}
			for t.LStrip && lo > from {
				r, n := utf8.DecodeLastRune(b[:lo])
				if classOf(r)&space == 0 {
					break
				}
				lo -= n
			}
			for t.RStrip && hi < len(b) {
				r, n := utf8.DecodeRune(b[hi:])
				if classOf(r)&space == 0 {
					break
				}
				hi += n
			}
			return max(lo, from), hi, t.id
		}
	}
	return len(b), len(b), -1
}

// alone reports whether no letter is next to b[lo:hi].
func alone(b []byte, lo, hi int) bool {
	before, n := utf8.DecodeLastRune(b[:lo])
	after, m := utf8.DecodeRune(b[hi:])
	return (n == 0 || classOf(before)&word == 0) && (m == 0 || classOf(after)&word == 0)
}
