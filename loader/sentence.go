package loader

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
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
