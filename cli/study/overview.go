package study

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// inShapeOrder sorts these shapes first, the last one foremost, and others by name.
func inShapeOrder(a, b string) int {
	last := []string{"star4", "path4", "3", "2", "single"}
	return cmp.Or(slices.Index(last, b)-slices.Index(last, a), strings.Compare(a, b))
}

// byShape groups graphs by their shape, and sorts the shapes. Graphs without a shape are left out.
func byShape(all []*Graph) (names []string, parts map[string][]*Graph) {
	parts = map[string][]*Graph{}
	for _, g := range all {
		if s := g.Shape(); s != "" {
			parts[s] = append(parts[s], g)
		}
	}
	return slices.SortedFunc(maps.Keys(parts), inShapeOrder), parts
}

// Overview counts the gold graphs of a set by shape.
func (r *Report) Overview(set string, gold []*Graph) {
	r.count("gold", "claims", len(gold), set, "all")
	_, parts := byShape(gold)
	possible := map[string]bool{}
	for _, g := range gold {
		for _, s := range g.Shapes {
			possible[s.Shape] = true
		}
	}
	without := len(gold)
	for _, shape := range slices.SortedFunc(maps.Keys(possible), inShapeOrder) {
		n, rows := len(parts[shape]), make([]Observation, len(gold))
		for i, g := range gold {
			rows[i] = Observation{g.Family, []float64{g.likely[shape]}}
		}
		expected := Estimate(rows, r.Seed, func(s []float64) float64 { return s[0] })
		if expected.Value == float64(n) { // the shapes are certain
			expected = score.Exact(n, float64(n))
		}
		r.count("gold", "claims", n, set, shape)
		r.add("gold", "expected", false, expected, set, shape)
		without -= n
	}
	if without > 0 {
		r.count("gold", "claims", without, set, "no tree")
	}
}

// Judged is a reader's judgement of a claim's graph.
type Judged struct {
	Data  string    `json:"data"` // the set of the claim, and after a comma which part of it
	ID    claims.ID `json:"id"`
	Shape string    `json:"shape"`
	Edges [][2]int  `json:"edges"` // joins of gold pages, by their indices
}

// ReadJudged reads a file of judgements.
func ReadJudged(name string) ([]*Judged, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []*Judged
	for rec, err := range claims.Records(f, name) {
		if err != nil {
			return nil, err
		}
		j := &Judged{}
		err := json.Unmarshal(rec.Raw, j)
		for _, e := range j.Edges {
			if min(e[0], e[1]) < 0 || max(e[0], e[1]) > len(j.Edges) {
				err = fmt.Errorf("edge %v: want the indices of two gold pages, from 0 to %d", e, len(j.Edges))
			}
		}
		if err != nil {
			return nil, &claims.RecordError{Place: rec.Place, Err: err}
		}
		all = append(all, j)
	}
	return all, nil
}

// Agreement measures the gold graphs of a set by judgements: by shape the precision and recall of the most probable
// shape, and Cohen's kappa over all judged claims. A second judgement of a claim is another reading; where the
// readings' shapes differ, the claim is left out.
func (r *Report) Agreement(set string, judged []*Judged, gold []*Graph) {
	readBy := map[string][]*Judged{} // the readings of each claim
	for _, j := range judged {
		if of, _, _ := strings.Cut(j.Data, ","); of == set {
			readBy[j.ID.Key()] = append(readBy[j.ID.Key()], j)
		}
	}
	var all, edges []Observation
	var readings, rule [][2]string
	judgedAs, given := map[string][]Observation{}, map[string][]Observation{} // by the judged shape, and the graph's
	for _, g := range gold {
		read := readBy[g.ID.Key()]
		if len(read) == 0 || len(read[0].Edges) == 0 || len(read[0].Edges) != len(g.Pages)-1 {
			continue
		}
		j := read[0]
		if len(read) > 1 {
			readings = append(readings, [2]string{j.Shape, read[1].Shape})
			if j.Shape != read[1].Shape {
				continue
			}
		}
		right := one(g.group(), score.One(j.Shape == g.Shape()))
		all, rule = append(all, right), append(rule, [2]string{j.Shape, g.Shape()})
		judgedAs[j.Shape], given[g.Shape()] = append(judgedAs[j.Shape], right), append(given[g.Shape()], right)
		tree, both := pairs(g), 0.0
		for _, e := range j.Edges {
			both += score.One(tree[pair(g.Pages[e[0]], g.Pages[e[1]])])
		}
		edges = append(edges, one(g.group(), both/float64(len(j.Edges))))
	}
	for _, s := range slices.SortedFunc(maps.Keys(judgedAs), inShapeOrder) {
		r.count("agreement", "judged", len(judgedAs[s]), set, s)
		r.mean("agreement", "precision", true, given[s], set, s)
		r.mean("agreement", "recall", true, judgedAs[s], set, s)
	}
	if len(all) > 0 {
		r.count("agreement", "judged", len(all), set, "all")
		r.mean("agreement", "shape agrees", true, all, set, "all")
		r.mean("agreement", "edges", false, edges, set, "all")
		r.kappa(rule, set, "all")
	}
	if len(readings) > 0 {
		r.count("agreement", "judged", len(readings), set, "two readings")
		r.kappa(readings, set, "two readings")
	}
}

// kappa adds Cohen's kappa (1960) of pairs of judgements, unless all of them are alike.
func (r *Report) kappa(pairs [][2]string, keys ...string) {
	a, b, same, n := map[string]int{}, map[string]int{}, 0, len(pairs)
	for _, p := range pairs {
		a[p[0]]++
		b[p[1]]++
		same += int(score.One(p[0] == p[1]))
	}
	chance := 0
	for shape := range a {
		chance += a[shape] * b[shape]
	}
	if chance < n*n {
		r.add("agreement", "kappa", false, score.Exact(n, float64(same*n-chance)/float64(n*n-chance)), keys...)
	}
}
