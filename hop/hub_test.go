package hop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// hubs is a wiki in which two pages have so many links both ways that the one between them is followed from neither.
func hubs() *world {
	var first, second strings.Builder
	var pages []*graph.Page
	for i := range 40 {
		town := fmt.Sprintf("Town %c%c", 'A'+i/10, 'A'+i%10)
		fmt.Fprintf(&first, "[[%s]] ", town)
		fmt.Fprintf(&second, "[[%s]] ", town)
		pages = append(pages, page(town, "A town of [[Kingdom of Ranholm]] near [[Varde Canal]]."))
	}
	return newWorld(append(pages,
		page("Kingdom of Ranholm", "It dug the [[Varde Canal]].", "A kingdom of "+first.String()),
		page("Varde Canal", "Boats with salt go through "+second.String()),
	)...)
}

func TestLinksBetweenHubs(t *testing.T) {
	w := hubs()
	king, canal := graph.NewPageID("Kingdom of Ranholm", 0), graph.NewPageID("Varde Canal", 0)
	for _, dir := range []graph.Direction{graph.Out, graph.In} { // the wiki is what it is meant to be
		from, to := king, canal
		if dir == graph.In {
			from, to = to, from
		}
		cut, _ := w.Neighbors(t.Context(), []graph.PageID{from}, dir, 4)
		for _, l := range cut {
			if l.From == to || l.To == to {
				t.Fatal("the link is among the first 4: choose other titles")
			}
		}
	}
	for _, g := range []struct {
		name  string
		graph hop.Graph
	}{{"plain", w}, {"surveyor", &server{world: w}}} {
		for _, noIn := range []bool{false, true} {
			p := &hop.Planner{Graph: g.graph, Text: w, Fanout: 4, NoInLinks: noIn, MaxPages: 2, Chains: 1000}
			for range 2 { // the second time from what is kept
				got, err := p.Plan(t.Context(), "The Kingdom of Ranholm dug the Varde Canal for boats with salt.")
				if err != nil {
					t.Fatal(err)
				}
				if kind := joined(got.Chains, king, canal); kind != hop.EdgeOut && kind != hop.EdgeIn {
					t.Errorf("%s, without in-links %v: the two hubs are joined by %v, want their link", g.name, noIn, kind)
				}
			}
		}
	}
}

// joined is what joins the pages of the first chain of just these two.
func joined(chains []hop.Chain, a, b graph.PageID) hop.EdgeKind {
	for _, c := range chains {
		if ids := c.Pages(); len(ids) == 2 && (ids[0] == a && ids[1] == b || ids[0] == b && ids[1] == a) {
			return c.Steps[1].Edge
		}
	}
	return hop.EdgeSeed
}

// directed counts in which directions links are asked for.
type directed struct {
	*world
	asked map[graph.Direction]int
}

func (d directed) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	d.asked[dir]++
	return d.world.Neighbors(ctx, from, dir, limit)
}

func TestNoInLinksReadsNone(t *testing.T) {
	w := coast()
	d := directed{w, map[graph.Direction]int{}}
	p := hop.Planner{Graph: d, Text: w, NoInLinks: true}
	if _, err := p.Plan(context.Background(), "The engineer who designed Skerry Light kept bees."); err != nil {
		t.Fatal(err)
	}
	if d.asked[graph.In] != 0 || d.asked[graph.Out] == 0 {
		t.Errorf("asked %d times for in-links and %d times for out-links, want none and some", d.asked[graph.In], d.asked[graph.Out])
	}
}
