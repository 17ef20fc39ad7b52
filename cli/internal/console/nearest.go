package console

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/xrash/smetrics"
	"golang.org/x/text/unicode/norm"
)

// likeness is the least Jaro-Winkler similarity of a word to a name that is proposed for it.
const likeness = 0.86

// Nearest returns the names that are spelt most like a word, ignoring case and accents: at most n, the nearest first.
func Nearest(word string, names []string, n int) []string {
	type near struct {
		name string
		like float64
	}
	var found []near
	word = plainLetters(word)
	for _, name := range names {
		if folded := plainLetters(name); word != "" && folded != "" {
			if like := smetrics.JaroWinkler(word, folded, 0.7, 4); like >= likeness {
				found = append(found, near{name, like})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.like, a.like), strings.Compare(a.name, b.name))
	})
	var out []string
	for _, f := range found {
		if len(out) < n && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// plainLetters returns a text in lower case without accents and other marks.
func plainLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// DidYouMean returns a suggestion of the nearest names for an error; empty if none is near.
func DidYouMean(word string, names []string) string {
	near := Nearest(word, names, 1)
	if near == nil {
		return ""
	}
	return "; did you mean " + near[0] + "?"
}
