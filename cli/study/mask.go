package study

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask replaces every occurrence of a name, also as a plural, by its blank.
func mask(text string, n name) string {
	var out strings.Builder
	for {
		i, j, ok := findName(text, n.text)
		if !ok {
			out.WriteString(text)
			return out.String()
		}
		if n.exact && text[i:i+len(n.text)] != n.text {
			out.WriteString(text[:j])
		} else {
			out.WriteString(text[:i] + n.blank)
		}
		text = text[j:]
	}
}

// findName finds the first occurrence of a name in a text as whole words, in any case, with or without a plural ending.
func findName(text, name string) (from, to int, ok bool) {
	if name == "" {
		return 0, 0, false
	}
	first, _ := utf8.DecodeRuneInString(name)
	for i, r := range text {
		if unicode.ToLower(r) != unicode.ToLower(first) || i > 0 && wordRune(lastRune(text[:i])) {
			continue
		}
		n, ok := prefixFold(text[i:], name)
		if !ok {
			continue
		}
		for _, ending := range []string{"", "s", "es"} {
			if rest, ok := strings.CutPrefix(text[i+n:], ending); ok && !wordRune(firstRune(rest)) {
				return i, i + n + len(ending), true
			}
		}
	}
	return 0, 0, false
}

// prefixFold returns the length of the prefix of s that equals prefix in any case.
func prefixFold(s, prefix string) (int, bool) {
	n := 0
	for _, p := range prefix {
		r, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 || unicode.ToLower(r) != unicode.ToLower(p) {
			return 0, false
		}
		n += size
	}
	return n, true
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}
