// Package lexicon holds what the readers of English in verify and verify/values share: lists of words, and the words that names hold.
//
// In the claim "The Battle of Hastings was fought in 1066." the name goes on over "of", which Joiners has, and ends before "was".
package lexicon

import "strings"

// Joiners are the small words that names hold: Battle of Hastings, Ludwig van Beethoven.
var Joiners = Set("of de del di da von van der la le du the")

// Articles are the words before a noun.
var Articles = Set("a an the")

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
