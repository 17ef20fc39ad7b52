package neo4j

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Neo4j stores Unicode strings, but titles and texts of a wiki may be any bytes. A byte that is not valid UTF-8 is
// written as the character escaped+byte of a private plane, and so are the bytes of such characters, so that unescape
// restores every string (as Python's surrogateescape does). The unit separator is escaped too, because it separates
// elements of lists in CSV files.
const (
	escaped   = 0x10FE00
	separator = '\x1f'
)

func isEscape(r rune) bool { return (r >= escaped+0x80 && r <= escaped+0xFF) || r == escaped+separator }

func needsEscape(r rune) bool { return isEscape(r) || r == separator }

// escape makes s valid UTF-8.
func escape(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, needsEscape) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if (r == utf8.RuneError && n == 1) || needsEscape(r) {
			for i := range n {
				b.WriteRune(escaped + rune(s[i]))
			}
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// unescape undoes escape.
func unescape(s string) string {
	if !strings.ContainsFunc(s, isEscape) {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if isEscape(r) {
			b = append(b, byte(r-escaped))
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

// keyBytes is the length of the longest string that an index can have.
const keyBytes = 1900

// key returns s as it is indexed: escaped, and if it is long, shortened to its beginning and a hash.
func key(s string) string {
	s = escape(s)
	if len(s) <= keyBytes {
		return s
	}
	h := sha256.Sum256([]byte(s))
	n := keyBytes
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "… " + hex.EncodeToString(h[:16])
}

// titles returns a string as it is indexed, and the whole of it, null unless it is shortened.
func titles(title string) (short string, full any) {
	short = key(title)
	if whole := escape(title); whole != short {
		full = whole
	}
	return short, full
}

// bytewise returns a string that sorts by character as s sorts by byte.
func bytewise(s string) string {
	s = s[:min(len(s), keyBytes)]
	b := make([]rune, len(s))
	for i := range len(s) {
		b[i] = rune(s[i])
	}
	return string(b)
}
