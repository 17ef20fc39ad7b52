package hop_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// parallel is a wiki in which page 1 leads to so many pages that all lead to page 2.
type parallel int

func (n parallel) Neighbors(_ context.Context, from []graph.PageID, dir graph.Direction, _ int) (out []graph.Link, err error) {
	for _, id := range from {
		for i := range graph.PageID(n) {
			switch {
			case id == 1 && dir == graph.Out:
				out = append(out, graph.Link{From: 1, To: 10 + i})
			case id == 2 && dir == graph.In:
				out = append(out, graph.Link{From: 10 + i, To: 2})
			}
		}
	}
	return out, nil
}

func (n parallel) Heads(_ context.Context, ids []graph.PageID) ([]graph.Head, error) {
	heads := make([]graph.Head, len(ids))
	for i, id := range ids {
		heads[i] = graph.Head{ID: id, Title: strconv.FormatUint(uint64(id), 10)}
	}
	return heads, nil
}

// What a path may not go on to is carried along: each of the paths comes once, and none is left out.
func TestManyPathsOfOneBeginning(t *testing.T) {
	const n = 500
	paths, err := hop.Paths(t.Context(), parallel(n), 1, 2, 2, n)
	if err != nil || len(paths) != n {
		t.Errorf("%d paths, %v; want %d", len(paths), err, n)
	}
	seen := map[graph.PageID]bool{}
	for _, p := range paths {
		if seen[p.Pages[1]] {
			t.Fatalf("the path through %v came twice", p.Pages[1])
		}
		seen[p.Pages[1]] = true
	}
}
