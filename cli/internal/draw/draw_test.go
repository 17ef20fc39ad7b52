package draw_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/draw"
)

// A path is drawn from one of its ends and a star from its middle, whichever page the search began with; arrows keep their direction.
func TestShapesAreSeen(t *testing.T) {
	edge := func(from, to int) draw.Edge { return draw.Edge{From: from, To: to, Link: true} }
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
		for _, down := range []bool{false, true} {
			g := &draw.Graph{Edges: test.edges, Down: down}
			for range 4 {
				g.Nodes = append(g.Nodes, draw.Node{Title: "page"})
			}
			var b strings.Builder
			if err := g.SVG(&b, "test", true, nil); err != nil {
				t.Fatal(err)
			}
			axis, step := "x", 326
			if down {
				axis, step = "y", 126
			}
			var levels []string
			for _, m := range regexp.MustCompile(`</title><rect x="(?P<x>\d+)" y="(?P<y>\d+)"`).FindAllStringSubmatch(b.String(), -1) {
				var at int
				if _, err := fmt.Sscan(m[map[string]int{"x": 1, "y": 2}[axis]], &at); err != nil {
					t.Fatal(err)
				}
				levels = append(levels, fmt.Sprint((at-12)/step))
			}
			starts := regexp.MustCompile(`<path d="M(\d+ \d+)C`).FindAllString(b.String(), -1)
			if slices.Sort(starts); len(slices.Compact(starts)) != len(test.edges) {
				t.Errorf("%s, down %v: edges leave a box at one point: %v", test.name, down, starts)
			}
			if got, back := strings.Join(levels, " "), strings.Count(b.String(), "marker-start"); got != test.want || back != test.back {
				t.Errorf("%s, down %v: got levels %s with %d arrows back, want %s with %d", test.name, down, got, back, test.want, test.back)
			}
		}
	}
}
