package loader_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
	"golang.org/x/text/unicode/norm"
)

// FuzzFoldText: whatever is left as it is was folded.
func FuzzFoldText(f *testing.F) {
	for _, s := range []string{"", " ", "a", "a b", " a", "a ", "a  b", "a\tb", "é\u00a0b", "e\u0301", "a\u2003", "\xff a", "a\u0085"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := loader.FoldText(s), norm.NFC.String(strings.Join(strings.Fields(s), " ")); got != want {
			t.Errorf("%q is folded to %q, want %q", s, got, want)
		}
	})
}
