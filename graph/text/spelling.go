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

// shortestMisspelt is how many letters a term has at least that is taken for a misspelt one: most short ones are a letter away
// from several words.
const shortestMisspelt = 5

// spellingPages is how many pages a wiki has at least that can tell a misspelt word from a word it hasn't: a small one lacks most
// of English.
const spellingPages = 1000

// shortestGuess is how many letters a misspelt word has at least that is a name by itself.
const shortestGuess = 8

// oneEdit makes the automata of words that are at most one edit away from a word, two neighbours swapped being one edit (Damerau
// 1964, who counts four of five misspelt words among these; Schulz and Mihov 2002, the automata).
var oneEdit = sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
	return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
})

// Spellings are the terms that one no page has may be meant for: those of the index that begin with the same letter and are one
// edit away, a letter too many, too few, another, or two neighbours swapped. None for a term that some page has, for one of
// fewer than five letters, and for one with a digit in it; and none in a wiki of fewer than 1,000 pages, which lacks most of English.
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

// mayBeMisspelt reports whether a word is of a form that is taken for a misspelt one.
func mayBeMisspelt(word string) bool {
	return utf8.RuneCountInString(word) >= shortestMisspelt && !hasDigit(word)
}

// lacks reports whether no page has a term, and there are enough of them for that to tell anything.
func (ix *Index) lacks(term string) (bool, error) {
	if ix.meta.Pages < spellingPages {
		return false, nil
	}
	n, err := ix.blocks.count(term)
	return n == 0, err
}

// oneEditFrom is the automaton of the words that are at most one edit away from this one.
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

// near are the terms one edit away from this one that begin as it does.
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

// guess follows a word that no name has here as the only one that a name has one edit away, where it may be a misspelt name: a
// word with a capital letter that no page has.
func (d *dictionary) guess(from walk, t *reading, k int) (walk, bool) {
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

// tooShort reports whether word k, misspelt, is too short for a name by itself.
func (t *reading) tooShort(k int) bool { return utf8.RuneCountInString(t.folded[k]) < shortestGuess }

// near are the places in the names that a word leads to which is one edit away from this one and begins as it does.
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

// ends reports whether a word of a name ends here.
func (d *dictionary) ends(w walk) bool {
	if _, ok := d.names.value(w); ok {
		return true
	}
	_, more := d.names.step(w, " ")
	return more
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
