package verify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Form is the form of a text: a statement, or a question or fragment, which can be neither true nor false.
type Form uint8

// The forms.
const (
	FormStatement Form = iota
	FormQuestion       // Who drew the bridge?
	FormFragment       // The engineer
)

// String describes the form for a user.
func (f Form) String() string {
	return [...]string{"a claim", "a question, not a claim", "a fragment, not a claim"}[min(int(f), 2)]
}

// FormOf classifies a text by its words. In doubt the text is a statement, so that no claim is refused for its form. names are the mentions
// of pages in the text, whose titles may look like questions; analyze returns the terms of the text without stop words.
func FormOf(claim string, names []graph.Mention, analyze func(string) []graph.Term) Form {
	switch {
	case hop.Asks(claim, names):
		return FormQuestion
	case isFragment(tokens(claim), names, analyze):
		return FormFragment
	}
	return FormStatement
}

// auxiliaries are verbs that make any text a statement.
var auxiliaries = setOf("is are was were do does did has have had can could will would should may might must am be been")

// pronouns are words that stand for, or before, what a sentence is about.
var pronouns = setOf("i he she it they we you this that these those there the his her its their one some all many both")

// isFragment reports whether a text can't be a sentence: it has one word besides stop words, it is only the name of a page, or it begins
// with an article and has no word that may be a verb.
func isFragment(words []token, names []graph.Mention, analyze func(string) []graph.Term) bool {
	if len(words) == 0 || len(words) > 12 || slices.ContainsFunc(words, mayBeVerb) || slices.ContainsFunc(words, foreign) {
		return false
	}
	content := 0
	for _, w := range words {
		content += min(1, len(analyze(w.text)))
	}
	first, last := strings.ToLower(words[0].text), len(words)-1
	switch {
	case pronouns[first] && first != "the":
		return false
	case content < 2:
		return true
	case articles[first] && last > 1 && !words[1].capital():
		return !slices.ContainsFunc(words[1:], func(t token) bool { return plural[strings.ToLower(t.text)] })
	}
	return slices.ContainsFunc(names, func(m graph.Mention) bool {
		return (m.Start == words[0].start || articles[first] && m.Start == words[1].start) && m.End == words[last].end
	})
}

// foreign reports whether a word has letters of another alphabet; the word lists here are English.
func foreign(t token) bool {
	return strings.IndexFunc(t.text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) >= 0
}

// plural are words without an s that a verb without one may follow: people eat, the rich pay, Ida and Ruth share.
var plural = setOf(`and or people men women children fish sheep police mice feet teeth geese cattle data media bacteria deer folk youth
	public majority minority number lot rest few most rich poor old young dead blind deaf sick team group family crew staff two three
	four five six seven eight nine ten hundred thousand million`)

// mayBeVerb reports whether a word may be a finite verb: by its ending, or by the list of irregular pasts. Nouns in -s count as verbs,
// and so do words with an apostrophe (it's, didn't).
func mayBeVerb(t token) bool {
	w := strings.ToLower(t.text)
	if auxiliaries[w] || pasts[w] || strings.ContainsAny(w, "'’") || t.possessive {
		return true
	}
	if len(w) < 3 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") {
		return false
	}
	if t.capital() && !strings.HasSuffix(w, "ed") && w != t.text && !upper(t.text) {
		return false
	}
	return strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed")
}

func upper(s string) bool { return s == strings.ToUpper(s) }

// pasts are the past forms of English verbs that don't end in -ed.
var pasts = setOf(`arose ate awoke beat became began bent bet bit bled blew bore bound bought bred broke brought built burnt burst came
	cast caught chose clung cost crept cut dealt drank dreamt drew drove dug dwelt fed fell felt fit flew fled flung forbade foresaw
	forgave forgot fought found froze gave gone got grew ground heard held hid hit hung hurt kept knelt knew laid lain lay leant leapt
	learnt led left lent let lit lost made meant met mistook oversaw overthrew paid proved put quit ran rang read rid rode rose said
	sang sank sat saw seen sent set shed shone shook shot showed shrank shut slain slept slew slid smelt sold sought spat sped spelt
	spent spilt split spoilt spoke sprang spread spun stole stood strode strove struck stuck stung swam swept swore swung taken taught
	thought threw thrust told took tore underwent understood undertook upheld went wept withdrew withheld withstood woke won wore
	wound wove wrote wrung cannot shall ought need dare isn wasn`)
