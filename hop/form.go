package hop

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// MaxClaim is the length in bytes beyond which a claim is refused.
const MaxClaim = 64 << 10

// Errors of claims.
var (
	// ErrEmptyClaim: the claim has no words.
	ErrEmptyClaim = errors.New("claim is empty")
	// ErrLongClaim: the claim is longer than MaxClaim.
	ErrLongClaim = errors.New("claim is too long (at most 64 KiB)")
)

// check returns an error if a claim is empty or too long.
func check(claim string) error {
	switch {
	case strings.TrimSpace(claim) == "":
		return ErrEmptyClaim
	case len(claim) > MaxClaim:
		return fmt.Errorf("%w: %d characters", ErrLongClaim, utf8.RuneCountInString(claim))
	}
	return nil
}

// comparing are words of comparisons (HotpotQA, section 2: comparison questions).
var comparing = map[string]bool{
	"both": true, "same": true, "older": true, "younger": true, "earlier": true, "later": true, "first": true,
	"longer": true, "shorter": true, "larger": true, "smaller": true, "bigger": true, "higher": true, "lower": true,
	"taller": true, "more": true, "fewer": true, "less": true, "than": true, "or": true, "neither": true,
	"either": true, "closer": true, "common": true, "similar": true, "different": true, "share": true, "also": true,
}

// Compares reports whether a claim may compare pages.
func Compares(claim string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(claim)) {
		if comparing[strings.Trim(w, ".,;:!\"'()"+questionMarks)] {
			return true
		}
	}
	return false
}

// questionMarks are the Latin, the full-width and the Arabic question mark.
const questionMarks = "?？؟"

// The words that questions begin with, by what the next words tell of them.
var (
	auxiliaries    = strings.Fields("is are was were am do does did has have had can could will would should may might must")
	orNames        = strings.Fields("will can do may") // Will Smith, May Day
	interrogatives = strings.Fields("who whom whose which what")
	adverbs        = strings.Fields("when where why")
	// determiners are words that stand for, or before, what a sentence is about.
	determiners = strings.Fields("i he she it they we you this that these those there the his her its their one some all many both")
	finite      = strings.Fields("is was has had are were")
)

// Asks reports whether a text is a question: it ends with a question mark, or begins as questions do. A first word that begins one of the
// names is no question word: Who Framed Roger Rabbit is a film. A question mark after a full stop is a slip.
func Asks(claim string, names []graph.Mention) bool {
	start := len(claim) - len(strings.TrimLeftFunc(claim, unicode.IsSpace))
	said := strings.TrimSpace(claim)
	last, size := utf8.DecodeLastRuneInString(said)
	if strings.ContainsRune(questionMarks, last) && !strings.HasSuffix(said[:len(said)-size], ".") {
		return true
	}
	words := strings.Fields(said)
	if len(words) < 3 || slices.ContainsFunc(names, func(m graph.Mention) bool { return m.Start == start && m.End > start+len(words[0]) }) {
		return false
	}
	outside := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }
	if r, _ := utf8.DecodeRuneInString(words[1]); outside(r) { // Who "drew" the bridge
		return false
	}
	for i := range words {
		words[i] = strings.TrimFunc(words[i], outside)
	}
	return opensQuestion(strings.ToLower(words[0]), words[1], words[2:])
}

// opensQuestion distinguishes a question from a claim that begins with the same word: When he died, he was 84; What he wrote is lost.
func opensQuestion(first, second string, rest []string) bool {
	in := func(word string, list []string) bool { return slices.Contains(list, word) }
	switch {
	case in(first, orNames):
		return in(second, determiners)
	case in(first, auxiliaries):
		return !in(second, auxiliaries) && !slices.ContainsFunc(rest, func(w string) bool { return in(w, finite) })
	case in(first, adverbs), first == "what" && in(second, determiners):
		return in(second, auxiliaries)
	case first == "how":
		return second != "to" && !graph.IsCapital(second)
	}
	return in(first, interrogatives) && !(graph.IsCapital(second) && graph.IsCapital(rest[0]))
}
