package console_test

import (
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

// Whatever is typed, at most n of the names are proposed, and the name itself, if it has letters, before others.
func FuzzNearest(f *testing.F) {
	for _, s := range []string{"", "a", "Étienne", "\xff\xfe", "\u0301", "ﬁ", "İstanbul", "日本"} {
		f.Add(s, "Etienne Carvel")
	}
	f.Fuzz(func(t *testing.T, word, other string) {
		names := []string{other, word, "Étienne Carvel"}
		got := console.Nearest(word, names, 2)
		if len(got) > 2 || slices.ContainsFunc(got, func(s string) bool { return !slices.Contains(names, s) }) {
			t.Errorf("%q: got %q", word, got)
		}
		if first := console.Nearest(word, names, 1); len(got) > 0 && (len(first) != 1 || first[0] != got[0]) {
			t.Errorf("%q: got %q for one, and %q for two", word, first, got)
		}
		if alone := console.Nearest(word, []string{word}, 1); len(got) > 0 && !slices.Equal(alone, []string{word}) {
			t.Errorf("%q is not near itself: %q", word, alone)
		}
	})
}
