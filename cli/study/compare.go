package study

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
)

// Case is a claim with its gold graph and the answer.
type Case struct {
	Gold  *Graph
	Found *Found // never nil; empty for a claim without an answer
	None  bool   // there was no answer
}

// Pairing is found graphs against gold.
type Pairing struct {
	Cases   []*Case
	Seed    uint64
	Command string

	// ClaimOnly means that the verdicts are of a model that read only the claim, without retrieval.
	ClaimOnly bool
}

// Compare pairs gold graphs with answers by id. A claim without an answer counts as one that nothing was found for.
func Compare(gold []*Graph, found map[string]*Found, seed uint64) *Pairing {
	c := &Pairing{Seed: seed}
	for _, g := range gold {
		f := found[g.ID.Key()]
		if f == nil {
			f = &Found{ID: g.ID, Graph: &Graph{ID: g.ID}}
		}
		c.Cases = append(c.Cases, &Case{Gold: g, Found: f, None: found[g.ID.Key()] == nil})
	}
	return c
}

// nodes counts gold pages, found pages, and those in both.
func (c *Case) nodes() (gold, found, both int) {
	have := folded(c.Found.Graph.Pages)
	for _, p := range c.Gold.Pages {
		if have[graph.FoldTitle(p)] {
			both++
		}
	}
	return len(c.Gold.Pages), len(c.Found.Graph.Pages), both
}

func folded(titles []string) map[string]bool {
	out := make(map[string]bool, len(titles))
	for _, t := range titles {
		out[graph.FoldTitle(t)] = true
	}
	return out
}

func (c *Case) family() string { return c.Gold.Family }

// NodeF1 is the harmonic mean of precision and recall of pages.
func (c *Case) NodeF1() float64 { return f1(c.nodes()) }

// pairs returns the edges of a graph's tree, without direction.
func pairs(g *Graph) map[[2]string]Kind {
	out := map[[2]string]Kind{}
	for _, e := range g.Tree() {
		out[pairOf(&e)] = e.Kind
	}
	return out
}

func pairOf(e *Edge) [2]string {
	a, b := graph.FoldTitle(e.From), graph.FoldTitle(e.To)
	return [2]string{min(a, b), max(a, b)}
}

// edges counts gold edges, found edges, and those in both; an edge is a pair of pages, whatever its direction and kind.
func (c *Case) edges() (gold, found, both int) {
	g, f := pairs(c.Gold), pairs(c.Found.Graph)
	for p := range g {
		if _, ok := f[p]; ok {
			both++
		}
	}
	return len(g), len(f), both
}

// EdgeF1 returns the F1 of edges; 1 if neither graph has any.
func (c *Case) EdgeF1() float64 {
	gold, found, both := c.edges()
	if gold+found == 0 {
		return 1
	}
	return f1(gold, found, both)
}

// Edits is the graph edit distance: pages and edges to add or to take away until the found tree is the gold one. Pages
// are known by title, so it needs no search.
func (c *Case) Edits() int {
	gold, found, both := c.nodes()
	goldEdges, foundEdges, bothEdges := c.edges()
	return gold + found - 2*both + goldEdges + foundEdges - 2*bothEdges
}

// within reports whether every gold page is among the first k retrieved.
func (c *Case) within(k int) bool {
	for i := range c.Gold.Pages {
		if r := c.Found.rank(c.Gold, i); r < 0 || r >= k {
			return false
		}
	}
	return true
}

// Right reports whether the verdict is the gold label; known is false without one of them.
func (c *Case) Right() (right, known bool) {
	return score.Agrees(cmp.Or(c.Gold.Label, c.Found.Gold), c.Found.Predicted)
}

func f1(gold, found, both int) float64 {
	if gold+found == 0 {
		return 0
	}
	return 2 * float64(both) / float64(gold+found)
}

// cuts are the values of k in recall@k.
var cuts = []int{5, 10, 20}

type caseMeasure = measure[*Case]

// measures returns the measures of groups of claims.
func (c *Pairing) measures() []caseMeasure {
	label := func(x *Case) (float64, bool) {
		right, known := x.Right()
		return score.One(right), known
	}
	if c.ClaimOnly {
		return []caseMeasure{{"claim_only_accuracy", label}}
	}
	out := []caseMeasure{
		{"node_f1", always((*Case).NodeF1)},
		{"edge_f1", always((*Case).EdgeF1)},
		{"edits", always(func(x *Case) float64 { return float64(x.Edits()) })},
		{"all_pages_in_chain", always(func(x *Case) float64 { g, _, both := x.nodes(); return score.One(both == g) })},
		{"same_shape", always(func(x *Case) float64 { return score.One(x.Gold.Shape() == x.Found.Graph.Shape()) })},
	}
	if c.ranked() {
		for _, k := range cuts {
			out = append(out, caseMeasure{"all_gold@" + strconv.Itoa(k), always(func(x *Case) float64 { return score.One(x.within(k)) })})
		}
	}
	return append(out, caseMeasure{"label_accuracy", label})
}

// measuresBut are the measures but those named.
func (c *Pairing) measuresBut(names ...string) []caseMeasure {
	return slices.DeleteFunc(c.measures(), func(m caseMeasure) bool { return slices.Contains(names, m.name) })
}

// ranked reports whether any answer has a ranked list: verify's have none.
func (c *Pairing) ranked() bool {
	return slices.ContainsFunc(c.Cases, func(x *Case) bool { return x.Found.Retrieved != nil })
}
