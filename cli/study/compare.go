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
	Cases     []*Case
	Seed      uint64
	ClaimOnly bool // the verdicts are of a model that read only the claim
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

// AddTo adds the tables and charts of the comparison to a report.
func (c *Pairing) AddTo(r *Report) {
	shapes, confusion, places := c.ByShape(), c.Confusion(), c.ByPlace()
	r.Tables = append(r.Tables, shapes, confusion, places, c.ByDistance())
	found := barChart(confusion, "gold shape", "Shapes found, by gold shape")
	kinds := confusion.values(1)
	slices.SortFunc(kinds, inShapeOrder)
	for _, k := range kinds {
		found.Curves = append(found.Curves, confusion.curve(k, found.Names, func(r Row) bool { return r.Keys[1] == k }))
	}
	r.Charts = append(r.Charts,
		barChart(shapes, "shape", "Found against gold, by gold shape", "node_f1", "edge_f1", "same_shape", "all_gold@5", "label_accuracy"),
		found, barChart(places, "page", "Pages found, by position", "in_chain", "recall@5", "recall@20"))
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

// pairs returns the pairs of pages that the edges of a graph's tree join, without direction.
func pairs(g *Graph) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, e := range g.Tree() {
		a, b := graph.FoldTitle(e.From), graph.FoldTitle(e.To)
		out[[2]string{min(a, b), max(a, b)}] = true
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

// measures returns the measures of groups of claims, but those named.
func (c *Pairing) measures(but ...string) []caseMeasure {
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
	out = append(out, caseMeasure{"label_accuracy", label})
	return slices.DeleteFunc(out, func(m caseMeasure) bool { return slices.Contains(but, m.name) })
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
		addMeans(t, c.Seed, parts[name], c.measures(), name)
		none := 0
		for _, x := range parts[name] {
			none += int(score.One(x.None))
		}
		if none > 0 {
			t.Count("without_answer", none, name)
		}
	}
	return t
}

// Confusion counts found shapes by gold shape.
func (c *Pairing) Confusion() *Table {
	t := &Table{Name: "shape-confusion", Title: "Gold shapes and the shapes found for them", Keys: []string{"gold", "found"},
		Note: "value: the share of the gold shape's claims."}
	names, parts := c.byShape()
	for _, gold := range names[1:] {
		shape := func(x *Case) string { return cmp.Or(x.Found.Graph.Shape(), "none") }
		found, by := parted(parts[gold], shape, inShapeOrder)
		for _, f := range found {
			v := Mean(observe(parts[gold], always(func(x *Case) float64 { return score.One(shape(x) == f) })), c.Seed)
			v.N = len(by[f])
			t.Add("claims", v, gold, f)
		}
	}
	return t
}

// ByPlace measures how many gold pages were found, by their position and whether the claim names them.
func (c *Pairing) ByPlace() *Table {
	t := &Table{Name: "recall-by-place", Title: "Gold pages found, by position and name", Keys: []string{"page"},
		Note: "named: the title stands in the claim; hidden: it does not. n counts pages."}
	for _, pos := range Positions() {
		for _, named := range []bool{true, false} {
			name := string(pos) + map[bool]string{true: ", named", false: ", hidden"}[named]
			c.recall(t, name, func(g *Graph, i int, _ []int) bool {
				return g.Position(g.Pages[i]) == pos && slices.Contains(g.Named, g.Pages[i]) == named
			})
		}
	}
	return t
}

// ByDistance measures how many gold pages were found, by their distance in edges from a page that the claim names.
func (c *Pairing) ByDistance() *Table {
	t := &Table{Name: "recall-by-distance", Title: "Gold pages found, by edges from the nearest named page", Keys: []string{"distance"},
		Note: "none: the claim names no page. n counts pages."}
	for d := -1; d <= 5; d++ {
		name := strconv.Itoa(d)
		if d < 0 {
			name = "none"
		}
		c.recall(t, name, func(_ *Graph, i int, distance []int) bool { return distance[i] == d })
	}
	return t
}

// recall adds how many of the pages that pick takes were found.
func (c *Pairing) recall(t *Table, name string, pick func(*Graph, int, []int) bool) {
	chain, ranks := []Observation{}, make([][]Observation, len(cuts))
	for _, x := range c.Cases {
		have, distance := folded(x.Found.Graph.Pages), x.Gold.Distances()
		for i, p := range x.Gold.Pages {
			if !pick(x.Gold, i, distance) {
				continue
			}
			group := cmp.Or(x.Gold.Family, x.Gold.ID.Key())
			chain = append(chain, Observation{group, score.One(have[graph.FoldTitle(p)])})
			for k, n := range cuts {
				r := x.Found.rank(x.Gold, i)
				ranks[k] = append(ranks[k], Observation{group, score.One(r >= 0 && r < n)})
			}
		}
	}
	if len(chain) == 0 {
		return
	}
	t.Add("in_chain", Mean(chain, c.Seed), name)
	for k, n := range cuts {
		if c.ranked() {
			t.Add("recall@"+strconv.Itoa(n), Mean(ranks[k], c.Seed), name)
		}
	}
}
