package draw

import "slices"

// Sizes of a picture, in pixels.
const (
	boxWidth, boxHeight = 176, 64
	levelGap            = 150 // between levels
	rowGap              = 30  // between boxes of a level
	margin              = 12
	lineHeight          = 17
	boxChars            = 22 // of a line in a box
)

// point is the upper left corner of a box.
type point struct{ x, y int }

// layout is where the boxes of a graph are, level by level from left to right.
type layout struct {
	at            []point
	width, height int
	edges         []Edge // turned where they must be to lead to the right
}

// layout puts each level in the middle.
func (g *Graph) layout() *layout {
	levels, edges := g.levels()
	most := 1
	for _, nodes := range levels {
		most = max(most, len(nodes))
	}
	l := &layout{at: make([]point, len(g.Nodes)), edges: edges}
	for k, nodes := range levels {
		for i, n := range nodes {
			l.at[n] = point{margin + k*(boxWidth+levelGap), margin + (2*i+most-len(nodes))*(boxHeight+rowGap)/2}
		}
	}
	l.width = 2*margin + max(0, len(levels)*(boxWidth+levelGap)-levelGap)
	l.height = 2*margin + most*(boxHeight+rowGap) - rowGap
	return l
}

// leaves returns at which height an edge leaves its box: each at its own, so that no two seem to share an arrowhead.
func (l *layout) leaves(e *Edge) int {
	k, n := 0, 1
	for _, o := range l.edges {
		if o.From != e.From {
			continue
		}
		n++
		if l.at[o.To].y <= l.at[e.To].y {
			k++
		}
	}
	return l.at[e.From].y + boxHeight*k/n
}

// first returns the node that the drawing begins with: of a path one of its ends, so that it looks like one, and of
// what has branches the node with most.
func (g *Graph) first() int {
	degree := make([]int, len(g.Nodes))
	for _, e := range g.Edges {
		degree[e.From]++
		degree[e.To]++
	}
	if most := slices.Max(degree); most > 2 {
		return slices.Index(degree, most)
	}
	return max(0, slices.Index(degree, 1))
}

// levels returns the nodes by their distance from the first, level by level, and the edges, turned where they must be
// to lead away from it.
func (g *Graph) levels() (levels [][]int, edges []Edge) {
	edges = slices.Clone(g.Edges)
	seen := make([]bool, len(g.Nodes))
	var walk func(at, depth int)
	walk = func(at, depth int) {
		if seen[at] {
			return
		}
		seen[at] = true
		for len(levels) <= depth {
			levels = append(levels, nil)
		}
		levels[depth] = append(levels[depth], at)
		for i := range edges {
			if e := &edges[i]; e.To == at && !seen[e.From] {
				e.turn()
			}
			if edges[i].From == at {
				walk(edges[i].To, depth+1)
			}
		}
	}
	for i := range g.Nodes {
		if i == 0 {
			walk(g.first(), 0)
		}
		walk(i, 0)
	}
	for _, nodes := range levels {
		slices.Sort(nodes)
	}
	return levels, edges
}
