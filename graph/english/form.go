package english

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// Form is the form of a text: a statement, or a question or fragment, which can be neither true nor false.
type Form uint8

// The forms.
const (
	Statement Form = iota
	Question       // Who drew the bridge?
	Fragment       // The engineer
)

// String describes the form for a user.
func (f Form) String() string {
	return [...]string{"a claim", "a question, not a claim", "a fragment, not a claim"}[min(int(f), 2)]
}

// FormOf classifies a text by its words. In doubt the text is a statement, so that no claim is refused for its form.
// names are the mentions of pages in the text, whose titles may look like questions; analyze returns the terms of the
// text without stop words.
func FormOf(text string, names []graph.Mention, analyze func(string) []graph.Term) Form {
	switch {
	case Asks(text, names):
		return Question
	case isFragment(Tokens(text), names, analyze):
		return Fragment
	}
	return Statement
}

// comparing are words of comparisons (HotpotQA, section 2: comparison questions).
var comparing = Set("both same older younger earlier later first longer shorter larger smaller bigger higher " +
	"lower taller more fewer less than or neither either closer common similar different share also")

// Compares reports whether a text may compare things.
func Compares(text string) bool {
	return slices.ContainsFunc(Tokens(text), func(t Token) bool { return t.is(comparing) })
}

// QuestionMarks are the Latin, the full-width and the Arabic question mark.
const QuestionMarks = "?？؟"

// The words that questions begin with, by what the next words tell of them.
var (
	orNames        = Set("will can do may") // Will Smith, May Day
	interrogatives = Set("who whom whose which what")
	ofAdverbs      = Set("when where why")
	finite         = Set("is was has had are were")
)

// Asks reports whether a text is a question: it ends with a question mark, or begins as questions do. A first word that
// begins one of the names is no question word: Who Framed Roger Rabbit is a film. A question mark after a full stop is
// a slip.
func Asks(text string, names []graph.Mention) bool {
	said := strings.TrimSpace(text)
	last, size := utf8.DecodeLastRuneInString(said)
	if strings.ContainsRune(QuestionMarks, last) && !strings.HasSuffix(said[:len(said)-size], ".") {
		return true
	}
	all := Tokens(text)
	begins := func(m graph.Mention) bool { return m.Start == all[0].Start && m.End > all[0].End }
	if len(all) < 3 || slices.ContainsFunc(names, begins) {
		return false
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:all[1].Start]); !unicode.IsSpace(before) { // Who "drew" the bridge
		return false
	}
	return opensQuestion(all[0], all[1], all[2:])
}

// opensQuestion distinguishes a question from a claim that begins with the same word: When he died, he was 84; What he
// wrote is lost.
func opensQuestion(first, second Token, rest []Token) bool {
	switch {
	case first.is(orNames):
		return determiners[second.Text]
	case first.is(Auxiliaries):
		return !Auxiliaries[second.Text] && !slices.ContainsFunc(rest, func(t Token) bool { return finite[t.Text] })
	case first.is(ofAdverbs), strings.EqualFold(first.Text, "what") && determiners[second.Text]:
		return Auxiliaries[second.Text]
	case strings.EqualFold(first.Text, "how"):
		return second.Text != "to" && !second.Capital()
	}
	return first.is(interrogatives) && !(second.Capital() && rest[0].Capital())
}

// isFragment reports whether a text can't be a sentence: it has one word besides stop words, it is only the name of a
// page, or it begins with an article and has no word that may be a verb.
func isFragment(words []Token, names []graph.Mention, analyze func(string) []graph.Term) bool {
	if len(words) == 0 || len(words) > 12 ||
		slices.ContainsFunc(words, mayBeVerb) || slices.ContainsFunc(words, foreign) {
		return false
	}
	content := 0
	for _, w := range words {
		content += min(1, len(analyze(w.Text)))
	}
	first, last := strings.ToLower(words[0].Text), len(words)-1
	switch {
	case determiners[first] && first != "the":
		return false
	case content < 2:
		return true
	case Articles[first] && last > 1 && !words[1].Capital():
		return !slices.ContainsFunc(words[1:], func(t Token) bool { return plural[strings.ToLower(t.Text)] })
	}
	return named(words, names, 0, last) || Articles[first] && named(words, names, 1, last)
}

// foreign reports whether a word has letters of another alphabet; the word lists here are English.
func foreign(t Token) bool {
	return strings.ContainsFunc(t.Text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}

// plural are words without an s that a verb without one may follow: people eat, the rich pay, Ida and Ruth share.
var plural = Set(`and or people men women children fish sheep police mice feet teeth geese cattle data media bacteria
	deer folk youth public majority minority number lot rest few most rich poor old young dead blind deaf sick team
	group family crew staff two three four five six seven eight nine ten hundred thousand million`)

// mayBeVerb reports whether a word may be a finite verb: by its ending, or by the list of irregular pasts. Nouns in -s
// count as verbs, and so do words with an apostrophe (it's, didn't).
func mayBeVerb(t Token) bool {
	w := strings.ToLower(t.Text)
	if Auxiliaries[w] || pasts[w] || strings.ContainsAny(w, "'’") || t.Possessive {
		return true
	}
	if len(w) < 3 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") {
		return false
	}
	if t.Capital() && !strings.HasSuffix(w, "ed") && w != t.Text && t.Text != strings.ToUpper(t.Text) {
		return false
	}
	return strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed")
}

// pasts are the past forms of English verbs that don't end in -ed.
var pasts = Set(`arose ate awoke beat became began bent bet bit bled blew bore bound bought bred broke brought built
	burnt burst came cast caught chose clung cost crept cut dealt drank dreamt drew drove dug dwelt fed fell felt fit
	flew fled flung forbade foresaw forgave forgot fought found froze gave gone got grew ground heard held hid hit hung
	hurt kept knelt knew laid lain lay leant leapt learnt led left lent let lit lost made meant met mistook oversaw
	overthrew paid proved put quit ran rang read rid rode rose said sang sank sat saw seen sent set shed shone shook
	shot showed shrank shut slain slept slew slid smelt sold sought spat sped spelt spent spilt split spoilt spoke
	sprang spread spun stole stood strode strove struck stuck stung swam swept swore swung taken taught thought threw
	thrust told took tore underwent understood undertook upheld went wept withdrew withheld withstood woke won wore
	wound wove wrote wrung cannot shall ought need dare isn wasn`)
