package values

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a run of letters, a run of digits (with the separators inside it), or any other single character.
type word struct {
	text    string // in lower case
	at, end int    // bytes of the text
	kind    wordKind
	upper   bool // begins with a capital letter
}

type wordKind uint8

const (
	letters wordKind = iota
	digits
	mark
)

// split cuts a text into words, without space.
func split(text string) []word {
	var out []word
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		end := i + n
		kind := mark
		switch {
		case unicode.IsSpace(r):
			i = end
			continue
		case '0' <= r && r <= '9':
			kind, end = digits, endOfDigits(text, i)
			if gluedYear(text, i, end) {
				end = i + 4
			}
		case unicode.IsLetter(r):
			kind, end = letters, endOfLetters(text, i)
		}
		out = append(out, word{strings.ToLower(text[i:end]), i, end, kind, unicode.IsUpper(r)})
		i = end
	}
	return out
}

// endOfLetters returns the end of a run of letters, with accents and apostrophes inside.
func endOfLetters(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !(r == '\'' && nextIsLetter(text[i+n:])) {
			break
		}
		i += n
	}
	return i
}

func nextIsLetter(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

// endOfDigits returns the end of a number, with commas before three digits and one point.
func endOfDigits(text string, i int) int {
	point := false
	for i < len(text) {
		switch c := text[i]; {
		case isDigit(c):
			i++
		case c == ',' && !point && threeDigits(text[i+1:]):
			i += 4
		case c == '.' && !point && i+1 < len(text) && isDigit(text[i+1]):
			point = true
			i++
		default:
			return i
		}
	}
	return i
}

// gluedYear reports whether a year and a day were run together where a dash was lost: 27 July 188225 May 1974.
func gluedYear(text string, i, end int) bool {
	if end-i != 5 && end-i != 6 || text[i] != '1' && text[i] != '2' || !strings.HasPrefix(text[end:], " ") {
		return false
	}
	rest := text[end+1:]
	n := endOfLetters(rest, 0)
	return n > 2 && rest[0] >= 'A' && rest[0] <= 'Z' && months[strings.ToLower(rest[:n])] > 0 && text[i+4] != '.' && text[i+4] != ','
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// threeDigits reports whether a text begins with three digits and not four.
func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}
