package text_test

import (
	"context"
	"fmt"
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
		"Paris", "Paris, Texas", "1984", "7", "Kennedy", "City", "Marrow (river)", "Nagoya (disambiguation)", "Ostby", "Mount Kell",
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
	d, err := text.NewDictionary(context.Background(), w, text.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ix := build(t, w, text.Options{})
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"nothing", "no name at all", nil},
		{"title and bare title", "Peart drummed with Rush.", []string{"Rush: Rush (band) bare title 0.7!; Rush title 0.3!"}},
		{"parenthesis", "He saw Rush (band) live.", []string{"Rush (band): Rush (band) title 1!", "Rush: Rush (band) bare title 0.7!; Rush title 0.3!"}},
		{"bare only", "Marrow is long", []string{"Marrow: Marrow (river) bare title 1!"}},
		{"no bare title of disambiguations", "Nagoya is big", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := show(w, c.in, d.Mentions(c.in))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("dictionary, -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(got, show(w, c.in, ix.Mentions(c.in))); diff != "" {
				t.Errorf("index differs from dictionary:\n%s", diff)
			}
		})
	}
	for _, s := range []string{
		"neil PEART wrote Nobody's Hero", "Neil Peart's drums", "It was August.", "In August it rained on It.", "The Who and the who, who?", "the river and The River flow. The River",
		"Beverly Hills 90210 and 2001: A Space Odyssey", "2001 a space odyssey", "Bjork met Bjo\u0308rk and Björk in Zurich", "ZÜRICH, Zürich", "Zurich, Kansas", "私は東京に行く", "владимир путин и Владимир Путин",
		"ΕΛΛΆΔΑ", "He writes C++ and C.", "ACDC AC/DC AC DC", "Yahoo! and Yahoo", "Simon and Garfunkel", "S E Hinton, S.E. Hinton", "Rolling Stones", "the University of Oslo", "computer science, Computer sciences",
		"an iPhone", "Apple Inc. sold", "Paris. Texas", "Paris, Texas", "In 1984 there were 7 of us", "the Kennedys", "City lights. A City", "city", "the norwegian capital", "Christiania", "Big Apple", "Ibsen's town", "click here Here", "a rush of oslo", "neil peart\u00a0 Neil\nPeart Neil\n\nPeart", "OsloBergen Oslo_x",
	} {
		t.Logf("%q\n\t%s", s, strings.Join(show(w, s, d.Mentions(s)), "\n\t"))
	}
}
