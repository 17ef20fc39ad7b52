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

// openers are the words that questions begin with.
var openers = strings.Fields("who whom whose what which when where why how is are was were do does did has have can could will would")

// questionMarks are the Latin, the full-width and the Arabic question mark.
const questionMarks = "?？؟"

// Asks reports whether a text is a question: it ends with a question mark or begins with a question word, unless that word begins a name,
// as in How to Train Your Dragon.
func Asks(claim string, names []graph.Mention) bool {
	end := strings.TrimRightFunc(claim, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"'”’)]", r) })
	if last, _ := utf8.DecodeLastRuneInString(end); strings.ContainsRune(questionMarks, last) {
		return true
	}
	start := len(claim) - len(strings.TrimLeftFunc(claim, unicode.IsSpace))
	first := claim[start:]
	if i := strings.IndexFunc(first, unicode.IsSpace); i >= 0 {
		first = first[:i]
	}
	named := slices.ContainsFunc(names, func(m graph.Mention) bool { return m.Start == start && m.End > start+len(first) })
	return !named && slices.Contains(openers, strings.ToLower(first))
}
