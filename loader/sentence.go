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
	start := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '[' && strings.HasPrefix(text[i:], "[["):
			if end := strings.Index(text[i:], "]]"); end > 0 {
				i += end + 2
				continue
			}
		case r == '\n' && blankFollows(text[i+1:]):
			add(text[start:i])
			start = i
		case isTerminal(r):
			if end := sentenceEnd(text, start, i); end > 0 {
				add(text[start:end])
				start, i = end, end
				continue
			}
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

// sentenceEnd is where the sentence from start ends whose mark stands at i: behind the marks, quotes and
// brackets that follow it. It is 0 when the mark ends no sentence.
func sentenceEnd(text string, start, i int) int {
	end := i
	for end < len(text) {
		r, n := utf8.DecodeRuneInString(text[end:])
		if !isTerminal(r) && !isClosing(r) {
			break
		}
		end += n
	}
	rest := text[end:]
	next := strings.TrimLeftFunc(rest, unicode.IsSpace)
	if rest == "" || len(next) == len(rest) || next == "" {
		return 0
	}
	if !mayBegin(next) {
		return 0
	}
	if text[i] == '.' && end == i+1 && isAbbreviation(text[start:i], next) {
		return 0
	}
	return end
}

func isClosing(r rune) bool {
	return strings.ContainsRune("\"')]}”’»", r)
}
