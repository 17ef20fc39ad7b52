package text

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
)

// shortestMisspelt is the least number of letters of a misspelt term. Most shorter terms are one edit away from several
// words.
const shortestMisspelt = 5

// spellingPages is the least number of pages of a wiki in which an unknown word is taken for misspelt. A small wiki
// lacks most English words.
const spellingPages = 1000

// shortestGuess is the least number of letters of a misspelt word that is a name by itself.
const shortestGuess = 8

// oneEdit builds automata of the words that are at most one edit away from a word (Schulz and Mihov 2002). A swap of
// two neighbours is one edit (Damerau 1964, by whose count four of five misspelt words are one edit away).
var oneEdit = sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
	return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
})

// Spellings returns the terms that an unknown term may stand for: those of the index that begin with the same letter
// and are one edit away (a letter added, removed or replaced, or two neighbours swapped). It returns none for a term
// that a page has, for one with fewer than five letters or with a digit, and in a wiki of fewer than 1,000 pages.
func (ix *Index) Spellings(ctx context.Context, term string) (out []string, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	if !mayBeMisspelt(term) {
		return nil, ctx.Err()
	}
	if lacks, err := ix.lacks(term); !lacks || err != nil {
		return nil, err
	}
	return ix.blocks.near(term)
}

// mayBeMisspelt reports whether a word is long enough and has no digit.
func mayBeMisspelt(word string) bool {
	return utf8.RuneCountInString(word) >= shortestMisspelt && !hasDigit(word)
}

// lacks reports whether no page has a term and there are at least spellingPages pages.
func (ix *Index) lacks(term string) (bool, error) {
	if ix.meta.Pages < spellingPages {
		return false, nil
	}
	n, _, err := ix.blocks.find(term)
	return n == 0, err
}

// oneEditFrom returns the automaton of the words that are at most one edit away from this one.
func oneEditFrom(word string) (*levenshtein.DFA, error) {
	edits, err := oneEdit()
	if err != nil {
		return nil, fmt.Errorf("spellings: %w", err)
	}
	dfa, err := edits.BuildDfa(word, 1)
	if err != nil {
		return nil, fmt.Errorf("spellings of %q: %w", word, err)
	}
	return dfa, nil
}

// near returns the terms that are one edit away from this one and have the same first letter.
func (b *blocks) near(term string) (out []string, err error) {
	dfa, err := oneEditFrom(term)
	if err != nil {
		return nil, err
	}
	_, size := utf8.DecodeRuneInString(term)
	first := []byte(term[:size])
	after := append([]byte(nil), first...)
	after[size-1]++
	found, err := b.terms.Search(dfa, first, after)
	for ; err == nil; err = found.Next() {
		if word, _ := found.Current(); !hasDigit(string(word)) {
			out = append(out, string(word))
		}
	}
	if !errors.Is(err, vellum.ErrIteratorDone) {
		return nil, fmt.Errorf("spellings of %q: %w", term, err)
	}
	return out, nil
}

// guess follows, instead of word k, the only word one edit away that a name has here. Word k must be a proper word that
// no page has.
func (d *dictionary) guess(from walk, t *nameText, k int) (walk, bool) {
	w := t.folded[k]
	if !mayBeMisspelt(w) || !t.proper(k) {
		return walk{}, false
	}
	word := term(w)
	if lacks, err := d.lacks(word); word == "" || !lacks || err != nil {
		return walk{}, false
	}
	near := d.near(from, w)
	if len(near) != 1 {
		return walk{}, false
	}
	return near[0], true
}

// tooShort reports whether word k, if misspelt, is too short for a name by itself.
func (t *nameText) tooShort(k int) bool { return utf8.RuneCountInString(t.folded[k]) < shortestGuess }

// near returns the places in the names after each word that is one edit away from this one and has the same first
// letter.
func (d *dictionary) near(from walk, word string) (out []walk) {
	dfa, err := oneEditFrom(word)
	if err != nil {
		return nil
	}
	_, first := utf8.DecodeRuneInString(word)
	var follow func(w walk, state, depth int)
	follow = func(w walk, state, depth int) {
		if depth >= first && dfa.IsMatch(state) && d.ends(w) {
			out = append(out, w)
		}
		for c := range 256 {
			next := dfa.Accept(state, byte(c))
			if c == ' ' || depth < first && byte(c) != word[depth] || !dfa.CanMatch(next) {
				continue
			}
			if to, ok := d.names.step(w, string([]byte{byte(c)})); ok {
				follow(to, next, depth+1)
			}
		}
	}
	follow(from, dfa.Start(), 0)
	return out
}

// ends reports whether a word of a name ends at w.
func (d *dictionary) ends(w walk) bool {
	if _, ok := d.names.value(w); ok {
		return true
	}
	_, more := d.names.step(w, " ")
	return more
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
