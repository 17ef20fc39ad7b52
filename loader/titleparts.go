package loader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// particles are words in names that begin with a small letter.
var particles = []string{"da", "de", "del", "della", "der", "di", "du", "la", "le", "van", "von"}

// shortestPart is the least number of letters of a single word that stands for a longer title.
const shortestPart = 4

// titleParts returns the parts of a title by which a text may name its page, best first:
//
//	Boston, Massachusetts        Boston
//	The Beatles                  Beatles
//	English language             English
//	Elizabeth II of England      Elizabeth II
//	Ludwig van Beethoven         Beethoven
//	River Thames                 Thames
func titleParts(title string) (parts []string) {
	title = graph.BareTitle(title)
	words := strings.Fields(title)
	last := len(words) - 1
	if last < 1 {
		return nil
	}
	if place, _, ok := strings.Cut(title, ", "); ok {
		return []string{place}
	}
	if words[0] == "The" {
		return []string{strings.Join(words[1:], " ")}
	}
	if last == 1 && (words[1] == "language" || words[1] == "people") {
		return []string{words[0]}
	}
	if head, _, ok := strings.Cut(title, " of "); ok && strings.Contains(head, " ") {
		parts = append(parts, head)
	}
	if namesOne(words) {
		parts = append(parts, words[last])
	}
	return parts
}

// namesOne reports whether words are a name that the last word can stand for: all words but particles have a capital letter, and the last
// is neither short nor a number.
func namesOne(words []string) bool {
	for _, w := range words {
		if !isCapital(w) && !slices.Contains(particles, w) {
			return false
		}
	}
	last := words[len(words)-1]
	return utf8.RuneCountInString(last) >= shortestPart && strings.Trim(last, "IVXLC") != "" &&
		strings.IndexFunc(last, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

func isCapital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

// placePart places a link at the first mention of a title by a part of it. A single word must be alone, and must not occur in the text with
// a small letter, as common nouns do.
func (f *placer) placePart(title string) bool {
	for _, part := range titleParts(title) {
		fits := f.free
		if !strings.Contains(part, " ") {
			small := lowerFirst(part)
			if small == part || mentions(f.all, small) {
				continue
			}
			fits = func(at, end int) bool { return f.free(at, end) && f.alone(at, end) }
		}
		if f.take(f.all, part, 0, title, fits) {
			return true
		}
	}
	return false
}

// mentions reports whether a text contains a word.
func mentions(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		if at := from + i; wholeWord(text, at, at+len(word)) {
			return true
		}
		from += i + 1
	}
}

// alone reports whether no word with a capital letter is next to text[at:end], except one that begins a sentence.
func (f *placer) alone(at, end int) bool {
	if after, ok := strings.CutPrefix(f.all[end:], " "); ok && isCapital(after) {
		return false
	}
	before, ok := strings.CutSuffix(f.all[:at], " ")
	if !ok {
		return true
	}
	start := strings.LastIndexFunc(before, func(r rune) bool { return !isWordRune(r) }) + 1
	return !isCapital(before[start:]) || start == 0 || before[start-1] == '\n'
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}
