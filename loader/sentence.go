package loader

import (
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph/english"
)

// splitSentences splits running text into sentences, trimmed and in order. A line break before a blank line always ends
// a sentence. The text may have [[target|anchor]] links, which are not split.
//
// A full stop, question or exclamation mark ends a sentence if it is followed by white space and something that may
// begin a sentence (mayBegin). A full stop must not belong to an abbreviation (isAbbreviation).
func splitSentences(text string) []string {
	var out []string
	for begin, end := range sentenceSpans(text) {
		out = append(out, text[begin:end])
	}
	return out
}

// sentenceSpans yields the begin and end of each sentence.
func sentenceSpans(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		start := 0 // of the sentence
		endAt := func(end int) bool {
			s := strings.TrimLeftFunc(text[start:end], unicode.IsSpace)
			begin := end - len(s)
			start = end
			s = strings.TrimRightFunc(s, unicode.IsSpace)
			return s == "" || yield(begin, begin+len(s))
		}
		lastLink := strings.LastIndex(text, "]]")
		for i := 0; i < len(text); {
			if !delimiters[text[i]] {
				i++
				continue
			}
			r, n := utf8.DecodeRuneInString(text[i:])
			next := i + n
			switch {
			case r == '[' && i < lastLink && strings.HasPrefix(text[i:], "[["):
				next = i + strings.Index(text[i:], "]]") + 2
			case r == '\n' && blankFollows(text[next:]):
				if !endAt(i) {
					return
				}
			case isTerminal(r):
				next = marksEnd(text, i)
				if endsSentence(text, start, i, next) && !endAt(next) {
					return
				}
			}
			i = next
		}
		endAt(len(text))
	}
}

// delimiters are the first bytes of marks, line ends and links. All other bytes are passed over.
var delimiters = func() (out [256]bool) {
	for _, s := range []string{".", "!", "?", "…", "。", "！", "？", "\n", "["} {
		out[s[0]] = true
	}
	return out
}()

func isTerminal(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '…' || r == '。' || r == '！' || r == '？'
}

func blankFollows(s string) bool {
	line, _, ok := strings.Cut(s, "\n")
	return ok && strings.TrimSpace(line) == ""
}

// marksEnd returns the end of the run of marks, quotes and closing brackets that begins at i.
func marksEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isTerminal(r) && (!isClosing(r) || strings.HasPrefix(text[i:], "]]")) {
			break
		}
		i += n
	}
	return i
}

// endsSentence reports whether the sentence from start ends with the marks text[i:end].
func endsSentence(text string, start, i, end int) bool {
	rest := text[end:]
	next := strings.TrimLeftFunc(rest, unicode.IsSpace)
	if next == "" || len(next) == len(rest) || !mayBegin(next) {
		return false
	}
	return text[i] != '.' || end != i+1 || !isAbbreviation(text[start:i], next)
}

func isClosing(r rune) bool {
	return strings.ContainsRune("\"')]}”’»", r)
}

// mayBegin reports whether a sentence may begin with s: with a capital, a digit, a symbol, a quote, a bracket, or a
// letter of a script without capitals. Of a link, the anchor counts.
func mayBegin(s string) bool {
	if strings.HasPrefix(s, "[[") {
		s = linkWords(s)
	}
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case strings.ContainsRune("\"'([{“‘«¡¿", r):
		return true
	case unicode.IsLetter(r):
		return !unicode.IsLower(r)
	}
	return unicode.IsDigit(r) || unicode.IsSymbol(r) || r == '—' || r == '–'
}

// longestTarget is the number of bytes in which the end of a link is searched; no title is longer.
const longestTarget = 1 << 10

// linkWords returns the anchor of the link at the start of s. For a link without words it returns "x", which begins no
// sentence.
func linkWords(s string) string {
	s = strings.TrimLeft(s, "[")
	body, _, _ := strings.Cut(s[:min(len(s), longestTarget)], "]]")
	if _, anchor, ok := strings.Cut(body, "|"); ok {
		body = anchor
	}
	if body == "" {
		return "x"
	}
	return strings.TrimPrefix(body, "[[")
}

// isAbbreviation reports whether the full stop between head and next belongs to the word before it.
func isAbbreviation(head, next string) bool {
	word := lastWord(head)
	low := strings.ToLower(word)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case word == "":
		return false
	case titleWords[low]: // Dr. Who, Mt. Etna: a name follows
		return true
	case isInitial(word):
		return initialContinues(head[:len(head)-len(word)], word, next)
	case numberWords[low]: // No. 5, pp. 3: only before a digit
		return unicode.IsDigit(first)
	case middleWords[low]: // vs., e.g.: never the end of a sentence
		return true
	case dotted.MatchString(word): // U.S. Army, Ph.D. student
		return !beginsSentence(next)
	case endWords[low]: // Inc., Jr., etc.: the end when a sentence seems to begin
		return !beginsSentence(next)
	case len(word) <= 3 && isNumber(word) && strings.TrimSpace(head) == word: // 1. at the beginning
		return true
	}
	return false
}

// lastWord returns the text after the last white space, bracket, quote or dash.
func lastWord(s string) string {
	i := strings.LastIndexFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("([{\"“‘|—–/", r)
	})
	if i < 0 {
		return s
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return s[i+n:]
}

// isInitial reports whether word is a single capital, as in "J. R. Smith".
func isInitial(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && unicode.IsUpper(r)
}

// initialContinues reports whether the name goes on after an initial, unlike in "World War I. The…" and "vitamin C.
// It…".
func initialContinues(before, word, next string) bool {
	prev := lastWord(strings.TrimRightFunc(before, unicode.IsSpace))
	if prev != "" && beginsSentence(next) && (word == "I" || letterNouns[strings.ToLower(prev)]) {
		return false
	}
	return true
}

// dotted matches letters with stops between them: U.S, Ph.D, a.m, J.R.R.
var dotted = regexp.MustCompile(`^\p{L}{1,3}(?:\.\p{L}{1,3})+$`)

func isNumber(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

// beginsSentence reports whether the first word of next often begins sentences and not names.
func beginsSentence(next string) bool {
	next = strings.TrimLeft(next, "\"'“‘([")
	end := strings.IndexFunc(next, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	if end < 0 {
		end = len(next)
	}
	return startWords[next[:end]]
}

var (
	titleWords = english.Set(`mr mrs ms mx dr prof rev revd hon st sts ste fr gen lt col maj capt cmdr cdr adm sgt cpl
		pvt brig gov sen rep pres supt messrs mme mlle mgr msgr mt mts ft pt hr ens lieut asst assoc amb atty`)
	numberWords = english.Set(`no nos nr vol vols op opp pp p fig figs ch chap sec art ver ed eds pl bk cat hob bwv kv
		rv jan feb mar apr jun jul aug sep sept oct nov dec`)
	middleWords = english.Set(`e.g i.e eg ie vs v viz cf ca c fl b d r né née nee approx esp incl resp a.k.a aka lit
		trans transl tr pron lat gk ger fr sp ital russ arab heb chin jap born orig abbr al`)
	endWords = english.Set(`inc ltd co corp llc plc bros jr sr esq etc dept univ est ave blvd rd sq mfg intl natl assn
		ph phd m.d b.a m.a u.s a.m p.m`)
	letterNouns = english.Set(`vitamin war part series type class group division league grade category hepatitis
		appendix section block bloc line channel plan team schedule serie model vol volume act`)
	startWords = english.Set(`The This That These Those It Its He She His Her They Their We Our You I In On At By From
		For With After Before During Since Until When While Where Although Though As If Because However Also There Here
		Both Each Most Many Some Several Other Others Another All One Two Three Its An A And But Or Not No To Under Over
		Of Between Among According Despite Following Today Currently Later Then Now Once Thus Upon Like Unlike Through
		Throughout Within Without Including Originally Previously Born Founded Located Who What Which Such`)
)
