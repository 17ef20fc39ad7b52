package neo4j

// The tests of escape are inside the package: what it does must hold for every string, and only those that a
// page can hold get there from outside.

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestEscapeRoundTrip(t *testing.T) {
	piece := rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{"\x00", "\x1f", "\xff", "\U0010FE80", "\U0010FEFF", "\U0010FE1F", "\U0010FE20", "\u202e", "\U0001F600", "\\", "`", "'", "\""}))
	rapid.Check(t, func(r *rapid.T) {
		for range 50 { // TestMain asks for few draws, which suits servers and not this
			s := piece.Draw(r, "a") + piece.Draw(r, "b") + piece.Draw(r, "c")
			e := escape(s)
			if !utf8.ValidString(e) {
				t.Fatalf("escape(%q) = %q, which is not UTF-8", s, e)
			}
			if got := unescape(e); got != s {
				t.Fatalf("unescape(escape(%q)): got %q", s, got)
			}
		}
	})
}

func TestKeysOfLongTitles(t *testing.T) {
	long := ""
	for len(long) < 3*keyBytes {
		long += "Überlänge "
	}
	a, b := key(long+"a"), key(long+"b")
	if a == b || len(a) > keyBytes+64 || !utf8.ValidString(a) {
		t.Errorf("keys of long titles: got %d and %d bytes, alike: %v", len(a), len(b), a == b)
	}
	if got := key("Marrow (river)"); got != "Marrow (river)" {
		t.Errorf("key of a short title: got %q", got)
	}
}
