package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

func el(s string) graph.Element {
	e, err := graph.ParseElement(s)
	if err != nil {
		panic(err)
	}
	return e
}

// ola is a page with sections three deep, a table and a list.
func ola() *graph.Page {
	return &graph.Page{
		Title:     "Ola",
		Sections:  []graph.Section{{N: 0, Level: 2, Text: "History"}, {N: 1, Level: 3, Text: "Early"}, {N: 2, Level: 2, Text: "Climbs"}, {N: 3, Level: 4, Text: "North"}},
		Sentences: []graph.Sentence{{N: 0, Text: "Ola is a hill.", Links: []graph.Hyperlink{{Anchor: "hill", Target: "Hill"}}}, {N: 1, Text: "It is old."}},
		Tables: []graph.Table{{N: 0, Caption: "Climbs of Ola", Rows: [][]graph.Cell{
			{{Header: true, Text: "Year"}, {Column: 1, Header: true, Text: "By"}},
			{{Row: 1, Header: true, Text: "1901"}, {Row: 1, Column: 1, Text: "Dun"}}}}},
		Lists: []graph.List{{N: 0, Items: []graph.Item{{N: 0, Text: "east"}, {N: 1, Text: "west"}}}},
		Order: []graph.Element{el("sentence_0"), el("section_0"), el("section_1"), el("sentence_1"), el("section_2"), el("table_0"), el("section_3"), el("list_0")},
	}
}

func TestContext(t *testing.T) {
	tests := []struct{ element, want string }{
		{"sentence_0", "title"},
		{"sentence_1", "title section_0 section_1"},
		{"table_caption_0", "title section_2"},
		{"table_0", "title section_2"},
		{"cell_0_1_1", "title section_2 header_cell_0_1_0 header_cell_0_0_1"},
		{"header_cell_0_1_1", "title section_2 header_cell_0_1_0 header_cell_0_0_1"}, // claims mix the two up
		{"header_cell_0_0_0", "title section_2"},
		{"item_0_1", "title section_2 section_3"},
		{"section_1", "title section_0"},
		{"section_2", "title"},
		{"title", "title"},
		{"sentence_9", ""},
		{"cell_0_9_9", ""},
		{"item_7_0", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, a := range ola().Context(el(tt.element)) {
			got = append(got, a.Element.String())
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("context of %s: got %q, want %q", tt.element, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct{ element, want string }{
		{"title", "Ola"}, {"section_3", "North"}, {"sentence_1", "It is old."}, {"table_caption_0", "Climbs of Ola"},
		{"cell_0_1_1", "Dun"}, {"cell_0_0_0", "Year"}, {"header_cell_0_1_1", "Dun"}, {"item_0_1", "west"},
	}
	p := ola()
	for _, tt := range tests {
		if got, ok := p.Text(el(tt.element)); !ok || got.Text != tt.want {
			t.Errorf("text of %s: got %q, %v, want %q", tt.element, got.Text, ok, tt.want)
		}
	}
	for _, e := range p.Elements() {
		if got, ok := p.Text(e.Element); !ok || got.Text != e.Text || got.Element != e.Element {
			t.Errorf("text of %v: got %+v, %v, want %+v", e.Element, got, ok, e)
		}
	}
	for _, e := range []graph.Element{el("sentence_2"), el("table_0"), el("list_0"), el("table_caption_1"), el("cell_0_1_2"), {Kind: graph.KindSentence, A: -1}, {Kind: graph.KindCell, B: -1}, {Kind: 99}} {
		if got, ok := p.Text(e); ok {
			t.Errorf("text of %v: got %+v, want none", e, got)
		}
	}
}

func TestReadingOrder(t *testing.T) {
	p := ola()
	p.Order = []graph.Element{el("list_0"), el("sentence_1"), el("sentence_1"), el("sentence_7")}
	p.Sentences = append(p.Sentences, graph.Sentence{N: 1, Text: "again"})
	got := fmt.Sprint(p.ReadingOrder())
	if want := "[list_0 sentence_1 section_0 section_1 section_2 section_3 sentence_0 table_0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := p.PlainText(), "east west It is old. Ola is a hill. Climbs of Ola Year By 1901 Dun"; got != want {
		t.Errorf("plain text: got %q, want %q", got, want)
	}
}

func TestPassage(t *testing.T) {
	p, q := ola(), ola()
	q.Sentences[0].Text = " Ola is  a hill."
	q.Ordinal = 3
	if p.Passage() != q.Passage() || len(p.Passage()) != 16 {
		t.Errorf("got %s, want %s", q.Passage(), p.Passage())
	}
	q.Sentences[0].Text = "Ola is a hut."
	if p.Passage() == q.Passage() {
		t.Errorf("other text: got %s again", q.Passage())
	}
	if p.ID() == q.ID() || p.ID() != graph.NewPageID("Ola", 0) || int64(p.ID()) <= 0 {
		t.Errorf("ids: got %v and %v", p.ID(), q.ID())
	}
}

func TestSetInferred(t *testing.T) {
	p := ola()
	links := []graph.InferredLink{{Element: el("sentence_0"), Anchor: "Ola", Target: "Mount Ola"}, {Element: el("cell_0_1_1"), Anchor: "Dun", Target: "Dun"}, {Element: el("table_caption_0"), Target: "A"}, {Element: el("item_0_1"), Target: "B"}}
	for range 2 { // the second time replaces
		if err := p.SetInferred(links); err != nil {
			t.Fatal(err)
		}
	}
	got := fmt.Sprint(p.Sentences[0].Links, p.Tables[0].Rows[1][1].Links, p.Tables[0].CaptionLinks, p.Lists[0].Items[1].Links)
	if want := "[{hill Hill false} {Ola Mount Ola true}] [{Dun Dun true}] [{ A true}] [{ B true}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := p.SetInferred([]graph.InferredLink{{Element: el("sentence_5")}}); !errors.Is(err, graph.ErrNoElement) {
		t.Errorf("got error %v, want %v", err, graph.ErrNoElement)
	}
	if len(p.Sentences[0].Links) != 2 {
		t.Errorf("after an error: got %v", p.Sentences[0].Links)
	}
	if err := p.SetInferred(nil); err != nil || len(p.Sentences[0].Links) != 1 {
		t.Errorf("none: got %v, %v", p.Sentences[0].Links, err)
	}
}

// The digest is the same however a store was filled, and another for every change.
func TestDigest(t *testing.T) {
	pages := func() []*graph.Page {
		return []*graph.Page{ola(), {Title: "Hill", Sentences: []graph.Sentence{{Text: "x"}}}, {Title: "Hill", Sentences: []graph.Sentence{{Text: "y"}}}}
	}
	want := digest(t, pages())
	ps := pages()
	if got := digest(t, []*graph.Page{ps[1], ps[2], ps[0]}); got != want {
		t.Errorf("another order: got %s, want %s", got, want)
	}
	seen := map[string]string{want: "unchanged"}
	for name, change := range map[string]func(ps []*graph.Page){
		"title":          func(ps []*graph.Page) { ps[1].Title = "Hills" },
		"disambiguation": func(ps []*graph.Page) { ps[1].Disambiguation = true },
		"text":           func(ps []*graph.Page) { ps[0].Sentences[1].Text = "x" },
		"section":        func(ps []*graph.Page) { ps[0].Sections[0].Level = 1 },
		"span":           func(ps []*graph.Page) { ps[0].Tables[0].Rows[0][0].RowSpan = 2 },
		"header":         func(ps []*graph.Page) { ps[0].Tables[0].Rows[0][0].Header = false },
		"row":            func(ps []*graph.Page) { ps[0].Tables[0].Rows = append(ps[0].Tables[0].Rows, nil) },
		"infobox":        func(ps []*graph.Page) { ps[0].Tables[0].Infobox = true },
		"item":           func(ps []*graph.Page) { ps[0].Lists[0].Items[0].Level = 1 },
		"anchor":         func(ps []*graph.Page) { ps[0].Sentences[0].Links[0].Anchor = "x" },
		"target":         func(ps []*graph.Page) { ps[0].Sentences[0].Links[0].Target = "x" },
		"inferred":       func(ps []*graph.Page) { ps[0].Sentences[0].Links[0].Inferred = true },
		"order":          func(ps []*graph.Page) { slices.Reverse(ps[0].Order) },
	} {
		ps := pages()
		change(ps)
		got := digest(t, ps)
		if other, ok := seen[got]; ok {
			t.Errorf("%s: got the digest of %s", name, other)
		}
		seen[got] = name
	}
	if got := digest(t, pages(), graph.Redirect{From: "Mount Ola", To: "Ola"}); got == want {
		t.Error("redirect: got the digest of none")
	}
}

func digest(t *testing.T, pages []*graph.Page, redirects ...graph.Redirect) string {
	t.Helper()
	m := graphtest.Fill(t, pages, redirects...)
	d, err := graph.Digest(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDigestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := graph.Digest(ctx, graphtest.Store(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}
