package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/hop"
)

// Edges follow the links of the store, the one in the chain's order first; what no link joins stays as it is, or is left out.
func TestListedChain(t *testing.T) {
	page := func(title string, targets ...string) *graph.Page {
		p := &graph.Page{Title: title}
		for i, to := range targets {
			p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: "To " + to, Links: []graph.Hyperlink{{Anchor: "to " + to, Target: to}}})
		}
		return p
	}
	all := []*graph.Page{page("A", "D", "B", "B"), page("B", "A"), page("C", "B"), page("D")}
	var ids []graph.PageID
	for _, p := range all {
		ids = append(ids, p.ID())
	}
	store, titles := graphtest.Fill(t, all), []string{"A", "B", "C"}
	pages := map[string]graph.PageID{"A": ids[0], "B": ids[1], "C": ids[2]}
	compared := []listedEdge{{from: "A", to: "B", unlinked: hop.EdgeComparison}, {from: "B", to: "C", unlinked: hop.EdgeComparison},
		{from: "C", to: "A", unlinked: hop.EdgeComparison}, {from: "C", to: "C"}, {from: "A", to: "D"}}
	var got []string
	for _, l := range []listedChain{{titles: titles, edges: compared}, {titles: titles}} {
		c, err := l.chain(t.Context(), store, pages)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Edges {
			got = append(got, fmt.Sprint(e.From, e.To, " ", e.Kind, " ", e.Anchor, " ", e.Element, " ", e.Inferred))
		}
	}
	want := []string{"0 1 out-link to B sentence_1 false", "1 2 in-link to B sentence_0 false", "2 0 comparison   false",
		"0 1 out-link to B sentence_1 true", "1 2 in-link to B sentence_0 true"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
