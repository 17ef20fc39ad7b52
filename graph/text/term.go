package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/bridgehop/bridgehop/graph"
)

// maxTerm is the length in bytes of the longest word that is indexed. Longer ones are mostly addresses.
const maxTerm = 64

// Analyze returns the terms of s with the byte span of each word: in lower case, without diacritics, stemmed by the
// English Snowball stemmer, without English stop words and words of more than 64 bytes.
func Analyze(s string) []graph.Term {
	var out []graph.Term
	for w, ok := nextWord(s, 0); ok; w, ok = nextWord(s, w.end) {
		if w.symbol {
			continue
		}
		if t := term(s[w.start:w.end]); t != "" {
			if out == nil {
				out = make([]graph.Term, 0, 2+(len(s)-w.start)/6)
			}
			out = append(out, graph.Term{Text: t, Start: w.start, End: w.end})
		}
	}
	return out
}

// term returns the term of a word; empty for a word that is not indexed. Recent words are cached.
func term(w string) string {
	if len(w) > 2*maxTerm {
		return newTerm(w)
	}
	slot := &recent[hashWord(w)%uint32(len(recent))]
	if k := slot.Load(); k != nil && k.word == w {
		return k.term
	}
	k := &knownWord{word: strings.Clone(w)} // so that the text w is a part of can be freed
	if k.term = newTerm(w); strings.HasPrefix(k.word, k.term) {
		k.term = k.word[:len(k.term)] // as for most words; shares their memory
	} else {
		k.term = strings.Clone(k.term)
	}
	slot.Store(k)
	return k.term
}

// recent caches words and their terms, about 8 MB in all. Stemming takes ten times as long as a look-up.
var (
	recent [1 << 17]atomic.Pointer[knownWord]
	seed   = maphash.MakeSeed()
)

type knownWord struct{ word, term string }

// hashWord returns a hash of a word, which differs from run to run.
func hashWord(w string) uint32 { return uint32(maphash.String(seed, w)) }

func newTerm(w string) string {
	t := foldWord(w)
	if len(t) > maxTerm || isStop(t) {
		return ""
	}
	if !isASCII(t) || len(t) < 3 {
		return t
	}
	env := snowballstem.NewEnv(t)
	english.Stem(env)
	return env.Current()
}

// stopWords is Snowball's English list and the parts that apostrophes split off (it's, don't, we'll).
var stopWords = func() analysis.TokenMap {
	m := analysis.NewTokenMap()
	if err := m.LoadBytes(en.EnglishStopWords); err != nil {
		panic(err) // the list is a constant of the library
	}
	for _, w := range []string{"s", "t", "d", "ll", "m", "re", "ve"} {
		m.AddToken(w)
	}
	return m
}()

func isStop(folded string) bool { return stopWords[folded] }
