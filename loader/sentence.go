package loader

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitSentences splits running text into sentences: the parts, trimmed, in their order. A line break that a
// blank line follows always ends a sentence. The text may hold [[target|anchor]] links, which are never cut.
//
// A full stop, question or exclamation mark ends a sentence when white space follows, then something that may
// begin one, and when what stands before is no initial, abbreviation or number of a list.
func splitSentences(text string) []string {
	var out []string
	for begin, end := range sentenceSpans(text) {
		out = append(out, text[begin:end])
	}
	return out
}

// sentenceSpans yields where each sentence begins and ends.
func sentenceSpans(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		w := sentenceWalk{text: text, lastLink: -1}
		for !w.done {
			end := w.next()
			s := strings.TrimLeftFunc(text[w.start:end], unicode.IsSpace)
			begin := end - len(s)
			w.start = end
			if s = strings.TrimRightFunc(s, unicode.IsSpace); s != "" && !yield(begin, begin+len(s)) {
				return
			}
		}
	}
}

// sentenceWalk goes through a text once.
type sentenceWalk struct {
	text     string
	start    int // of the sentence
	at       int
	lastLink int // where the last link ends; looked for at the first that begins
	done     bool
}

// telling are the bytes that a mark, a line's end or a link begins with; all others only belong to a sentence.
var telling = func() (out [256]bool) {
	for _, s := range []string{".", "!", "?", "…", "。", "！", "？", "\n", "["} {
		out[s[0]] = true
	}
	return out
}()

// next is where the sentence from start ends.
func (w *sentenceWalk) next() int {
	text := w.text
	for i := w.at; i < len(text); {
		if !telling[text[i]] {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '[' && w.isLink(i):
			i += strings.Index(text[i:], "]]") + 2
			continue
		case r == '\n' && blankFollows(text[i+1:]):
			w.at = i + n
			return i
		case isTerminal(r):
			end := marksEnd(text, i)
			if endsSentence(text, w.start, i, end) {
				w.at = end
				return end
			}
			i = end
			continue
		}
		i += n
	}
	w.done = true
	return len(text)
}

// isLink says that a link begins at i that is closed.
func (w *sentenceWalk) isLink(i int) bool {
	if !strings.HasPrefix(w.text[i:], "[[") {
		return false
	}
	if w.lastLink < 0 {
		w.lastLink = max(0, strings.LastIndex(w.text, "]]"))
	}
	return i < w.lastLink
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
