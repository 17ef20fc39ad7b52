// Package english holds the English that the other packages share: the words of a text, the names among them, lists of
// words that grammar closes, and the form of a text.
//
// The words of "The Battle of Hastings was fought in 1066." have one name, Battle of Hastings. It goes on over "of",
// which Joiners has, and ends before "was". The text is a statement, because it has a verb and doesn't begin as a
// question does.
package english

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Months are the names of the months, in their order.
var Months = strings.Fields("January February March April May June July August September October November December")

// The lists have words in lower case.
var (
	Articles    = Set("a an the")
	Joiners     = Set("of de del di da von van der la le du the") // within names: Battle of Hastings, Ludwig van Beethoven
	Relatives   = Set("who which that whose where when while because")
	Adverbs     = Set("also always first later never now often once only originally previously still")
	Auxiliaries = Set("is are was were am be been do does did has have had can could will would should may might must")
	Askers      = Set("who whom whose what which when where why how") // the words that questions begin with, besides Auxiliaries
	// determiners stand for, or before, the subject of a sentence.
	determiners = Set("i he she it they we you this that these those there the his her its their one some all many both")
)

// Set returns the words of a text as a set.
func Set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// Pairs returns a map written as the words of a text, each KEY:VALUE. An underscore stands for a space.
func Pairs(text string) map[string]string {
	out := map[string]string{}
	for w := range strings.FieldsSeq(text) {
		k, v, _ := strings.Cut(strings.ReplaceAll(w, "_", " "), ":")
		out[k] = v
	}
	return out
}

// InWord reports whether a character is part of a word: a letter, a digit, a mark or an underscore.
func InWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
}

// Words returns the runs of characters that are part of words.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !InWord(r) })
}

// OfCountry reports whether a capitalised word looks like the adjective of a country or its language: Norwegian,
// French.
func OfCountry(word string) bool {
	return slices.ContainsFunc([]string{"ish", "ese", "ian", "can", "ean", "ch", "tch"},
		func(end string) bool { return strings.HasSuffix(word, end) })
}
