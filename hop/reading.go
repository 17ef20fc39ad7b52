package hop

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// reading is a page taken apart into terms, whatever the claim: it is made once and shared.
type reading struct {
	page     *graph.Page
	head     graph.Head
	title    []uint64
	names    []string // terms that are written with a capital, each once
	elements []element
	size     int // bytes, about
}

// element is one sentence, caption, cell or item of a page.
type element struct {
	graph.Element
	terms  []uint64 // hashes of its terms, in order
	roots  []uint64 // hashes of the first rootLen letters of longer terms, 0 for shorter ones
	starts []int32  // byte offset of each term
	text   string
	links  []graph.Hyperlink
}

// rootLen is how many letters two words must share to be taken for one family: director, directed, directs.
const rootLen = 5

func read(page *graph.Page, analyze func(string) []graph.Term) *reading {
	r := &reading{page: page}
	for _, t := range analyze(graph.BareTitle(page.Title)) {
		r.title = append(r.title, hashTerm(t.Text))
	}
	named := map[string]bool{}
	for _, t := range page.Elements() {
		e := element{Element: t.Element, text: t.Text, links: t.Links}
		terms := analyze(t.Text)
		e.terms, e.roots, e.starts = make([]uint64, len(terms)), make([]uint64, len(terms)), make([]int32, len(terms))
		for i, t := range terms {
			e.terms[i], e.roots[i], e.starts[i] = hashTerm(t.Text), hashRoot(t.Text), int32(t.Start)
			if c, _ := utf8.DecodeRuneInString(e.text[t.Start:]); unicode.IsUpper(c) && !named[t.Text] {
				named[t.Text] = true
				r.names = append(r.names, t.Text)
			}
		}
		r.elements = append(r.elements, e)
		r.size += len(t.Text) + 20*len(terms) + 100
	}
	return r
}

// element finds the element a link stands in.
func (r *reading) element(e graph.Element) *element {
	for i := range r.elements {
		if r.elements[i].Element == e {
			return &r.elements[i]
		}
	}
	return nil
}

// at is the number of the term that a run of words begins with, -1 where the element does not have it.
func (e *element) at(words string) int {
	off := strings.Index(e.text, words)
	if words == "" || off < 0 {
		return -1
	}
	for i, s := range e.starts {
		if int(s) >= off {
			return i
		}
	}
	return len(e.starts) - 1
}

// hashTerm is FNV-1a.
func hashTerm(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// hashRoot is the hash of a term's first letters, 0 for a term that has no more than those, or is a number.
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
