package hop_test

import (
	"errors"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Of every page given, and of no other, something is cited, the sentence that proves the claim first.
func TestCite(t *testing.T) {
	w := coast()
	p := hop.Planner{Graph: w, Text: w}
	var pages []graph.PageID
	for _, title := range []string{"Skerry Light", "Ada Holm", "Varde", "Gull Prize", "Osby"} {
		pages = append(pages, graph.NewPageID(title, 0))
	}
	got, err := p.Cite(t.Context(), "The engineer who designed Skerry Light kept bees.", pages)
	if err != nil {
		t.Fatal(err)
	}
	cited := map[graph.Ref]bool{}
	for _, e := range got {
		cited[e.Ref] = true
	}
	for _, want := range []graph.Ref{
		{Page: pages[0], Element: graph.Element{Kind: graph.KindSentence}},
		{Page: pages[1], Element: graph.Element{Kind: graph.KindSentence, A: 1}},
	} {
		if !cited[want] {
			t.Errorf("%v of %v is not cited: %v", want.Element, w.at[want.Page].Title, got)
		}
	}
	for ref := range cited {
		if title := w.at[ref.Page].Title; title == "Nils Berg" || title == "Otter Light" {
			t.Errorf("%s is cited, and was not given", title)
		}
	}
	if _, err := p.Cite(t.Context(), " ", pages); !errors.Is(err, hop.ErrEmptyClaim) {
		t.Errorf("no claim: got %v, want ErrEmptyClaim", err)
	}
}
