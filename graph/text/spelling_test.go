package text_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// filled is a world filled up to a thousand pages.
func filled(pages ...*graph.Page) *world {
	for i := len(pages); i < 1000; i++ {
		pages = append(pages, page("No "+strconv.Itoa(i), "Page."))
	}
	return &world{pages: pages}
}

// A small wiki lacks most of English: what it lacks is no misspelling.
func TestSpellingsOfAFewPages(t *testing.T) {
	ix := build(t, &world{pages: []*graph.Page{page("Father", "A father.")}}, text.Options{})
	if got, err := ix.Spellings(t.Context(), "farther"); len(got) > 0 || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got := ix.Mentions("Fathers and Fatherx"); len(got) > 1 {
		t.Errorf("got %v", got)
	}
}

func TestSpellings(t *testing.T) {
	ix := build(t, filled(
		page("Mint", "Menthol is a waxy crystalline substance; a crush, a church, a crutch and a couch."),
		page("Zürich", "Straße 1234x, naïve café, Ελλάδα and Ελλάδος; bread, beard.")), text.Options{})
	for _, tt := range []struct {
		name, word string
		want       []string
	}{
		{"a letter too many", "waaxy", []string{"waxi"}},
		{"a letter too few", "crystaline", []string{"crystallin"}},
		{"another letter, or two swapped, or one too few", "cruch", []string{"couch", "crush", "crutch"}},
		{"two swapped", "chruch", []string{"church"}},
		{"two edits", "crystaleen", nil},
		{"another first letter", "fenthol", nil},
		{"a word that a page has", "crush", nil},
		{"too short to tell", "breda", []string{"bread"}},
		{"four letters", "bred", nil},
		{"with a digit", "1234y", nil},
		{"other letters", "naive", nil},
		{"another script", "Ελλάδαν", []string{"ελλαδα"}},
		{"no such word at all", "zyzzyva", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			terms := text.Analyze(tt.word)
			got, err := ix.Spellings(t.Context(), terms[0].Text)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("%s (want -, got +): %v\n%s", terms[0].Text, err, diff)
			}
		})
	}
}

// A capitalised word that no page has is looked for among the names, one edit away.
func TestMisspeltNames(t *testing.T) {
	w := filled(
		page("Mark Wahlberg", "An actor."), page("Mark Wahlberg filmography", "His films."), page("Mark Twain", "A writer."),
		page("Camel Crush", "A brand."), page("Crush", "A drink."), page("Crash", "A film."), page("Glengarry Glen Ross", "A play of salesmen, by one Ross."),
		page("Metalocalypse", "A band of cartoons."), page("Marten", "An animal."), page("Martin", "A name."))
	ix := build(t, w, text.Options{})
	for _, tt := range []struct{ s, want string }{
		{"What did Mark Wahlburg star in?", "Mark Wahlburg: Mark Wahlberg title 1"},
		{"the Mark Whalberg filmography", "Mark Whalberg filmography: Mark Wahlberg filmography title 1|Mark Whalberg: Mark Wahlberg title 1"},
		{"Camel Cruch", "Camel Cruch: Camel Crush title 1"},
		{"Glengary Glen Ross", "Glengary Glen Ross: Glengarry Glen Ross title 1"},
		{"Marken is an island", ""}, // Marten, but the word is short
		{"he saw Metalocalype", "Metalocalype: Metalocalypse title 1"},
		{"he likes Crosh", ""},         // Crash or Crush
		{"he likes glengary glen", ""}, // no capital letter
		{"Mark Wahlbreg's", "Mark Wahlbreg: Mark Wahlberg title 1"},
		{"Mark Actor", ""}, // a word that some page has
	} {
		got := show(w, tt.s, ix.Mentions(tt.s))
		var want []string
		if tt.want != "" {
			want = strings.Split(tt.want, "|")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (want -, got +):\n%s", tt.s, diff)
		}
	}
}

// Whatever a claim has, looking for spellings neither fails nor panics.
func FuzzSpellings(f *testing.F) {
	for _, s := range []string{"waaxy", strings.Repeat("a", 64), strings.Repeat("ü", 32), "\xff\xfeabcd", "a\x00bcdef", "Straẞe", "\U0010fffdabcde", strings.Repeat("z", 300)} {
		f.Add(s)
	}
	ix := build(f, filled(page("Mint", "Menthol is a waxy crystalline substance."), page(strings.Repeat("a", 63), "Aaaa.")), text.Options{})
	f.Fuzz(func(t *testing.T, s string) {
		for _, term := range text.Analyze(s) {
			if _, err := ix.Spellings(t.Context(), term.Text); err != nil {
				t.Errorf("%q: %v", term.Text, err)
			}
		}
		if _, err := ix.Spellings(t.Context(), s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
		ix.Mentions(strings.ToUpper(s))
	})
}
