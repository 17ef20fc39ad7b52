package hop

import (
	"slices"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
)

// relations are groups of words for one relation between two pages, from both ends: when a claim asks for somebody's father, the page
// with the link may say "son of". The groups are written by hand.
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

// related finds the terms that share a relation with a term. It is made from relations when it is first used.
type related struct {
	once  sync.Once
	terms map[string][]uint64
}

func (r *related) to(term string, analyze func(string) []graph.Term) []uint64 {
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

// Relations matches words of evidence with words of a claim. The zero Relations is ready for use, by one Analyze; several goroutines
// may share it.
type Relations struct{ related related }

// Match reports whether one of the terms is the given one, begins with the same five letters (director, directed), or is of the same
// relation (father, son).
func (k *Relations) Match(term string, by []string, analyze func(string) []graph.Term) bool {
	family := root(code(term))
	related := k.related.to(term, analyze)
	return slices.ContainsFunc(by, func(t string) bool {
		return t == term || family != 0 && root(code(t)) == family || slices.Contains(related, code(t))
	})
}
