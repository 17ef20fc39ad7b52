package hop_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Within given pages a planner finds these alone, and walks the links between them.
func TestWithin(t *testing.T) {
	mill := page("Old Mill", "The Old Mill stands by the [[Stone Bridge]] in [[Varn Town]].")
	bridge := page("Stone Bridge", "The Stone Bridge was built by Ada Holm.")
	town := page("Varn Town", "Varn Town has a bridge and a mill, built by Ada Holm.")
	w := newWorld(mill, bridge, town)
	given := hop.Within(w, w, []graph.PageID{mill.ID(), bridge.ID()})
	res, err := (&hop.Planner{Graph: given, Text: given}).Plan(context.Background(), "The bridge by the Old Mill was built by Ada Holm, as was Varn Town.")
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Retrieved) != 2 {
		t.Errorf("%d pages are retrieved, want the two given", len(res.Retrieved))
	}
	for _, c := range res.Chains {
		for _, id := range c.Pages() {
			if id == town.ID() {
				t.Error("a chain holds a page that was not given")
			}
		}
	}
	links, err := given.Neighbors(context.Background(), []graph.PageID{mill.ID()}, graph.Out, 0)
	if err != nil || len(links) != 1 || links[0].To != bridge.ID() {
		t.Errorf("links %v, %v; want the one to Stone Bridge", links, err)
	}
}
