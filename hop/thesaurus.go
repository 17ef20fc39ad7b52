package hop

import (
	_ "embed"
	"sort"
	"strings"
)

//go:embed thesaurus.txt
var thesaurus string

// meaning returns terms that mean nearly the same as a term, nearest first: a claim is written in other words than the article it is about.
// verify/train/thesaurus.py made them from bge-small-en-v1.5 (MIT licence); both are stems, as Text.Analyze gives them.
func meaning(term string) []string {
	// The lines are sorted; at is a place in the line where the search has come to.
	start := func(at int) int { return strings.LastIndexByte(thesaurus[:at], '\n') + 1 }
	at := sort.Search(len(thesaurus), func(at int) bool {
		head, _, _ := strings.Cut(thesaurus[start(at):], " ")
		return head >= term
	})
	if at == len(thesaurus) {
		return nil
	}
	line, _, _ := strings.Cut(thesaurus[start(at):], "\n")
	if head, rest, _ := strings.Cut(line, " "); head == term {
		return strings.Fields(rest)
	}
	return nil
}
