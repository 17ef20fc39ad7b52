package text_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bridgehop/bridgehop/graph/text"
)

// A word has the same term whether it was met lately or not.
func TestKeptTermsAreThoseOfTheWords(t *testing.T) {
	word := rapid.OneOf(rapid.SampledFrom([]string{"running", "Running", "RUN", "the", "s", "Björk", "ß"}), rapid.StringMatching(`[A-Za-zéß]{1,4}(ing|ed|s|ly)?`))
	rapid.Check(t, func(t *rapid.T) {
		for range 200 {
			w := word.Draw(t, "word")
			want := text.NewTerm(w)
			for range 2 {
				got := ""
				for _, term := range text.Analyze(w) {
					got += term.Text
				}
				if got != want {
					t.Fatalf("%q has the term %q, want %q", w, got, want)
				}
			}
		}
	})
}
