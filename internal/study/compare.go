package study

import (
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/verify"
)

// Case is one claim with its gold graph and what was found for it.
type Case struct {
	Gold  *Graph
	Found *Found // never nil; empty for a claim without an answer
	None  bool   // there was no answer
}

// Pairing is found graphs against gold.
type Pairing struct {
	Cases   []Case
	Seed    uint64
	Command string

	// ClaimOnly says that the verdicts are of a model that read the claim alone: nothing was looked for.
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
		c.Cases = append(c.Cases, Case{Gold: g, Found: f, None: found[g.ID.Key()] == nil})
	}
	return c
}

// nodes counts gold pages, found pages, and those in both.
func (c *Case) nodes() (gold, found, both int) {
	have := folded(c.Found.Graph.Pages)
	for _, p := range c.Gold.Pages {
		if have[fold(p)] {
			both++
		}
	}
	return len(c.Gold.Pages), len(c.Found.Graph.Pages), both
}

func folded(titles []string) map[string]bool {
	out := make(map[string]bool, len(titles))
	for _, t := range titles {
		out[fold(t)] = true
	}
	return out
}

// NodeF1 is the harmonic mean of precision and recall of pages.
func (c *Case) NodeF1() float64 { return f1(c.nodes()) }

// pairs are the edges of a graph's tree, whatever their direction and kind.
func pairs(g *Graph) map[[2]string]Kind {
	out := map[[2]string]Kind{}
	for _, e := range g.Tree() {
		out[pairOf(&e)] = e.Kind
	}
	return out
}

func pairOf(e *Edge) [2]string {
	a, b := fold(e.From), fold(e.To)
	return [2]string{min(a, b), max(a, b)}
}

// EdgeF1 is that of pairs of pages that an edge joins, whatever its direction and kind; 1 when neither graph has any.
func (c *Case) EdgeF1() float64 {
	gold, found := pairs(c.Gold), pairs(c.Found.Graph)
	both := 0
	for p := range gold {
		if _, ok := found[p]; ok {
			both++
		}
	}
	if len(gold)+len(found) == 0 {
		return 1
	}
	return f1(len(gold), len(found), both)
}

// Edits is the graph edit distance: pages and edges to add or to take away until the found tree is the gold one. Pages
// are known by title, so it needs no search.
func (c *Case) Edits() int {
	gold, found, both := c.nodes()
	edits := gold + found - 2*both
	g, f := pairs(c.Gold), pairs(c.Found.Graph)
	for p := range g {
		if _, ok := f[p]; !ok {
			edits++
		}
	}
	for p := range f {
		if _, ok := g[p]; !ok {
			edits++
		}
	}
	return edits
}

// within tells whether every gold page is among the first k retrieved.
func (c *Case) within(k int) bool {
	for i := range c.Gold.Pages {
		if r := c.Found.rank(c.Gold, i); r < 0 || r >= k {
			return false
		}
	}
	return true
}

// Right tells whether the verdict is the gold label; known is false without one of them.
func (c *Case) Right() (right, known bool) {
	gold := c.Gold.Label
	if gold == "" {
		gold = c.Found.Gold
	}
	if gold == "" || c.Found.Predicted == "" {
		return false, false
	}
	g, err := verify.ParseLabel(gold)
	p, perr := verify.ParseLabel(c.Found.Predicted)
	if err != nil || perr != nil {
		return false, false
	}
	return g == p || g == verify.NotSupported && p != verify.Supported, true
}

func f1(gold, found, both int) float64 {
	if gold+found == 0 {
		return 0
	}
	return 2 * float64(both) / float64(gold+found)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// cuts are the lengths of ranked lists that recall is told for.
var cuts = []int{5, 10, 20}

// measures are what every group of claims is measured by.
func (c *Pairing) measures() []measure {
	label := func(x *Case) (float64, bool) {
		right, known := x.Right()
		return truth(right), known
	}
	if c.ClaimOnly {
		return []measure{{"claim_only_accuracy", label}}
	}
	out := []measure{
		{"node_f1", func(x *Case) (float64, bool) { return x.NodeF1(), true }},
		{"edge_f1", func(x *Case) (float64, bool) { return x.EdgeF1(), true }},
		{"edits", func(x *Case) (float64, bool) { return float64(x.Edits()), true }},
		{"all_pages_in_chain", func(x *Case) (float64, bool) { g, _, both := x.nodes(); return truth(both == g), true }},
		{"same_shape", func(x *Case) (float64, bool) { return truth(x.Gold.Shape() == x.Found.Graph.Shape()), true }},
	}
	if c.ranked() {
		for _, k := range cuts {
			out = append(out, measure{"all_gold@" + strconv.Itoa(k), func(x *Case) (float64, bool) { return truth(x.within(k)), true }})
		}
	}
	return append(out, measure{"label_accuracy", label})
}

// ranked tells whether any answer has a ranked list: verify's have none.
func (c *Pairing) ranked() bool {
	return slices.ContainsFunc(c.Cases, func(x Case) bool { return x.Found.Retrieved != nil })
}

// measure is a number of one claim, where it has one.
type measure struct {
	name string
	of   func(*Case) (float64, bool)
}

func (m measure) observe(cases []Case) []Observation {
	var out []Observation
	for i := range cases {
		if v, ok := m.of(&cases[i]); ok {
			out = append(out, Observation{cases[i].Gold.Family, v})
		}
	}
	return out
}
