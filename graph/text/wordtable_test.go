package text_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bridgehop/bridgehop/graph/text"
)

// A table of words is a map, whatever the words' lengths.
func TestWordTableIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, want := text.NewWordTable(), map[string]int32{}
		word := rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"a", "b", "é", "東"}).Draw(t, "letter"), rapid.IntRange(1, 19).Draw(t, "length")) + rapid.StringMatching(`[a-c]{0,3}`).Draw(t, "end")
		})
		for i := range rapid.IntRange(0, 1500).Draw(t, "words") {
			w := word.Draw(t, "word")
			got, ok := table.Get(w)
			if term, known := want[w]; ok != known || ok && got != term {
				t.Fatalf("%q is %d, %v, want %d, %v", w, got, ok, term, known)
			}
			if !ok {
				table.Add(w, int32(i))
				want[w] = int32(i)
			}
		}
		for w, term := range want {
			if got, ok := table.Get(w); !ok || got != term {
				t.Fatalf("%q is %d, %v, want %d", w, got, ok, term)
			}
		}
	})
}
