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

// Pairing is found graphs against gold graphs.
type Pairing struct {
	Cases []*Case
	Seed  uint64
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

// Tables returns the tables of the comparison.
func (c *Pairing) Tables() []*Table {
	return []*Table{c.Comparisons(), c.ByShape(), c.Confusion(), c.ByPlace(), c.Controlled()}
}

// family returns the claim's family.
func (x *Case) family() string { return x.Gold.Family }

// nodes counts gold pages, found pages, and those in both.
func (x *Case) nodes() (gold, found, both int) {
	have := folded(x.Found.Graph.Pages)
	for _, p := range x.Gold.Pages {
		if have[graph.FoldTitle(p)] {
			both++
		}
	}
	return len(x.Gold.Pages), len(x.Found.Graph.Pages), both
}

// folded returns the set of titles, each in the form by which titles are compared.
func folded(titles []string) map[string]bool {
	out := make(map[string]bool, len(titles))
	for _, t := range titles {
		out[graph.FoldTitle(t)] = true
	}
	return out
}

// pair returns two pages that are joined, without direction.
func pair(from, to string) [2]string {
	a, b := graph.FoldTitle(from), graph.FoldTitle(to)
	return [2]string{min(a, b), max(a, b)}
}

// pairs returns the pairs of pages that the edges of a graph's tree join.
func pairs(g *Graph) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, e := range g.Tree() {
		out[pair(e.From, e.To)] = true
	}
	return out
}

// edges counts gold edges, found edges, and those in both. An edge is a pair of pages, whatever its direction and kind.
func (x *Case) edges() (gold, found, both int) {
	g, f := pairs(x.Gold), pairs(x.Found.Graph)
	for p := range g {
		if f[p] {
			both++
		}
	}
	return len(g), len(f), both
}

// NodeF1 returns the harmonic mean of precision and recall of pages.
func (x *Case) NodeF1() float64 { return f1(x.nodes()) }

// EdgeF1 returns the F1 of edges; 1 if neither graph has any.
func (x *Case) EdgeF1() float64 {
	gold, found, both := x.edges()
	if gold+found == 0 {
		return 1
	}
	return f1(gold, found, both)
}

func f1(gold, found, both int) float64 {
	if gold+found == 0 {
		return 0
	}
	return 2 * float64(both) / float64(gold+found)
}

// Edits returns the graph edit distance: the number of pages and edges to add or take away until the found tree is the gold one. It
// needs no search, because titles identify pages.
func (x *Case) Edits() int {
	gold, found, both := x.nodes()
	goldEdges, foundEdges, bothEdges := x.edges()
	return gold + found - 2*both + goldEdges + foundEdges - 2*bothEdges
}

// whole reports whether every gold page is in the best chain.
func (x *Case) whole() bool {
	gold, _, both := x.nodes()
	return both == gold
}

// within reports whether every gold page is among the first k retrieved.
func (x *Case) within(k int) bool {
	for i := range x.Gold.Pages {
		if r := x.Found.rank(x.Gold, i); r < 0 || r >= k {
			return false
		}
	}
	return true
}

// Right reports whether the verdict is the gold label; known is false without one of them.
func (x *Case) Right() (right, known bool) {
	return score.Agrees(cmp.Or(x.Gold.Label, x.Found.Gold), x.Found.Predicted)
}

// cuts are the values of k in recall@k.
var cuts = []int{5, 10, 20}

type caseMeasure = measure[*Case]

// measures returns the measures of groups of claims.
func (c *Pairing) measures() []caseMeasure {
	out := []caseMeasure{
		always("node_f1", (*Case).NodeF1),
		always("edge_f1", (*Case).EdgeF1),
		always("edits", func(x *Case) float64 { return float64(x.Edits()) }),
		holds("same_shape", func(x *Case) bool { return x.Gold.Shape() == x.Found.Graph.Shape() }),
	}
	out = append(out, c.outcomes()...)
	if c.ranked() {
		out = append(out, retrieved(cuts[1]), retrieved(cuts[2]))
	}
	return out
}

// outcomes returns the measures by which shapes and planners are compared: they are the same thing for every shape.
func (c *Pairing) outcomes() []caseMeasure {
	out := []caseMeasure{holds("all_pages_in_chain", (*Case).whole)}
	if c.ranked() {
		out = append(out, retrieved(cuts[0]))
	}
	return append(out, caseMeasure{"label_accuracy", true, func(x *Case) (float64, bool) {
		right, known := x.Right()
		return score.One(right), known
	}})
}

// retrieved is the share of claims all of whose pages are among the first k.
func retrieved(k int) caseMeasure {
	return holds("all_gold@"+strconv.Itoa(k), func(x *Case) bool { return x.within(k) })
}

// ranked reports whether any answer has a ranked list; verify's have none.
func (c *Pairing) ranked() bool {
	return slices.ContainsFunc(c.Cases, func(x *Case) bool { return x.Found.Retrieved != nil })
}

// byShape groups cases by their gold shapes; "all" comes first.
func (c *Pairing) byShape() (names []string, parts map[string][]*Case) {
	names, parts = parted(c.Cases, func(x *Case) string { return x.Gold.Shape() }, inShapeOrder)
	parts["all"] = c.Cases
	return append([]string{"all"}, names...), parts
}

// shapeOrder are the first shapes of tables; the others follow by name.
var shapeOrder = []string{"single", "2", "3", "path4", "star4"}

func inShapeOrder(a, b string) int {
	place := func(s string) int {
		if i := slices.Index(shapeOrder, s); i >= 0 {
			return i
		}
		return len(shapeOrder)
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}

// ByShape measures the claims of each gold shape.
func (c *Pairing) ByShape() *Table {
	t := &Table{Name: "found-by-shape", Title: "Found against gold, by gold shape", Keys: []string{"shape"},
		Note: "Means over claims; families are drawn together for the intervals. edits: pages and edges to add or take away. " +
			"all_gold@k: every gold page (MuSiQue: passage) among the first k retrieved."}
	names, parts := c.byShape()
	for _, name := range names {
		none := 0
		for _, x := range parts[name] {
			none += int(score.One(x.None))
		}
		for _, m := range c.measures() {
			m.mean(t, c.Seed, parts[name], name)
		}
		if none > 0 {
			t.count("without_answer", none, name)
		}
	}
	return t
}

// Confusion counts found shapes by gold shape.
func (c *Pairing) Confusion() *Table {
	t := &Table{Name: "shape-confusion", Title: "Gold shapes and the shapes found for them", Keys: []string{"gold", "found"},
		Note: "share: of the gold shape's claims."}
	names, parts := c.byShape()
	for _, gold := range names[1:] {
		shape := func(x *Case) string { return cmp.Or(x.Found.Graph.Shape(), "none") }
		found, by := parted(parts[gold], shape, inShapeOrder)
		for _, f := range found {
			t.count("claims", len(by[f]), gold, f)
			holds("share", func(x *Case) bool { return shape(x) == f }).mean(t, c.Seed, parts[gold], gold, f)
		}
	}
	return t
}

// ByPlace measures how many gold pages were found, by their position and whether the claim names them.
func (c *Pairing) ByPlace() *Table {
	t := &Table{Name: "recall-by-place", Title: "Gold pages found, by position and name", Keys: []string{"page"},
		Note: "named: the title stands in the claim; hidden: it does not. n counts pages."}
	for _, pos := range positions {
		for _, named := range []bool{true, false} {
			pages := c.pages(func(g *Graph, i int) bool {
				return g.Position(g.Pages[i]) == pos && slices.Contains(g.Named, g.Pages[i]) == named
			})
			name := string(pos) + map[bool]string{true: ", named", false: ", hidden"}[named]
			holds("in_chain", func(p page) bool { return folded(p.of.Found.Graph.Pages)[graph.FoldTitle(p.of.Gold.Pages[p.at])] }).
				mean(t, c.Seed, pages, name)
			for _, k := range cuts {
				if c.ranked() {
					holds("recall@"+strconv.Itoa(k), func(p page) bool { return p.within(k) }).mean(t, c.Seed, pages, name)
				}
			}
		}
	}
	return t
}

// page is a gold page of a claim.
type page struct {
	of *Case
	at int
}

func (p page) family() string { return cmp.Or(p.of.Gold.Family, p.of.Gold.ID.Key()) }

func (p page) within(k int) bool {
	r := p.of.Found.rank(p.of.Gold, p.at)
	return r >= 0 && r < k
}

// pages returns the gold pages that pick takes, of graphs with a shape.
func (c *Pairing) pages(pick func(g *Graph, i int) bool) []page {
	var out []page
	for _, x := range c.Cases {
		for i := range x.Gold.Pages {
			if x.Gold.Shape() != "" && pick(x.Gold, i) {
				out = append(out, page{x, i})
			}
		}
	}
	return out
}
