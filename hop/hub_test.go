package hop_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
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
	p := &hop.Planner{Graph: w, Text: w, Fanout: 4, MaxPages: 2, Chains: 1000}
	for range 2 { // the second time from what is kept
		got, err := p.Plan(t.Context(), "The Kingdom of Ranholm dug the Varde Canal for boats with salt.")
		if err != nil {
			t.Fatal(err)
		}
		if kind := joined(got.Chains, king, canal); kind != hop.EdgeOut && kind != hop.EdgeIn {
			t.Errorf("the two hubs are joined by %v, want their link", kind)
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

// counted counts the reads of a world.
type counted struct {
	*world
	links, heads, pages atomic.Int32
}

func (c *counted) Neighbors(ctx context.Context, from []graph.PageID, dir graph.Direction, limit int) ([]graph.Link, error) {
	c.links.Add(1)
	return c.world.Neighbors(ctx, from, dir, limit)
}

func (c *counted) Heads(ctx context.Context, ids []graph.PageID) ([]graph.Head, error) {
	c.heads.Add(1)
	return c.world.Heads(ctx, ids)
}

func (c *counted) Pages(ctx context.Context, ids []graph.PageID) ([]*graph.Page, error) {
	c.pages.Add(1)
	return c.world.Pages(ctx, ids)
}

// What a planner has read is not asked for again.
func TestReadsAreKept(t *testing.T) {
	w := coast()
	c := &counted{world: w}
	p := &hop.Planner{Graph: c, Text: w}
	for i := range 2 {
		if _, err := p.Plan(t.Context(), "The engineer who designed Skerry Light kept bees."); err != nil {
			t.Fatal(err)
		}
		links, heads, pages := c.links.Swap(0), c.heads.Swap(0), c.pages.Swap(0)
		if read := links > 0 && heads > 0 && pages > 0; read != (i == 0) || i == 1 && links+heads+pages > 0 {
			t.Errorf("claim %d: links were read %d times, heads %d times, pages %d times", i, links, heads, pages)
		}
	}
}
