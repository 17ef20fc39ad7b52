package study

// Position is the position of a page in a reasoning graph.
type Position string

// The positions: an end has one neighbour, a middle page of a path two, a centre three and more.
const (
	Only   Position = "only"
	End    Position = "end"
	Middle Position = "middle"
	Centre Position = "centre"
)

// Positions returns all positions, in the order of tables.
func Positions() []Position { return []Position{Only, End, Middle, Centre} }

// Position returns the position of a page in the best tree.
func (g *Graph) Position(page string) Position {
	degree := 0
	for _, e := range g.Tree() {
		if e.From == page || e.To == page {
			degree++
		}
	}
	switch {
	case len(g.Pages) == 1:
		return Only
	case degree <= 1:
		return End
	case degree == 2:
		return Middle
	}
	return Centre
}

// Distances returns, for each page, the distance in edges of the best tree from the nearest page that the claim names; -1 if it names none.
func (g *Graph) Distances() []int {
	at := map[string]int{}
	out := make([]int, len(g.Pages))
	for i, p := range g.Pages {
		at[p], out[i] = i, -1
	}
	var queue []int
	for _, p := range g.Named {
		if i, ok := at[p]; ok {
			out[i] = 0
			queue = append(queue, i)
		}
	}
	tree := g.Tree()
	for ; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for _, e := range tree {
			a, b := at[e.From], at[e.To]
			if b == here {
				a, b = b, a
			}
			if a == here && out[b] < 0 {
				out[b] = out[here] + 1
				queue = append(queue, b)
			}
		}
	}
	return out
}
