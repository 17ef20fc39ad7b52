package graph_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// FuzzFoldSpace: whatever is left as it is was folded.
func FuzzFoldSpace(f *testing.F) {
	for _, s := range []string{"", " ", "a", "a b", " a", "a ", "a  b", "a\tb", "é\u00a0b", "e\u0301", "a\u2003", "\xff a", "a\u0085"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := graph.FoldSpace(s), norm.NFC.String(strings.Join(strings.Fields(s), " ")); got != want {
			t.Errorf("%q is folded to %q, want %q", s, got, want)
		}
	})
}
