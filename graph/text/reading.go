package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// reading is a text taken apart for finding names.
type reading struct {
	s      string
	words  []word
	folded []string
	lower  bool // no capital letter after the first character
	titles bool // only titles are looked for, see Titles
}

func newReading(s string) *reading {
	t := &reading{s: s, lower: true}
	for w, ok := nextWord(s, 0); ok; w, ok = nextWord(s, w.end) {
		t.words = append(t.words, w)
		t.folded = append(t.folded, foldWord(s[w.start:w.end]))
	}
	for i, r := range s {
		if i > 0 && unicode.IsUpper(r) {
			t.lower = false
			break
		}
	}
	return t
}

// agree reports whether what stands between the words from i to j may stand there in the name.
func (t *reading) agree(name string, i, j int) bool {
	w, ok := nextWord(name, 0)
	for ; i < j && ok; i++ {
		next, more := nextWord(name, w.end)
		if !more || !agreeGap(t.s[t.words[i].end:t.words[i+1].start], name[w.end:next.start], t.words[i]) {
			return false
		}
		w, ok = next, more
	}
	return true
}

// agreeGap: whatever the text has between two words, the name has as well, save what is often written
// either way. before is the word the gap follows.
func agreeGap(text, name string, before word) bool {
	if text == name || text == " " || text == "" {
		return true
	}
	if strings.Count(text, "\n") > 1 {
		return false
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || strings.ContainsRune("'’‘ʼ`´·′", r) || strings.ContainsRune(name, r):
		case r == '.' && (i+1 == len(text) || before.end-before.start <= 3): // a.b; J. Smith, Dr. Smith
		default:
			return false
		}
	}
	return true
}

// span is where the name stands in the text: the words from i to j, and the punctuation that begins and ends
// the name where the text has it; and whether the text agrees with the name to the last character.
func (t *reading) span(name string, i, j int) (start, end int, exact bool) {
	start, end = t.words[i].start, t.words[j].end
	first, _ := nextWord(name, 0)
	head, tail := name[:first.start], name[lastWordEnd(name):]
	if strings.HasSuffix(t.s[:start], head) && strings.HasPrefix(t.s[end:], tail) {
		long := t.s[start-len(head) : end+len(tail)]
		if same(long, name) {
			return start - len(head), end + len(tail), true
		}
	}
	return start, end, false
}

func lastWordEnd(s string) (end int) {
	for w, ok := nextWord(s, 0); ok; w, ok = nextWord(s, w.end) {
		end = w.end
	}
	return end
}

// same compares in normal form C, white space folded.
func same(text, name string) bool {
	return text == name || graph.FoldSpace(text) == name
}

// allowed reports whether the words from i to j may be a name at all; see Mentions.
func (t *reading) allowed(i, j int, by graph.NameKind, exact bool) bool {
	content, plain, last := 0, true, i // words that may name something; whether all are common; the last
	for k := i; k <= j; k++ {
		if !t.slight(k) {
			content, last = content+1, k
			plain = plain && common[t.folded[k]]
		}
	}
	switch {
	case t.titles:
		return content > 0 && by <= graph.ByBare
	case i < j && (content == 0 || plain):
		return exact || content > 1 && t.lower
	case content > 1:
		return true
	case content == 0:
		return exact && t.capital(i) && !t.short(i) && !t.sentenceStart(i)
	case !t.capital(last):
		return t.lower && !plain || exact && i < j && !t.sentenceStart(i)
	case i == j:
		return !(plain && t.sentenceStart(i)) && (by == graph.ByTitle || !t.partOfName(i))
	}
	return true
}

// partOfName reports whether word k stands next to another that makes a longer name with it, as Donald and
// Trump do: a capitalised word that is no stop word and no common one, joined by a space.
func (t *reading) partOfName(k int) bool {
	return t.proper(k-1) && t.s[t.words[k-1].end:t.words[k].start] == " " || t.proper(k+1) && t.s[t.words[k].end:t.words[k+1].start] == " "
}

func (t *reading) proper(k int) bool {
	if k < 0 || k >= len(t.words) || t.slight(k) || common[t.folded[k]] {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t.s[t.words[k].start:])
	return unicode.IsUpper(r)
}

// slight words name nothing alone: stop words, symbols, letters, single characters, numbers of two digits.
func (t *reading) slight(k int) bool {
	f := t.folded[k]
	return t.words[k].symbol || utf8.RuneCountInString(f) == 1 || isStop(f) || len(f) < 3 && isNumber(f)
}

// short words are no names even when exact: symbols, digits, and single characters of scripts without spaces.
func (t *reading) short(k int) bool {
	r, _ := utf8.DecodeRuneInString(t.folded[k])
	return t.words[k].symbol || class(r) == ideograph || isNumber(t.folded[k])
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// capital reports whether word k has a capital letter, or is in a script without them, or a number.
func (t *reading) capital(k int) bool {
	cased := false
	for _, r := range t.s[t.words[k].start:t.words[k].end] {
		if unicode.IsUpper(r) || unicode.IsTitle(r) {
			return true
		}
		cased = cased || unicode.IsLower(r)
	}
	return !cased
}

// sentenceStart reports whether word k is the first of a sentence, quotation marks and brackets aside.
func (t *reading) sentenceStart(k int) bool {
	before := strings.TrimRightFunc(t.s[:t.words[k].start], func(r rune) bool {
		return r != '\n' && unicode.IsSpace(r) || unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\''
	})
	return before == "" || strings.ContainsRune(".!?\n。", lastRune(before))
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
