package loader

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SplitSentences splits running text into sentences: the parts, trimmed, in their order. A line break that a
// blank line follows always ends a sentence. The text may hold [[target|anchor]] links, which are never cut.
//
// A full stop, question or exclamation mark ends a sentence when white space follows, then something that may
// begin one, and when what stands before is no initial, abbreviation or number of a list.
func SplitSentences(text string) []string {
	var out []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	start, lastLink := 0, strings.LastIndex(text, "]]")
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '[' && i < lastLink && strings.HasPrefix(text[i:], "[["):
			i += strings.Index(text[i:], "]]") + 2
			continue
		case r == '\n' && blankFollows(text[i+1:]):
			add(text[start:i])
			start = i
		case isTerminal(r):
			end := marksEnd(text, i)
			if endsSentence(text, start, i, end) {
				add(text[start:end])
				start = end
			}
			i = end
			continue
		}
		i += n
	}
	add(text[start:])
	return out
}

func isTerminal(r rune) bool {
	return r == '.' || r == '!' || r == '?' || r == '…' || r == '。' || r == '！' || r == '？'
}

func blankFollows(s string) bool {
	line, _, ok := strings.Cut(s, "\n")
	return ok && strings.TrimSpace(line) == ""
}

// marksEnd is where the run of marks, quotes and closing brackets ends that begins at i.
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

// endsSentence says that the sentence from start ends with the marks text[i:end].
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
