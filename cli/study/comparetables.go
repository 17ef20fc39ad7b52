package study

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
)

// AddTo adds the tables and charts of the comparison to a report.
func (c *Pairing) AddTo(r *Report) {
	shapes := c.ByShape()
	confusion := c.Confusion()
	places := c.ByPlace()
	r.Tables = append(r.Tables, shapes, c.ByKind(), confusion, places, c.ByDistance())
	r.Charts = append(r.Charts, barChart(shapes, "shape", "Found against gold, by gold shape", "node_f1", "edge_f1", "same_shape", "all_gold@5", "label_accuracy"),
		confusionChart(confusion), barChart(places, "page", "Pages found, by where they stand", "in_chain", "recall@5", "recall@20"))
	r.Charts = slices.DeleteFunc(r.Charts, func(c *Chart) bool { return len(c.Curves) == 0 })
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
	return cmp.Or(cmp.Compare(orderOf(shapeOrder, a), orderOf(shapeOrder, b)), cmp.Compare(a, b))
}

func orderOf(list []string, s string) int {
	if i := slices.Index(list, s); i >= 0 {
		return i
	}
	return len(list)
}

// ByShape measures the claims of each gold shape.
func (c *Pairing) ByShape() *Table {
	t := &Table{Name: "found-by-shape", Title: "Found against gold, by gold shape", Command: c.Command, Keys: []string{"shape"},
		Note: "Means over claims; families are drawn together for the intervals. edits: pages and edges to add or take away. all_gold@k: every gold page (MuSiQue: passage) among the first k retrieved."}
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

// ByKind measures edges by their kind: recall over gold edges of the kind, precision over found edges of the kind, an edge
// being right when the other tree joins the same pair.
func (c *Pairing) ByKind() *Table {
	t := &Table{Name: "edges-by-kind", Title: "Edges by kind", Command: c.Command, Keys: []string{"kind"},
		Note: "recall: gold edges of the kind whose two pages the found tree joins; precision: found edges of the kind whose two pages the gold tree joins; f1 of the two. n counts claims."}
	for _, k := range append(Kinds(), anyLink, anyKind) {
		var rows []sums
		for _, x := range c.Cases {
			if s := x.kindSums(k); s[0]+s[2] > 0 {
				rows = append(rows, sums{x.Gold.Family, s})
			}
		}
		if len(rows) == 0 {
			continue
		}
		recall, precision := func(s []float64) float64 { return s[1] / s[0] }, func(s []float64) float64 { return s[3] / s[2] }
		t.Add("recall", figureOf(rows, c.Seed, recall), string(k))
		t.Add("precision", figureOf(rows, c.Seed, precision), string(k))
		t.Add("f1", figureOf(rows, c.Seed, func(s []float64) float64 { p, r := precision(s), recall(s); return 2 * p * r / (p + r) }), string(k))
	}
	return t
}

// kindSums returns four numbers for a kind of edge: gold edges, those of them found, found edges, and those of them gold.
func (c *Case) kindSums(k Kind) []float64 {
	gold, found := pairs(c.Gold), pairs(c.Found.Graph)
	s := make([]float64, 4)
	for p, kind := range gold {
		if isKind(kind, k) {
			_, ok := found[p]
			s[0]++
			s[1] += score.One(ok)
		}
	}
	for p, kind := range found {
		if isKind(kind, k) {
			_, ok := gold[p]
			s[2]++
			s[3] += score.One(ok)
		}
	}
	return s
}

// Groups of kinds. In the output of hop, links inferred from mentions are links.
const (
	anyLink Kind = "link or mention"
	anyKind Kind = "all"
)

func isKind(kind, of Kind) bool {
	switch of {
	case anyKind:
		return true
	case anyLink:
		return kind == OutLink || kind == InLink || kind == Mention
	}
	return kind == of
}

// Confusion counts found shapes by gold shape.
func (c *Pairing) Confusion() *Table {
	t := &Table{Name: "shape-confusion", Title: "Gold shapes and the shapes found for them", Command: c.Command, Keys: []string{"gold", "found"},
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

// ByPlace returns the table of gold pages found, by their position and whether the claim names them.
func (c *Pairing) ByPlace() *Table {
	t := &Table{Name: "recall-by-place", Title: "Gold pages found, by position and name", Command: c.Command, Keys: []string{"page"},
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

// ByDistance returns the table of gold pages found, by their distance in edges from a page that the claim names.
func (c *Pairing) ByDistance() *Table {
	t := &Table{Name: "recall-by-distance", Title: "Where retrieval breaks: gold pages found, by edges from the nearest named page", Command: c.Command, Keys: []string{"distance"},
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

// barChart draws measures of a table with one key.
func barChart(t *Table, x, title string, measures ...string) *Chart {
	c := &Chart{Name: t.Name, Title: title, X: x, Y: "share (95 % interval)", Bars: true}
	c.Names = t.values(0)
	for _, m := range measures {
		c.bars(m, t, func(r Row) bool { return r.Measure == m })
	}
	return c
}

// confusionChart draws, for each gold shape, the shares of the shapes found.
func confusionChart(t *Table) *Chart {
	c := &Chart{Name: t.Name, Title: "Shapes found, by gold shape", X: "gold shape", Y: "share of claims (95 % interval)", Bars: true}
	c.Names = t.values(0)
	found := t.values(1)
	slices.SortFunc(found, inShapeOrder)
	for _, f := range found {
		c.bars(f, t, func(r Row) bool { return r.Keys[1] == f })
	}
	return c
}

// values returns the values of a key, in the order of the rows.
func (t *Table) values(key int) (out []string) {
	for _, r := range t.Rows {
		if !slices.Contains(out, r.Keys[key]) {
			out = append(out, r.Keys[key])
		}
	}
	return out
}

// bars adds a colour of bars: rows of a table at the places of their first keys.
func (c *Chart) bars(name string, t *Table, pick func(Row) bool) {
	k := Curve{Name: name}
	for _, r := range t.Rows {
		if pick(r) {
			k.Points = append(k.Points, Point{float64(slices.Index(c.Names, r.Keys[0])), r.Value, r.Low, r.High})
		}
	}
	if len(k.Points) > 0 {
		c.Curves = append(c.Curves, k)
	}
}
