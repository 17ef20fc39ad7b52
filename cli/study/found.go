package study

import (
	"encoding/json"
	"errors"
	"os"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Found is the answer of hop or verify to a claim.
type Found struct {
	ID        claims.ID
	Graph     *Graph   // the best chain; without pages if there was none
	Retrieved []string // titles of the ranked pages, best first, the second of a title as "Title #2"; nil for verify
	Passages  []string // of the ranked pages, aligned with Retrieved; nil if the line lacks some
	Predicted string   // the label, of verify
	Gold      string   // the gold label, if the line has it
}

// foundLine is a line of hop --out or verify --out.
type foundLine struct {
	ID        claims.ID   `json:"id"`
	Claim     string      `json:"claim"`
	Label     string      `json:"label"`
	Predicted string      `json:"predicted_label"`
	Chain     *foundChain `json:"chain"`
	Chains    []foundChain
	Retrieved []struct {
		Page    string `json:"page"`
		Passage string `json:"passage"`
	} `json:"retrieved"`
}

type foundChain struct {
	Shape string   `json:"shape"`
	Pages []string `json:"pages"`
	Links []struct {
		From string `json:"from"`
		To   string `json:"to"`
	} `json:"links"`
}

// DecodeFound reads a line that hop --out or verify --out wrote; FEVEROUS's header is nil.
func DecodeFound(raw []byte) (*Found, error) {
	var l foundLine
	err := json.Unmarshal(raw, &l)
	switch {
	case err != nil:
		return nil, err
	case l.ID.IsZero():
		return nil, errors.New("not a line of hop --out or verify --out: no id")
	case l.ID.Key() == "" && l.Claim == "":
		return nil, nil
	}
	f := &Found{ID: l.ID, Predicted: l.Predicted, Gold: l.Label,
		Graph: &Graph{ID: l.ID, Claim: l.Claim, Pages: []string{}, Edges: []Edge{}}}
	if l.Chain == nil && len(l.Chains) > 0 {
		l.Chain = &l.Chains[0]
	}
	if l.Chain != nil {
		f.Graph = l.Chain.graph(&l)
	}
	for _, p := range l.Retrieved {
		f.Retrieved = append(f.Retrieved, p.Page)
		f.Passages = append(f.Passages, p.Passage)
	}
	f.Retrieved = distinct(f.Retrieved)
	if slices.Contains(f.Passages, "") {
		f.Passages = nil
	}
	return f, nil
}

// rank returns the index of a page of a gold graph among the retrieved ones, or -1. Passages are compared if both sides have them,
// else titles; of two pages with a title, the first retrieved one is taken for the first.
func (f *Found) rank(g *Graph, page int) int {
	if len(g.Passages) == len(g.Pages) && f.Passages != nil {
		return slices.Index(f.Passages, g.Passages[page])
	}
	want := graph.FoldTitle(g.Pages[page])
	return slices.IndexFunc(f.Retrieved, func(t string) bool { return graph.FoldTitle(t) == want })
}

// graph returns the graph of a chain. All its edges are on the tree, because a chain is a tree.
func (c *foundChain) graph(l *foundLine) *Graph {
	g := &Graph{ID: l.ID, Claim: l.Claim, Pages: distinct(c.Pages), Edges: []Edge{}, Shapes: []ShapeGuess{{Shape: c.Shape, Confidence: 1}}}
	last := 0
	for _, e := range c.Links {
		from, to := c.ends(e.From, e.To, last)
		last = max(last, from, to)
		edge := Edge{From: e.From, To: e.To, Source: Planned, InTree: true}
		if from >= 0 && to >= 0 {
			edge.From, edge.To = g.Pages[from], g.Pages[to]
		}
		g.Edges = append(g.Edges, edge)
	}
	return g
}

// ends returns the indices of a link's two pages, -1 for a missing one. A chain's links are in the order of the pages that they add,
// so a link joins a page after the last added one with an earlier page; this distinguishes pages with the same title.
func (c *foundChain) ends(from, to string, last int) (int, int) {
	for i := last + 1; i < len(c.Pages); i++ {
		if before := slices.Index(c.Pages[:i], from); before >= 0 && c.Pages[i] == to {
			return before, i
		}
		if before := slices.Index(c.Pages[:i], to); before >= 0 && c.Pages[i] == from {
			return i, before
		}
	}
	return slices.Index(c.Pages, from), slices.Index(c.Pages, to)
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
