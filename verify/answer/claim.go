package answer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph/english"
)

// form is a kind of question, and the statement that it makes with its answer, $a.
type form struct {
	question *regexp.Regexp
	with     string
}

// forms are from verify/train/questions.py, which taught the reader, in the same order.
var forms = []form{
	{regexp.MustCompile(`(?i)^(?:who|what) ((?:directed|wrote|composed|founded|produced|performed|created|won|played) .+)$`), "$a ${1}"},
	{regexp.MustCompile(`(?i)^when (?:is|was) (.+) born$`), "${1} was born on $a"},
	{regexp.MustCompile(`(?i)^where (?:is|was) (.+) born$`), "${1} was born in $a"},
	{regexp.MustCompile(`(?i)^(?:what|who|where|when) (is|was|are|were) (the .+)$`), "${2} ${1} $a"},
	{regexp.MustCompile(`(?i)^where did (.+) die$`), "${1} died in $a"},
	{regexp.MustCompile(`(?i)^when did (.+) die$`), "${1} died on $a"},
	{regexp.MustCompile(`(?i)^why did (.+) die$`), "${1} died of $a"},
	{regexp.MustCompile(`(?i)^which (country|city) (.+) is from$`), "The ${1} that ${2} is from is $a"},
	{regexp.MustCompile(`(?i)^(.+ (?:is|was) (?:located |born |based )?in) (?:what|which) [a-z]+$`), "${1} $a"},
	{regexp.MustCompile(`(?i)^(?:which|what) (?:film|movie|person|album|song|magazine|band|restaurant|director|actor|writer)s?,? ` +
		`(.+?),? ([^,]+) or ([^,]+)$`), "Of ${2} and ${3}, $a ${1}"},
	{regexp.MustCompile(`(?i)^(.+ )(?:(?:what|which) (?:[a-z'-]+ ){0,4}[a-z'-]+|whom?)$`), "${1}$a"},
	{regexp.MustCompile(`(?i)^(?:what|which) ((?:[\w'’"-]+ ){1,5}?)(is|was|are|were|has|had|wrote|won|sang|led|made|plays|` +
		`played|stars|starred|hosts?|held|ran|\w+ed) (.+)$`), "$a is the ${1}that ${2} ${3}"},
	{regexp.MustCompile(`(?i)^who (.+)$`), "$a ${1}"},
}

var (
	// opens begins questions that don't ask inside themselves, helping those whose verb isn't the statement's; a
	// copula's form is another.
	opens   = regexp.MustCompile(`(?i)^(?:which|what|who) `)
	copula  = regexp.MustCompile(`(?i)^(?:which|what) (?:[\w'’"-]+ ){1,5}?(?:is|was|are|were) `)
	helping = regexp.MustCompile(`(?i)^who (?:is|was|are|were|did|does|do|has|had) `)
	// inverse begins a question of yes or no.
	inverse = regexp.MustCompile(`^(?i:(is|are|was|were|do|does|did|has|have|had|can|could|will|would)) `)
	// subject ends with the first names of a question: runs of words with capitals or digits, joined by small words.
	subject = regexp.MustCompile(`^.*?["“(]?[\p{Lu}\p{N}][^\s?]*` +
		`(?:,? (?:(?:and|or|of|the|de|la|le|von|van|in|for|a|&|both) )*["“(]?[\p{Lu}\p{N}][^\s?]*)*`)
)

// claim returns a question and its answer as one statement: in a form that the reader was taught, else the answer
// behind the question.
func claim(question, answer string) string {
	q := strings.Join(strings.Fields(strings.TrimRight(strings.TrimSpace(question), "?. ")), " ")
	out := q + "? " + answer
	for i, f := range forms {
		m := f.question.FindStringSubmatchIndex(q)
		if m == nil || i == len(forms)-3 && opens.MatchString(q) || i == len(forms)-2 && copula.MatchString(q) ||
			i == len(forms)-1 && helping.MatchString(q) {
			continue
		}
		out = string(f.question.ExpandString(nil, strings.ReplaceAll(f.with, "$a",
			strings.ReplaceAll(answer, "$", "$$")), q, m))
		break
	}
	return sentence(out)
}

// Asserted returns what a question asserts of what it asks for: "Where was the author of Emma born?" that "The author
// of Emma was born in X."
func (a *Asked) Asserted() string { return claim(a.Question, "X") }

// affirmed returns what a question of yes or no affirms: "Are both Ada Holm and Per Dal engineers?" becomes "Both Ada
// Holm and Per Dal are engineers." The verb goes behind the first name, or names joined by "and"; a question without
// one stays as it is.
func affirmed(question string) string {
	q := strings.TrimRight(strings.TrimSpace(question), "?. ")
	m := inverse.FindString(q)
	rest := q[len(m):]
	at := subject.FindStringIndex(rest)
	if m == "" || at == nil {
		return claim(question, "yes")
	}
	verb := strings.ToLower(m)
	if strings.HasPrefix(verb, "d") { // do, does, did
		verb = ""
	}
	return sentence(rest[:at[1]] + " " + verb + strings.TrimLeft(rest[at[1]:], ", "))
}

func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:] + "."
}

// Statement returns the question without the words that ask and without the question mark: "Who designed the bridge?"
// becomes "designed the bridge.", which has the words of a claim about the same pages.
func (a *Asked) Statement() string {
	words := strings.Fields(strings.TrimRight(a.Question, "? "))
	for len(words) > 1 && (english.Askers[strings.ToLower(words[0])] ||
		english.Auxiliaries[strings.ToLower(words[0])]) {
		words = words[1:]
	}
	return strings.Join(words, " ") + "."
}
