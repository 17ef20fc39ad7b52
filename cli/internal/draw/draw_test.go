package draw_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/hop"
)

// A path is drawn from one of its ends and a star from its middle, whichever page the search began with; arrows keep their direction.
func TestShapesAreSeen(t *testing.T) {
	edge := func(from, to int) draw.Edge { return draw.Edge{From: from, To: to, Kind: hop.EdgeOut} }
	for _, test := range []struct {
		name  string
		edges []draw.Edge
		want  string // the level of each node
		back  int    // arrows against the reading direction
	}{
		{"path from within", []draw.Edge{edge(0, 1), edge(0, 2), edge(2, 3)}, "1 0 2 3", 1},
		{"path from its end", []draw.Edge{edge(0, 1), edge(1, 2), edge(2, 3)}, "0 1 2 3", 0},
		{"star from a leaf", []draw.Edge{edge(0, 1), edge(1, 2), edge(1, 3)}, "1 0 1 1", 1},
	} {
		g := &draw.Graph{Edges: test.edges}
		for range 4 {
			g.Nodes = append(g.Nodes, draw.Node{Title: "page"})
		}
		var b strings.Builder
		if err := g.SVG(&b, "test", true, nil); err != nil {
			t.Fatal(err)
		}
		var levels []string
		for _, m := range regexp.MustCompile(`</title><rect x="(\d+)"`).FindAllStringSubmatch(b.String(), -1) {
			var at int
			if _, err := fmt.Sscan(m[1], &at); err != nil {
				t.Fatal(err)
			}
			levels = append(levels, fmt.Sprint((at-12)/326))
		}
		starts := regexp.MustCompile(`<path d="M(\d+ \d+)C`).FindAllString(b.String(), -1)
		if slices.Sort(starts); len(slices.Compact(starts)) != len(test.edges) {
			t.Errorf("%s: edges leave a box at one point: %v", test.name, starts)
		}
		if got, back := strings.Join(levels, " "), strings.Count(b.String(), "marker-start"); got != test.want || back != test.back {
			t.Errorf("%s: got levels %s with %d arrows back, want %s with %d", test.name, got, back, test.want, test.back)
		}
	}
}

// A line begins again where a page hangs on an earlier one than the last, and what joins pages without a link is no arrow.
func TestLine(t *testing.T) {
	g := &draw.Graph{
		Nodes: []draw.Node{{Title: "A"}, {Title: "B"}, {Title: "C"}, {Title: "D"}, {Title: "E"}},
		Edges: []draw.Edge{{From: 0, To: 1, Kind: hop.EdgeOut, Label: "x"}, {From: 0, To: 2, Kind: hop.EdgeIn, Label: "y"}, {From: 2, To: 3, Kind: hop.EdgeComparison}},
	}
	if got, want := g.Line(), "A -[x]-> B; A <-[y]- C -(comparison)- D; E"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
