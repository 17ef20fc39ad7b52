package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
)

// Edges follow the links of the store, the one in the chain's order first; what no link joins stays as it is, or is left out.
func TestLinksBetween(t *testing.T) {
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
	links, err := linksBetween(t.Context(), graphtest.Fill(t, all), ids[:3])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	edges := []graph.ReasoningEdge{{From: 0, To: 1, Kind: "comparison"}, {From: 1, To: 2, Kind: "comparison"}, {From: 2, To: 0, Kind: "comparison"}}
	for i := range edges {
		edges[i] = links.join(edges[i])
	}
	for _, e := range append(edges, links.all()...) {
		got = append(got, fmt.Sprint(e.From, e.To, " ", e.Kind, " ", e.Anchor, " ", e.Element, " ", e.Inferred))
	}
	want := []string{"0 1 out-link to B sentence_1 false", "1 2 in-link to B sentence_0 false", "2 0 comparison   false",
		"0 1 out-link to B sentence_1 true", "1 2 in-link to B sentence_0 true"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
