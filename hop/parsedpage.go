package hop

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// parsedPage is a page split into elements and terms. It doesn't depend on the claim, so it is made once and shared. An element is split
// into terms when it is first needed, because most elements never are.
type parsedPage struct {
	page     *graph.Page
	head     graph.Head
	folded   string // its title, folded by graph.FoldTitle
	title    []uint64
	elements []element
	size     int // approximate, in bytes

	analyze func(string) []graph.Term
	cut     func(*graph.Page, []graph.Text) []int32
	texts   []graph.Text // those of elements
	cutting sync.Once
	passage []int32 // see passages
	naming  sync.Once
	names   []string // see capitals
	placing sync.Once
	places  map[graph.Element]int // index in elements of each address
	rowing  sync.Once
	rows    []row // see tableRows
}

// element is a sentence, heading, caption, cell or item of a page.
type element struct {
	*graph.Text
	terms atomic.Pointer[tokens] // see parsedPage.words
}

// tokens are the terms of an element.
type tokens struct {
	terms  []uint64 // hashes of its terms, in order
	roots  []uint64 // the hashRoot of each
	starts []int32  // byte offset of each term
}

func parsePage(page *graph.Page, text Text) *parsedPage {
	r := &parsedPage{page: page, analyze: text.Analyze, cut: text.Passages}
	for _, t := range r.analyze(graph.BareTitle(page.Title)) {
		r.title = append(r.title, hashTerm(t.Text))
	}
	r.texts = page.Elements()
	r.elements = make([]element, len(r.texts))
	for i := range r.texts {
		r.elements[i].Text = &r.texts[i]
		r.size += 5*len(r.texts[i].Text) + 150
	}
	return r
}

// long reports whether the page is a whole article and not only an introduction.
func (r *parsedPage) long() bool { return len(r.elements) >= graph.ArticleElements }

// words returns the terms of an element. Two goroutines may compute them at the same time, with the same result.
func (r *parsedPage) words(e *element) *tokens {
	if w := e.terms.Load(); w != nil {
		return w
	}
	terms := r.analyze(e.Text.Text)
	n := len(terms)
	hashes := make([]uint64, 2*n)
	w := &tokens{terms: hashes[:n:n], roots: hashes[n:], starts: make([]int32, n)}
	for i, t := range terms {
		w.terms[i], w.roots[i], w.starts[i] = hashTerm(t.Text), hashRoot(t.Text), int32(t.Start)
	}
	e.terms.Store(w)
	return w
}

// capitals returns the terms of the page that are written with a capital, each once.
func (r *parsedPage) capitals() []string {
	r.naming.Do(func() {
		named := map[string]bool{}
		for i := range r.elements {
			e := &r.elements[i]
			for _, t := range r.analyze(e.Text.Text) {
				if c, _ := utf8.DecodeRuneInString(e.Text.Text[t.Start:]); unicode.IsUpper(c) && !named[t.Text] {
					named[t.Text] = true
					r.names = append(r.names, t.Text)
				}
			}
		}
	})
	return r.names
}

// passages returns the passage of each element, aligned with elements.
func (r *parsedPage) passages() []int32 {
	r.cutting.Do(func() { r.passage = r.cut(r.page, r.texts) })
	return r.passage
}

// passageOf returns the passage of an element, or -1.
func (r *parsedPage) passageOf(e graph.Element) int32 {
	if r.element(e) == nil {
		return -1
	}
	return r.passages()[r.places[e]]
}

// element returns the element with an address, or nil.
func (r *parsedPage) element(e graph.Element) *element {
	r.placing.Do(func() {
		r.places = make(map[graph.Element]int, len(r.elements))
		for i := len(r.elements) - 1; i >= 0; i-- { // of several with one address, the first
			r.places[r.elements[i].Element] = i
		}
	})
	if i, ok := r.places[e]; ok {
		return &r.elements[i]
	}
	return nil
}

// at returns the index of the term at which a run of words begins in the element's text, or -1.
func (w *tokens) at(text, words string) int {
	off := strings.Index(text, words)
	if words == "" || off < 0 {
		return -1
	}
	for i, s := range w.starts {
		if int(s) >= off {
			return i
		}
	}
	return len(w.starts) - 1
}

// hashTerm returns the FNV-1a hash of a term.
func hashTerm(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// hashRoot returns the hash of a term's first rootLen letters; 0 for a shorter term, or one with a digit among them.
func hashRoot(s string) uint64 {
	n := 0
	for i := range s {
		if n == rootLen {
			return hashTerm(s[:i])
		}
		if r, _ := utf8.DecodeRuneInString(s[i:]); r >= '0' && r <= '9' {
			return 0
		}
		n++
	}
	if n == rootLen {
		return hashTerm(s)
	}
	return 0
}
