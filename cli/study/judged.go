package study

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Judged is a person's judgement of a claim's graph.
type Judged struct {
	Data  string    `json:"data"` // the set of the claim, and after a comma which part of it
	ID    claims.ID `json:"id"`
	Shape string    `json:"shape"`
	Edges [][2]int  `json:"edges"` // joins of gold pages, by their indices
}

// Set returns the name of the claim's set.
func (j *Judged) Set() string {
	set, _, _ := strings.Cut(j.Data, ",")
	return set
}

// DecodeJudged reads a line of a file of judgements.
func DecodeJudged(raw []byte) (*Judged, error) {
	j := &Judged{}
	return j, json.Unmarshal(raw, j)
}

// verdict is a judgement beside the graph that it is of.
type verdict struct {
	*Judged
	gold *Graph
}

func (v verdict) family() string { return cmp.Or(v.gold.Family, v.gold.ID.Key()) }

// edges returns the share of the judged edges that the graph's tree has.
func (v verdict) edges() float64 {
	tree, both := pairs(v.gold), 0.0
	for _, e := range v.Edges {
		both += score.One(tree[pair(v.gold.Pages[e[0]], v.gold.Pages[e[1]])])
	}
	return both / float64(len(v.Edges))
}

// Agreement measures gold graphs by a person's judgements: by shape the precision and recall of the most probable shape, and over all
// judged claims Cohen's kappa (1960).
func Agreement(judged []*Judged, gold []*Graph, seed uint64) *Table {
	t := &Table{Name: "agreement", Title: "Gold shapes against a person's judgement", Keys: []string{"shape"},
		Note: "judged: claims with this shape by the person's judgement. precision: the share of the claims given this shape that the " +
			"person gave it too; recall: the share of the judged ones. edges: the mean share of judged edges that the tree has."}
	byID := map[string]*Graph{}
	for _, g := range gold {
		byID[g.ID.Key()] = g
	}
	var all []verdict
	for _, j := range judged {
		if g := byID[j.ID.Key()]; g != nil && len(j.Edges) > 0 && len(g.Pages) == len(j.Edges)+1 {
			all = append(all, verdict{j, g})
		}
	}
	agrees := holds("", func(v verdict) bool { return v.Shape == v.gold.Shape() })
	shapes, byShape := parted(all, func(v verdict) string { return v.Shape }, inShapeOrder)
	_, given := parted(all, func(v verdict) string { return v.gold.Shape() }, inShapeOrder)
	chance, n := 0.0, float64(len(all))
	for _, s := range shapes {
		t.count("judged", len(byShape[s]), s)
		agrees.as("precision").mean(t, seed, given[s], s)
		agrees.as("recall").mean(t, seed, byShape[s], s)
		chance += float64(len(byShape[s])) / n * float64(len(given[s])) / n
	}
	if len(all) > 0 {
		t.count("judged", len(all), "all")
		agrees.as("shape agrees").mean(t, seed, all, "all")
		always("edges", verdict.edges).mean(t, seed, all, "all")
		if chance < 1 {
			agreed := Mean(observe(all, agrees.of), seed)
			t.add("kappa", false, score.Exact(len(all), (agreed.Value-chance)/(1-chance)), "all")
		}
	}
	return t
}
