package graph

import (
	"slices"
	"unicode/utf8"
)

// Words are the words of a page by its elements, as a text index keeps them, so that a page is matched without its text.
type Words struct {
	Title     []uint64 // codes of the title's terms, without its parenthesis
	Sentences []bool   // for each of Page.Elements, whether it is a sentence
	Ends      []int    // for each passage, as Match numbers them, the index after its last element
	// Elements returns the addresses of the elements, and Terms the codes of an element's terms in order. Neither must be called by two
	// goroutines at once.
	Elements func() []Element
	Terms    func(element int) []uint64
	// Anchors are the results of At for which the terms don't tell, by element and the anchor's code.
	Anchors map[[2]uint64]int
}

// Long reports whether the page is a whole article and not only an introduction. Nil is no page.
func (w *Words) Long() bool { return w != nil && len(w.Sentences) >= ArticleElements }

// Passage returns the range of the elements of a passage.
func (w *Words) Passage(i int) (from, to int) {
	if i > 0 {
		from = w.Ends[i-1]
	}
	return from, w.Ends[i]
}

// PassageOf returns the index of the passage of an element.
func (w *Words) PassageOf(element int) int {
	i, _ := slices.BinarySearch(w.Ends, element+1)
	return i
}

// Find returns the index of an element, of several with one address the first; -1 if the page has none.
func (w *Words) Find(e Element) int {
	all := w.Elements()
	if e.Kind == KindSentence && e.A > 0 && e.A < len(all) { // most pages have as many sentences before it
		if i := slices.Index(all[e.A:], e); i >= 0 {
			return e.A + i
		}
	}
	return slices.Index(all, e)
}

// At returns the index of the term at which the anchor of a link begins in an element, or -1; terms are those of the anchor.
func (w *Words) At(element int, anchor string, terms []Term) int {
	if i, ok := w.Anchors[[2]uint64{uint64(element), Term{Text: anchor}.Code()}]; ok {
		return i
	}
	all := w.Terms(element)
	for i := range all {
		if len(terms) == 0 || len(terms) > len(all)-i {
			break
		}
		same := true
		for k := range terms {
			same = same && all[i+k] == terms[k].Code()
		}
		if same {
			return i
		}
	}
	return -1
}

// rootLetters is how many letters terms of one family have in common at least: director, directed.
const rootLetters = 5

// Code returns a hash of the term; two terms have the same one by a chance of 2^-32 or less. Terms of one family, which
// begin with the same five letters and no digit among them, have the same upper 32 bits, of which the highest is set only in such terms.
func (t Term) Code() uint64 {
	whole, root, n := uint64(14695981039346656037), uint64(0), 0 // FNV-1a
	for i := 0; i < len(t.Text); i++ {
		if n >= 0 && utf8.RuneStart(t.Text[i]) {
			if n == rootLetters {
				root = whole
			}
			if n++; n <= rootLetters && t.Text[i] >= '0' && t.Text[i] <= '9' {
				n = -1
			}
		}
		whole = (whole ^ uint64(t.Text[i])) * 1099511628211
	}
	switch {
	case n == rootLetters:
		root = whole
	case n < rootLetters:
		return whole >> 1
	}
	return 1<<63 | root>>33<<32 | uint64(uint32(whole))
}
