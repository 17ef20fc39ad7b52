package hop_test

import (
	"fmt"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// article returns a page that is long enough for an article, with these sentences after the first ten.
func article(title string, sentences ...string) *graph.Page {
	all := []string{title + " is well known on the coast."}
	for i := range graph.ArticleElements {
		if i == 10 {
			all = append(all, sentences...)
		}
		all = append(all, fmt.Sprintf("Boats came by in the year %d of the old calendar.", 1200+i))
	}
	return page(title, all...)
}

// Of each article of a chain the sentence that decides a part of the claim is cited before one that repeats another page's part, and
// before an item of a list, which the forest doesn't weigh.
func TestSentencesThatDecideAreCited(t *testing.T) {
	light := article("Skerry Light", "It was designed by the engineer Ada Holm, who kept bees.", "The lamp was lit with rape oil.")
	holm := article("Ada Holm", "As a child she had fallen into a millrace near Varde.", "Bees and lights were painted on her door.")
	light.Lists = []graph.List{{N: 0, Items: []graph.Item{{N: 0, Text: "Engineer who designed lights, as a child in a millrace"}}}}
	w := newWorld(light, holm, page("Aro", "A street with a bakery and a chapel."), page("Bro", "A street."))
	p := hop.Planner{Graph: w, Text: w}
	got, err := p.Cite(t.Context(), "The engineer who designed Skerry Light had fallen into a millrace as a child.", []graph.PageID{light.ID(), holm.ID()})
	if err != nil {
		t.Fatal(err)
	}
	first := map[graph.PageID]graph.Element{}
	sentences := 0
	for _, e := range got {
		if _, ok := first[e.Page]; !ok {
			first[e.Page] = e.Element
		}
		if e.Kind == graph.KindSentence {
			sentences++
		}
	}
	want := graph.Element{Kind: graph.KindSentence, A: 11}
	if first[light.ID()] != want || first[holm.ID()] != want {
		t.Errorf("first of each page %v, want %v of both", first, want)
	}
	if sentences > 5 {
		t.Errorf("%d sentences are cited, want at most 5", sentences)
	}
}
