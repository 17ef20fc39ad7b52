package study

import (
	"encoding/json"
	"errors"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Judged is a person's annotation of a claim's graph: its shape, and its edges by the indices of its gold pages.
type Judged struct {
	Data  string    `json:"data"`
	ID    claims.ID `json:"id"`
	Shape string    `json:"shape"`
	Order string    `json:"order,omitempty"` // 4a, 4b, 4c
	Also  string    `json:"also,omitempty"`  // another shape that may be meant
	Edges [][2]int  `json:"edges"`
}

// DecodeJudged reads a judgement.
func DecodeJudged(raw []byte) (*Judged, error) {
	j := &Judged{}
	err := json.Unmarshal(raw, j)
	if err == nil && (j.ID.IsZero() || j.Shape == "") {
		err = errors.New("not a judgement: want id, shape and edges")
	}
	return j, err
}

// ReadLines returns the results of decode for the records of a file, without nil ones, and the errors of bad records.
func ReadLines[T any](name string, decode func(raw []byte) (*T, error)) (all []*T, bad []error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for rec, err := range claims.Records(f, name) {
		var refused *claims.RecordError
		var v *T
		if err == nil {
			if v, err = decode(rec.Raw); err != nil {
				err = &claims.RecordError{Place: rec.Place, Err: err}
			}
		}
		switch {
		case errors.As(err, &refused):
			bad = append(bad, err)
		case err != nil:
			return nil, bad, err
		case v != nil:
			all = append(all, v)
		}
	}
	return all, bad, nil
}

// Agreement compares gold graphs with a person's judgement: shapes, Cohen's kappa of the shapes (1960), orders of growth,
// and edges of the best tree. Judgements of claims that are not among gold are left out.
func Agreement(gold []*Graph, judged []*Judged, seed uint64) *Table {
	t := &Table{Name: "agreement", Title: "Gold graphs against a person's judgement", Keys: []string{"data"},
		Note: "shape: the surest shape is the judged one; either: or the other one that may be meant; listed: the judged shape is among those listed; sure: mean confidence in the surest shape, which should be near the first; order: 4a, 4b and 4c; edges: share of judged edges on the best tree."}
	byID := map[string]*Graph{}
	for _, g := range gold {
		byID[g.ID.Key()] = g
	}
	names, parts := []string{"all"}, map[string][]*Judged{}
	for _, j := range judged {
		if g := byID[j.ID.Key()]; g == nil || len(g.Pages) != len(j.Edges)+1 { // also one of the same id in another file
			continue
		}
		if parts[j.Data] == nil {
			names = append(names, j.Data)
		}
		parts[j.Data] = append(parts[j.Data], j)
		parts["all"] = append(parts["all"], j)
	}
	for _, name := range names {
		t.agree(name, parts[name], byID, seed)
	}
	return t
}

func (t *Table) agree(name string, judged []*Judged, byID map[string]*Graph, seed uint64) {
	kappa := map[[2]string]float64{}
	var edges []sums
	var pairs []judgedGraph
	for _, j := range judged {
		g := byID[j.ID.Key()]
		pairs = append(pairs, judgedGraph{j, g})
		edges = append(edges, sums{g.Family, []float64{g.shared(j.Edges), float64(len(j.Edges))}})
		kappa[[2]string{g.Shape(), j.Shape}]++
	}
	for _, m := range []measure[judgedGraph]{
		{"shape", always(func(j judgedGraph) float64 { return score.One(j.gold.Shape() == j.Shape) })},
		{"either", always(func(j judgedGraph) float64 { return score.One(j.gold.Shape() == j.Shape || j.gold.Shape() == j.Also) })},
		{"listed", always(func(j judgedGraph) float64 {
			return score.One(slices.ContainsFunc(j.gold.Shapes, func(s ShapeGuess) bool { return s.Shape == j.Shape }))
		})},
		{"sure", always(func(j judgedGraph) float64 { return j.gold.Shapes[0].Confidence })},
		{"order", func(j judgedGraph) (float64, bool) {
			return score.One(j.gold.Shapes[0].Order == j.Order), j.Order != ""
		}},
	} {
		if obs := observe(pairs, m.of); len(obs) > 0 || m.name != "order" {
			t.Add(m.name, Mean(obs, seed), name)
		}
	}
	t.Add("edges", figureOf(edges, seed, func(s []float64) float64 { return s[0] / s[1] }), name)
	t.Add("kappa", score.Exact(len(judged), cohen(kappa)), name)
}

// judgedGraph is a judgement with the graph it is of.
type judgedGraph struct {
	*Judged
	gold *Graph
}

func (j judgedGraph) family() string { return j.gold.Family }

// shared counts edges by places that the best tree has.
func (g *Graph) shared(edges [][2]int) float64 {
	have := pairs(g)
	n := 0.0
	for _, e := range edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(g.Pages) {
			continue
		}
		a, b := graph.FoldTitle(g.Pages[e[0]]), graph.FoldTitle(g.Pages[e[1]])
		_, ok := have[[2]string{min(a, b), max(a, b)}]
		n += score.One(ok)
	}
	return n
}

// cohen is the agreement beyond what two judges of the same habits would reach by chance.
func cohen(count map[[2]string]float64) float64 {
	rows, columns := map[string]float64{}, map[string]float64{}
	n, same := 0.0, 0.0
	for k, v := range count {
		n += v
		rows[k[0]] += v
		columns[k[1]] += v
		if k[0] == k[1] {
			same += v
		}
	}
	chance := 0.0
	for k, v := range rows {
		chance += v * columns[k] / (n * n)
	}
	return (same/n - chance) / (1 - chance)
}
