package loader_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/loader"
)

// A link whose title the article doesn't have stands on a part of the title or on a word derived from it; a word that is also a common
// noun, or belongs to a longer name, is not taken.
func TestPartOfTitle(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"Boston, Massachusetts", "She moved to Boston in 1900.", "Boston"},
		{"The Beatles", "He heard Beatles songs.", "Beatles"},
		{"English language", "Most speak English there.", "English"},
		{"Elizabeth II of England", "The queen was Elizabeth II then.", "Elizabeth II"},
		{"Ludwig van Beethoven", "The sonata is by Beethoven and short.", "Beethoven"},
		{"River Thames (London)", "It flows into the Thames near Kew.", "Thames"},
		{"World Health Organization", "An organization asked. Later the Organization paid.", ""},
		{"Herbert Hoover", "The Hoover Dam is high.", ""},
		{"Herbert Hoover", "It was built under President Hoover, whom Hoover's friends helped.", "Hoover"},
		{"Mediterranean Sea", "It lies on the Mediterranean coast.", "Mediterranean"},
		{"Hip hop music", "She sang Hip hop.", "Hip hop"},
		{"Oskar II of Norn", "The mill was built for Oskar in 1801.", "Oskar"},
		{"Victoria of the United Kingdom", "A gift of Queen Victoria was lost.", "Queen Victoria"},
		{"British House of Commons", "He sat in the House of Commons twice.", "House of Commons"},
		{"Republic of the Congo", "They came to the Congo by boat.", "Congo"},
		{"World Trade Organization", "It joined the WTO late.", "WTO"},
		{"Paul of Tarsus", "It began at 8 PT sharp.", ""},
		{"Germany", "A German smith and a German shepherd came.", "German"},
		{"Ancient Rome", "It was a Roman road.", "Roman"},
		{"Communism", "The town was communist for long.", "communist"},
		{"Ferry", "Many ferries cross.", "ferries"},
		{"Spain", "It was spanned by Spanish Bridge.", ""},
		{"Magnet", "The magnate paid.", ""},
		{"World War II", "Version II is out.", ""},
		{"Tropical cyclone", "The Tropical Garden is a park.", ""},
		{"Mercury", "Quicksilver is a metal.", ""},
	} {
		got, err := loader.ParseArticle("Kell", "   #copyright\n\nKell\n\n   "+c.text+"\n", []string{c.title})
		if err != nil {
			t.Fatal(err)
		}
		var anchor string
		for _, s := range got.Pages[0].Sentences {
			for _, l := range s.Links {
				anchor = l.Anchor
			}
		}
		want := c.want
		if want == "" {
			want = c.title
		}
		if anchor != want {
			t.Errorf("%s in %q: got anchor %q, want %q", c.title, c.text, anchor, want)
		}
	}
}
