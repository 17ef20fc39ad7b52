package main

import (
	"regexp"
	"strings"
)

// What counts as a look-up or as a comparison of two cells among TabFact's statements. The lists were written from train statements and committed
// before anything was measured with them; they are not to be changed.
var (
	// comparisons name two things and a word that compares them.
	comparisons = []*regexp.Regexp{
		regexp.MustCompile(`\b(more|fewer|less|higher|lower|larger|smaller|greater|longer|shorter|older|younger|earlier|later|sooner|better|worse|bigger|heavier|taller|faster|slower|closer)\b.* than [a-z]`),
		regexp.MustCompile(`\b(before|after)\b [a-z]`),
		regexp.MustCompile(`\bthe same\b.*\bas\b`),
		regexp.MustCompile(`\band\b.*\b(have|has|had|share|shared|be|is|are|was|were)\b.*\bthe same\b`),
	}
	// lookups say what a thing is, has or did,
	lookups = []*regexp.Regexp{
		regexp.MustCompile(`\b(be|is|was|were|are|have|has|had)\b`),
		regexp.MustCompile(`\b(score|play|win|won|finish|represent|come|came|take|took|direct|write|wrote|air|draw|drew|attend|lose|lost|host|hold|held|receive|record|use)(s|d|ed|es)?\b`),
	}
	// without a word of counting, of all of a table, or of no.
	reckoned = regexp.MustCompile(`\b(only|all|none|no|not|never|every|each|both|any|most|least|more|less|fewer|than|total|average|mean|sum|combined|same|different|other|` +
		`one|two|three|four|five|six|seven|eight|nine|ten|\d+ (time|game|team|player|people|person|of)s?|several|many|few|first|last|second|third|before|after|between|` +
		`majority|half|number of|amount of|times|once|twice|\w+est|best|worst|top|bottom)\b`)
)

const longestLookup = 16 // words

// matches tells whether a statement is a look-up or a comparison of two cells.
func matches(text string) bool {
	text = strings.ToLower(text)
	if len(strings.Fields(text)) > 24 {
		return false
	}
	if oneOf(comparisons, text) {
		return true
	}
	return len(strings.Fields(text)) <= longestLookup && !reckoned.MatchString(text) && oneOf(lookups, text)
}

func oneOf(list []*regexp.Regexp, text string) bool {
	for _, p := range list {
		if p.MatchString(text) {
			return true
		}
	}
	return false
}
