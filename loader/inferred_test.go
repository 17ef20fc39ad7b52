package loader_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// A page of which only an author's link changed gets other links: its words are free now, or another's.
func TestInferLinksAfterALinkChanged(t *testing.T) {
	ola := func(target string) *graph.Page {
		p := &graph.Page{Title: "Ola", Sentences: []graph.Sentence{{Text: "It is by Kell Tarn."}}}
		if target != "" {
			p.Sentences[0].Links = []graph.Hyperlink{{Anchor: "Kell Tarn", Target: target}}
		}
		return p
	}
	tarn := &graph.Page{Title: "Kell Tarn", Sentences: []graph.Sentence{{Text: "A lake."}}}
	store := graphtest.Store(t)
	for i, target := range []string{"Elsewhere", "", "Elsewhere", "Nowhere"} {
		pages := []*graph.Page{ola(target), tarn}
		if _, err := store.Put(t.Context(), &graph.Batch{Load: fmt.Sprint(i), Pages: pages}); err != nil {
			t.Fatal(err)
		}
		if err := store.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := loader.InferLinks(t.Context(), store, newNamer(pages), loader.Options{}); err != nil {
			t.Fatal(err)
		}
		if got, want := len(inferred(t, store)), map[bool]int{true: 1}[target == ""]; got != want {
			t.Errorf("with a link to %q: %d inferred links, want %d", target, got, want)
		}
	}
}

// turned gives candidates in the other order, with other shares, as a Mentioner does once more links are known.
type turned struct{ namer }

func (n turned) Mentions(text string) []graph.Mention {
	out := n.namer.Mentions(text)
	for _, m := range out {
		slices.Reverse(m.Candidates)
	}
	return out
}

// Which of many namesakes are linked doesn't depend on their shares, which change with the links that there are: the page of that
// very title is always among them.
func TestNamesakesAreThoseOfEveryRun(t *testing.T) {
	pages := []*graph.Page{{Title: "By", Sentences: []graph.Sentence{{Text: "It is on Marrow."}}}, {Title: "Marrow"}}
	for i := range 9 {
		pages = append(pages, &graph.Page{Title: fmt.Sprintf("Marrow (%d)", i)})
	}
	var links [2][]string
	for i, m := range []loader.Mentioner{newNamer(pages), turned{newNamer(pages)}} {
		store := graphtest.Fill(t, pages)
		if _, err := loader.InferLinks(t.Context(), store, m, loader.Options{}); err != nil {
			t.Fatal(err)
		}
		links[i] = inferred(t, store)
	}
	if diff := cmp.Diff(links[0], links[1]); diff != "" || len(links[0]) != 4 || links[0][0] != "By sentence_0 Marrow > Marrow" {
		t.Errorf("got %q; the other way round (-got +want):\n%s", links[0], diff)
	}
}
