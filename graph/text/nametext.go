package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// nameText is a text split into words, in which names are searched.
type nameText struct {
	s      string
	words  []word
	folded []string
	lower  bool // no capital letter after the first character
	titles bool // search only titles, see Titles
}

func newNameText(s string) *nameText {
	t := &nameText{s: s, lower: true}
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

// agree reports whether the characters between the words from i to j may be between the words of the name.
func (t *nameText) agree(name string, i, j int) bool {
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

// agreeGap reports whether the name has all characters that the text has between two words, except those that are often
// optional, such as hyphens. Before is the word before the gap.
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

// span returns the place of the name in the text: the words from i to j, with the punctuation around the name if the text has it. Exact
// reports whether the text equals the name.
func (t *nameText) span(name string, i, j int) (start, end int, exact bool) {
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

// same compares two texts in normal form C with white space folded.
func same(text, name string) bool {
	return text == name || graph.FoldSpace(text) == name
}

// allowed reports whether the words from i to j may be a name; see Mentions.
func (t *nameText) allowed(i, j int, by graph.NameKind, exact bool) bool {
	content, plain, last := 0, true, i // number of words that are not slight; whether all of them are common; the last of them
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

// partOfName reports whether word k is next to another proper word and joined to it by a space, as Donald and Trump are: the two may
// be a longer name.
func (t *nameText) partOfName(k int) bool {
	return t.proper(k-1) && t.s[t.words[k-1].end:t.words[k].start] == " " || t.proper(k+1) && t.s[t.words[k].end:t.words[k+1].start] == " "
}

func (t *nameText) proper(k int) bool {
	if k < 0 || k >= len(t.words) || t.slight(k) || common[t.folded[k]] {
		return false
	}
	return graph.IsCapital(t.s[t.words[k].start:])
}

// slight reports whether word k is no name alone: a stop word, a symbol, a single character, or a number of at most two digits.
func (t *nameText) slight(k int) bool {
	f := t.folded[k]
	return t.words[k].symbol || utf8.RuneCountInString(f) == 1 || isStop(f) || len(f) < 3 && isNumber(f)
}

// short reports whether word k is no name even if exact: a symbol, a number, or a word of a script without spaces.
func (t *nameText) short(k int) bool {
	r, _ := utf8.DecodeRuneInString(t.folded[k])
	return t.words[k].symbol || class(r) == ideograph || isNumber(t.folded[k])
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// capital reports whether word k has a capital letter, or no letter with case.
func (t *nameText) capital(k int) bool {
	cased := false
	for _, r := range t.s[t.words[k].start:t.words[k].end] {
		if unicode.IsUpper(r) || unicode.IsTitle(r) {
			return true
		}
		cased = cased || unicode.IsLower(r)
	}
	return !cased
}

// sentenceStart reports whether word k is the first of a sentence, not counting quotation marks and brackets.
func (t *nameText) sentenceStart(k int) bool {
	before := strings.TrimRightFunc(t.s[:t.words[k].start], func(r rune) bool {
		return r != '\n' && unicode.IsSpace(r) || unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\''
	})
	return before == "" || strings.ContainsRune(".!?\n。", lastRune(before))
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
