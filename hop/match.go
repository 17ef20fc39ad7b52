package hop

import (
	"slices"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// mark is a word of an element that matches a term of the claim.
type mark struct {
	at   int32 // its index among the element's words
	term uint8 // index of the term
	kin  kin
}

// kin is how a word matches a term.
type kin uint8

const (
	same     kin = iota
	family       // it begins with the same letters, see root
	relation     // it is of the same relation, see relations
)

// kinWorth are the weights of such a word near a link.
var kinWorth = [...]float64{1, rootWorth, relatedWorth}

// filter has a bit for each code and root that the maps of a query have, so that most words of a page are not looked
// up.
type filter [64]uint64

func (b *filter) add(code uint64)      { b[code>>6%64] |= 1 << (code % 64) }
func (b *filter) has(code uint64) bool { return b[code>>6%64]>>(code%64)&1 != 0 }

// match returns the term of the claim that a word matches.
func (q *query) match(word uint64) (term int, how kin, ok bool) {
	of := root(word)
	if !q.filter.has(word) && (of == 0 || !q.filter.has(of)) {
		return 0, same, false
	}
	if term, ok = q.index[word]; ok {
		return term, same, true
	}
	if term, ok = q.roots[of]; ok {
		return term, family, true
	}
	term, ok = q.related[word]
	return term, relation, ok
}

// marks appends the marks of words.
func (q *query) marks(to []mark, words []uint64) []mark {
	for i, t := range words {
		if term, how, ok := q.match(t); ok {
			to = append(to, mark{int32(i), uint8(term), how})
		}
	}
	return to
}

// termsOf returns the terms that marks stand for themselves.
func termsOf(marks []mark) (out set) {
	for _, m := range marks {
		if m.kin == same {
			out.add(int(m.term))
		}
	}
	return out
}

// marked are the marks of an element in frontier.marks.
type marked struct {
	from, to int32
	words    int32 // of the element, plus 1; 0 if it was not looked at
}

// marksOf returns the marks of an element of a page in their order, and the number of its words.
func (f *frontier) marksOf(n *node, element int) ([]mark, int) {
	if n.marked == nil {
		n.marked = make([]marked, len(n.words.Sentences))
	}
	m := &n.marked[element]
	if m.words == 0 {
		words := n.words.Terms(element)
		m.from, m.words = int32(len(f.marks)), int32(len(words)+1)
		f.marks = f.q.marks(f.marks, words)
		m.to = int32(len(f.marks))
	}
	return f.marks[m.from:m.to], int(m.words - 1)
}

// relations are groups of words for one relation between two pages, from both ends: when a claim asks for somebody's
// father, the page with the link may say "son of". The groups are written by hand.
var relations = [...]string{
	"father mother parent son daughter child children born",
	"husband wife spouse married marry marriage widow widower consort wed",
	"grandfather grandmother grandparent grandson granddaughter grandchild son daughter father mother paternal maternal",
	"brother sister sibling twin",
	"stepfather stepmother stepson stepdaughter father mother husband wife married son daughter",
	"uncle aunt nephew niece brother sister",
	"director filmmaker directed helmed",
	"composer songwriter lyricist music score composed song scored",
	"performer singer artist band musician song sung recorded album single released",
	"author writer novelist playwright wrote written book novel",
	"producer production produced company studio",
	"founder established started formed created creator founded",
	"owner owned parent subsidiary company acquired bought",
	"star actor actress cast starring stars featuring played portrayed role",
	"employer worked job professor taught teacher university",
	"team club player played plays signed footballer",
	"capital city town located district county region province state country",
	"president leader head minister led elected governor chairman",
	"award prize won winner received honour honor",
	"birthplace hometown native born",
	"burial buried grave cemetery",
	"alumnus alumni educated studied attended graduated school college university",
	"publisher published newspaper magazine",
	"designer architect designed built engineer",
	"publisher developer developed video game",
	"spouse partner",
}

// Relations finds the terms that share a relation with a term. The zero Relations is ready for use, by one Analyze;
// several goroutines may share it.
type Relations struct {
	once  sync.Once
	terms map[string][]uint64 // made of relations when it is first used
}

func (r *Relations) to(term string, analyze func(string) []graph.Term) []uint64 {
	r.once.Do(func() {
		r.terms = map[string][]uint64{}
		for _, words := range relations {
			var group []string
			for word := range strings.FieldsSeq(words) {
				for _, t := range analyze(word) {
					group = append(group, t.Text)
				}
			}
			for _, a := range group {
				for _, b := range group {
					if a != b {
						r.terms[a] = append(r.terms[a], code(b))
					}
				}
			}
		}
	})
	return r.terms[term]
}

// Match reports whether one of the terms is the given one, begins with the same five letters (director, directed), or
// is of the same relation (father, son).
func (r *Relations) Match(term string, by []string, analyze func(string) []graph.Term) bool {
	family := root(code(term))
	related := r.to(term, analyze)
	return slices.ContainsFunc(by, func(t string) bool {
		return t == term || family != 0 && root(code(t)) == family || slices.Contains(related, code(t))
	})
}

// phrasesOf returns the phrases of the claim among the marks of an element, which are neighbours there, too.
func (q *query) phrasesOf(marks []mark) (out set) {
	for i := 1; i < len(marks); i++ {
		a, b := marks[i-1], marks[i]
		if a.kin != same || b.kin != same || b.at != a.at+1 {
			continue
		}
		if k, ok := q.phrases.at[[2]int{int(a.term), int(b.term)}]; ok {
			out.add(k)
		}
	}
	return out
}
