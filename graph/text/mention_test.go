package text_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// namesake is a world of pages that are told apart by their names.
func namesake() *world {
	var pages []*graph.Page
	for _, t := range []string{
		"Rush", "Rush (band)", "Neil Peart", "It", "August", "The Who", "Who", "The River", "Nobody's Hero", "Beverly Hills, 90210",
		"2001: A Space Odyssey", "Björk", "Zürich", "Zurich, Kansas", "東京", "Владимир Путин", "Ελλάδα", "C++", "C", "AC/DC", "Yahoo!",
		"Simon & Garfunkel", "S. E. Hinton", "Rolling Stone", "University of Oslo", "Oslo", "Computer science", "IPhone", "Apple Inc.",
		"Peart Rush", "Paris", "Paris, Texas", "1984", "7", "Kennedy", "City", "Marrow (river)", "Nagoya (disambiguation)", "Ostby", "Mount Kell",
	} {
		pages = append(pages, page(t, "Words."))
	}
	links := func(n int, anchor, target string) *graph.Page {
		p := page("Links to "+target+" as "+anchor, "Words.")
		for range n {
			p.Sentences[0].Links = append(p.Sentences[0].Links, graph.Hyperlink{Anchor: anchor, Target: target})
		}
		return p
	}
	pages = append(pages, links(8, "Norwegian capital", "Oslo"), links(2, "Norwegian capital", "Kristiania"), links(1, "Ibsen's town", "Oslo"),
		links(5, "Norwegian capital", "Missing page"), links(6, "Rush", "Rush (band)"), links(3, "here", "Oslo"))
	return &world{pages: pages, redirects: []graph.Redirect{{From: "Christiania", To: "Kristiania"}, {From: "Kristiania", To: "Oslo"}, {From: "Big Apple", To: "Nowhere"}}}
}

// show prints mentions as "words: Title kind, prior and ! when exact; …", looked up in w.
func show(w *world, s string, ms []graph.Mention) (out []string) {
	titles := map[graph.PageID]string{}
	for _, p := range w.pages {
		titles[p.ID()] = p.Title
	}
	for _, m := range ms {
		var cs []string
		for _, c := range m.Candidates {
			exact := ""
			if c.Exact {
				exact = "!"
			}
			cs = append(cs, fmt.Sprintf("%s %s %.2g%s", titles[c.Page], c.By, c.Prior, exact))
		}
		out = append(out, s[m.Start:m.End]+": "+strings.Join(cs, "; "))
	}
	return out
}

func TestMentions(t *testing.T) {
	w := namesake()
	ix := build(t, w, text.Options{})
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"nothing", "no name at all", nil},
		{"title and bare title", "Peart drummed with Rush.", []string{"Rush: Rush (band) bare title 0.7!; Rush title 0.3!"}},
		{"parenthesis, nested", "He saw Rush (band) live.", []string{"Rush (band): Rush (band) title 1!", "Rush: Rush (band) bare title 0.7!; Rush title 0.3!"}},
		{"bare title only", "Marrow is long", []string{"Marrow: Marrow (river) bare title 1!"}},
		{"no bare title of disambiguations", "Nagoya is big", nil},
		{"case", "neil PEART wrote Nobody's Hero", []string{"neil PEART: Neil Peart title 1", "Nobody's Hero: Nobody's Hero title 1!"}},
		{"possessive", "Neil Peart's drums, Neil Peart’s", []string{"Neil Peart: Neil Peart title 1!", "Neil Peart: Neil Peart title 1!"}},
		{"plural", "Rolling Stones by the Kennedys", []string{"Rolling Stones: Rolling Stone title 1", "Kennedys: Kennedy title 1"}},
		{"plural of several words", "Computer sciences", []string{"Computer sciences: Computer science title 1"}},
		{"common words at the start", "It was August. August ended. City lights.", []string{"August: August title 1!"}},
		{"common words inside", "In August the City saw It.", []string{"August: August title 1!", "City: City title 1!", "It: It title 1!"}},
		{"common words in lower case", "the city in the river, Paris cares who?", []string{"Paris: Paris title 1!"}},
		{"stop words", "The Who and the who", []string{"The Who: The Who title 1!", "Who: Who title 1!"}},
		{"one word and stop words", "the river and The River", []string{"The River: The River title 1!"}},
		{"single words in lower case", "An oslo kennedy of Bergen", nil},
		{"single words in a text without capitals", "is a city near oslo", []string{"oslo: Oslo title 1"}},
		{"text may lack punctuation", "Beverly Hills 90210", []string{"Beverly Hills 90210: Beverly Hills, 90210 title 1"}},
		{"text may not add it", "He left Rolling. Stone followed, Neil (Peart) too", nil},
		{"hyphens", "A Rolling-Stone", []string{"Rolling-Stone: Rolling Stone title 1"}},
		{"colon", "see 2001: A Space Odyssey", []string{"2001: A Space Odyssey: 2001: A Space Odyssey title 1!"}},
		{"diacritics", "Bjork met Björk", []string{"Bjork: Björk title 1", "Björk: Björk title 1!"}},
		{"normal form D", "Bjo\u0308rk", []string{"Bjo\u0308rk: Björk title 1!"}},
		{"diacritics and comma", "Zurich, Kansas", []string{"Zurich, Kansas: Zurich, Kansas title 1!", "Zurich: Zürich title 1"}},
		{"overlap", "Neil Peart Rush", []string{"Neil Peart: Neil Peart title 1!", "Peart Rush: Peart Rush title 1!", "Rush: Rush title 0.3!"}},
		{"part of a longer name", "A Rush Limbaugh at Marrow Falls, but Marrow Street", []string{"Rush: Rush title 0.3!", "Marrow: Marrow (river) bare title 1!"}},
		{"common words and an article", "the River", nil},
		{"nested", "the University of Oslo", []string{"University of Oslo: University of Oslo title 1!", "Oslo: Oslo title 1!"}},
		{"Chinese", "私は東京に行く", []string{"東京: 東京 title 1!"}},
		{"Russian", "владимир путин", []string{"владимир путин: Владимир Путин title 1"}},
		{"Greek", "in ΕΛΛΑΔΑ", []string{"ΕΛΛΑΔΑ: Ελλάδα title 1"}},
		{"symbols", "He writes C++ here", []string{"C++: C++ title 1!", "C: C title 1!"}},
		{"slash", "AC DC and AC/DC", []string{"AC DC: AC/DC title 1", "AC/DC: AC/DC title 1!"}},
		{"mark at the end", "Yahoo! and Yahoo", []string{"Yahoo!: Yahoo! title 1!", "Yahoo: Yahoo! title 1"}},
		{"full stop at the end", "Apple Inc. sold", []string{"Apple Inc.: Apple Inc. title 1!"}},
		{"ampersand", "Simon and Garfunkel", []string{"Simon and Garfunkel: Simon & Garfunkel title 1"}},
		{"initials", "S E Hinton, S.E. Hinton", []string{"S E Hinton: S. E. Hinton title 1", "S.E. Hinton: S. E. Hinton title 1"}},
		{"years are names, digits are not", "In 1984 there were 7", []string{"1984: 1984 title 1!"}},
		{"redirect of a redirect", "in Christiania", []string{"Christiania: Oslo redirect 1!"}},
		{"redirect to nowhere", "the Big Apple", nil},
		{"anchor, through a redirect too", "the Norwegian capital", []string{"Norwegian capital: Oslo anchor 1!"}},
		{"anchor used once", "Ibsen's town", nil},
		{"anchor of stop words", "click Here or here", nil},
		{"last word of a title", "Hinton wrote it; Hero was sung", []string{"Hinton: S. E. Hinton alias 1!", "Hero: Nobody's Hero alias 1!"}},
		{"line break", "Neil\nPeart", []string{"Neil\nPeart: Neil Peart title 1!"}},
		{"paragraph break", "Neil\n\nPeart", nil},
		{"whole words", "OsloBergen Oslo_x", nil},
		{"invalid UTF-8", "\xff Neil Peart\xc3", []string{"Neil Peart: Neil Peart title 1!"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, show(w, c.in, ix.Mentions(c.in))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestMentionsOfLongText(t *testing.T) {
	d := build(t, namesake(), text.Options{})
	s := strings.Repeat("Neil Peart of Rush (band) wrote Nobody's Hero. ", 100_000/47+1)
	ms := d.Mentions(s)
	if want := 4 * (100_000/47 + 1); len(ms) != want {
		t.Errorf("got %d mentions, want %d", len(ms), want)
	}
	for i, m := range ms {
		if m.Start < 0 || m.End > len(s) || m.Start >= m.End || i > 0 && (m.Start < ms[i-1].Start || m.Start == ms[i-1].Start && m.End >= ms[i-1].End) {
			t.Fatalf("mention %d spans %d:%d after %d:%d", i, m.Start, m.End, ms[i-1].Start, ms[i-1].End)
		}
	}
}

// Every name is found in itself, and exactly.
func TestMentionsFindEveryTitle(t *testing.T) {
	w := passages(t, "hotpotqa", "hotpot_context_corpus.jsonl.bz2")
	d := build(t, w, text.Options{Memory: 1 << 20})
	for _, p := range w.pages {
		s := "It is " + p.Title + " here"
		if !slices.ContainsFunc(d.Mentions(s), func(m graph.Mention) bool {
			return s[m.Start:m.End] == p.Title && slices.ContainsFunc(m.Candidates, func(c graph.Candidate) bool { return c.Page == p.ID() && c.Exact })
		}) {
			t.Errorf("not found: %q", p.Title)
		}
	}
}

// FuzzMentions: spans lie in the text, at its words' bounds, and Exact is what it says.
func FuzzMentions(f *testing.F) {
	w := namesake()
	d := build(f, w, text.Options{})
	titles := map[graph.PageID]string{}
	for _, p := range w.pages {
		titles[p.ID()] = p.Title
	}
	for _, s := range []string{"", "Neil Peart's", "C++ C", "東京 Yahoo!! Apple Inc..", "Bjo\u0308rk\u0308", "(Rush (band))", "\xffOslo\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, m := range d.Mentions(s) {
			if m.Start < 0 || m.Start >= m.End || m.End > len(s) || len(m.Candidates) == 0 {
				t.Fatalf("mention %+v in %q", m, s)
			}
			for _, c := range m.Candidates {
				if c.Prior <= 0 || c.Prior > 1+1e-9 {
					t.Errorf("prior %v in %q", c.Prior, s)
				}
				if got := graph.CleanTitle(s[m.Start:m.End]); c.Exact && c.By == graph.ByTitle && got != titles[c.Page] {
					t.Errorf("exact mention %q of %q", got, titles[c.Page])
				}
			}
		}
	})
}
