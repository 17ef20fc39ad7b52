package hop_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// server is a world that is asked as a server is, and counts how often.
type server struct {
	*world
	gathered, around int
}

func (s *server) Around(ctx context.Context, from []graph.PageID, limit int) (out, in []graph.Link, err error) {
	s.around++
	if out, err = s.Neighbors(ctx, from, graph.Out, limit); err != nil {
		return nil, nil, err
	}
	in, err = s.Neighbors(ctx, from, graph.In, limit)
	return out, in, err
}

func (s *server) Gather(ctx context.Context, ids []graph.PageID, few int) (g graph.Gathered, err error) {
	s.gathered++
	if g.Heads, err = s.Heads(ctx, ids); err != nil {
		return g, err
	}
	g.Linked = few + 1
	for _, h := range g.Heads {
		if h.ID == 0 || h.Out+h.In > few {
			continue
		}
		to, from, err := graph.Around(ctx, s.world, []graph.PageID{h.ID}, 0)
		if err != nil {
			return g, err
		}
		g.Out, g.In = append(g.Out, to...), append(g.In, from...)
	}
	return g, nil
}

// Links that come with their pages lead to the same chains, and aren't asked for again.
func TestLinksComeWithPages(t *testing.T) {
	const claim = "Skerry Light was designed by an engineer from a port known for weavers."
	for _, c := range []struct {
		name   string
		set    func(*hop.Planner)
		around bool // whether links are asked for
	}{
		{"as it is", func(*hop.Planner) {}, false},
		{"pages that have more links than are followed", func(p *hop.Planner) { p.Fanout = 1 }, true},
		{"leaving links only", func(p *hop.Planner) { p.NoInLinks = true }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := coast()
			s := &server{world: w}
			asked, plain := &hop.Planner{Graph: s, Text: w}, &hop.Planner{Graph: w, Text: w}
			c.set(asked)
			c.set(plain)
			for range 2 { // the second time from what is kept
				got, err := asked.Plan(t.Context(), claim)
				if err != nil {
					t.Fatal(err)
				}
				want, err := plain.Plan(t.Context(), claim)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(got.Chains, want.Chains); diff != "" || len(got.Chains) == 0 {
					t.Errorf("chains: got (-), want (+):\n%s", diff)
				}
			}
			if got := s.around > 0; got != c.around {
				t.Errorf("links asked for by themselves: got %v, want %v", got, c.around)
			}
		})
	}
}
