package graph

import (
	"slices"
	"unicode/utf8"
)

// Words are the words of a page by its elements, as a text index keeps them, so that a page is matched without its
// text.
type Words struct {
	Title     []uint64 // codes of the title's terms, without its parenthesis
	Sentences []bool   // for each of Page.Elements, whether it is a sentence
	Ends      []int    // for each passage, as Match numbers them, the index after its last element
	// Find returns the index of the element with an address, of several the first; -1 if the page has none. Terms
	// returns the codes of an element's terms in order, until it is called for another element of a page that was
	// returned with this one. Neither must be called by two goroutines at once.
	Find  func(e Element) int
	Terms func(element int) []uint64
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

// At returns the index of the term at which the anchor of a link begins in an element, or -1; analyze makes terms of
// it.
func (w *Words) At(element int, anchor string, analyze func(string) []Term) int {
	if w.Anchors != nil {
		if i, ok := w.Anchors[[2]uint64{uint64(element), Term{Text: anchor}.Code()}]; ok {
			return i
		}
	}
	var codes []uint64
	for _, t := range analyze(anchor) {
		codes = append(codes, t.Code())
	}
	all := w.Terms(element)
	for i := 0; len(codes) > 0 && i <= len(all)-len(codes); i++ {
		if all[i] == codes[0] && slices.Equal(all[i:i+len(codes)], codes) {
			return i
		}
	}
	return -1
}

// rootLetters is how many letters terms of one family have in common at least: director, directed.
const rootLetters = 5

// Code returns a hash of the term; two terms have the same one by a chance of 2^-32 or less. Terms of one family, which
// begin with the same five letters and no digit among them, have the same upper 32 bits, of which the highest is set
// only in such terms.
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
