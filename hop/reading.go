package hop

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// reading is a page taken apart into terms, whatever the claim: it is made once and shared. What a claim asks for
// is taken apart when it is first asked for: most elements of most pages never are.
type reading struct {
	page     *graph.Page
	head     graph.Head
	folded   string // its title as links have it
	title    []uint64
	elements []element
	size     int // bytes, about

	analyze func(string) []graph.Term
	naming  sync.Once
	names   []string // see capitals
	placing sync.Once
	places  map[graph.Element]int // see element
	rowing  sync.Once
	rows    []row // see tableRows
}

// element is one sentence, caption, cell or item of a page.
type element struct {
	graph.Element
	text  string
	links []graph.Hyperlink
	words atomic.Pointer[wording] // see reading.words
}

// wording is an element taken apart.
type wording struct {
	terms  []uint64 // hashes of its terms, in order
	roots  []uint64 // of each, see hashRoot
	starts []int32  // byte offset of each term
}

func read(page *graph.Page, analyze func(string) []graph.Term) *reading {
	r := &reading{page: page, analyze: analyze}
	for _, t := range analyze(graph.BareTitle(page.Title)) {
		r.title = append(r.title, hashTerm(t.Text))
	}
	all := page.Elements()
	r.elements = make([]element, len(all))
	for i := range all {
		e := &r.elements[i]
		e.Element, e.text, e.links = all[i].Element, all[i].Text, all[i].Links
		r.size += 5*len(e.text) + 150
	}
	return r
}

// long tells whether the page is a whole article and no introduction.
func (r *reading) long() bool { return len(r.elements) >= graph.ArticleElements }

// words are the terms of an element. Two who ask at once may both take it apart, with the same outcome.
func (r *reading) words(e *element) *wording {
	if w := e.words.Load(); w != nil {
		return w
	}
	terms := r.analyze(e.text)
	n := len(terms)
	hashes := make([]uint64, 2*n)
	w := &wording{terms: hashes[:n:n], roots: hashes[n:], starts: make([]int32, n)}
	for i, t := range terms {
		w.terms[i], w.roots[i], w.starts[i] = hashTerm(t.Text), hashRoot(t.Text), int32(t.Start)
	}
	e.words.Store(w)
	return w
}

// capitals are the terms of the page that are written with a capital, each once.
func (r *reading) capitals() []string {
	r.naming.Do(func() {
		named := map[string]bool{}
		for i := range r.elements {
			e := &r.elements[i]
			for _, t := range r.analyze(e.text) {
				if c, _ := utf8.DecodeRuneInString(e.text[t.Start:]); unicode.IsUpper(c) && !named[t.Text] {
					named[t.Text] = true
					r.names = append(r.names, t.Text)
				}
			}
		}
	})
	return r.names
}

// element finds the element a link stands in.
func (r *reading) element(e graph.Element) *element {
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

// at is the number of the term of an element's text that a run of words begins with, -1 where it does not have it.
func (w *wording) at(text, words string) int {
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

// hashTerm is FNV-1a.
func hashTerm(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// hashRoot is the hash of a term's first rootLen letters, 0 for a term that has fewer, or a digit among them. A term of just
// so many is the root of longer ones.
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
