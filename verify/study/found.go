package study

import (
	"encoding/json"
	"errors"
	"io"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/claims"
)

// Found is what hop or verify answered to one claim.
type Found struct {
	ID        claims.ID
	Graph     *Graph   // the best chain; no pages when there was none
	Retrieved []string // titles of the ranked pages, best first; nil for verify
	Predicted string   // the label, of verify
	Gold      string   // the gold label, where verify copied it
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
		Page string `json:"page"`
	} `json:"retrieved"`
}

type foundChain struct {
	Shape string   `json:"shape"`
	Pages []string `json:"pages"`
	Links []struct {
		From   string `json:"from"`
		To     string `json:"to"`
		Anchor string `json:"anchor"`
		Kind   Kind   `json:"kind"`
	} `json:"links"`
}

// ReadFound yields the answers of a file that hop --out or verify --out wrote. A line that is none is a
// *claims.RecordError, and reading goes on; FEVEROUS's header is passed over.
func ReadFound(r io.Reader, name string) iter.Seq2[*Found, error] {
	return func(yield func(*Found, error) bool) {
		for rec, err := range claims.Records(r, name) {
			var f *Found
			if err == nil {
				f, err = decodeFound(rec)
			}
			if err == nil && f == nil {
				continue
			}
			if !yield(f, err) {
				return
			}
		}
	}
}

func decodeFound(rec claims.Record) (*Found, error) {
	var l foundLine
	err := json.Unmarshal(rec.Raw, &l)
	switch {
	case err == nil && l.ID.Key() == "" && l.Claim == "" && !l.ID.IsZero():
		return nil, nil
	case err == nil && l.ID.IsZero():
		err = errors.New("not a line of hop --out or verify --out: no id")
	}
	if err != nil {
		return nil, &claims.RecordError{Place: rec.Place, Err: err}
	}
	f := &Found{ID: l.ID, Predicted: l.Predicted, Gold: l.Label, Graph: &Graph{ID: l.ID, Claim: l.Claim, Pages: []string{}, Edges: []Edge{}}}
	if l.Chain == nil && len(l.Chains) > 0 {
		l.Chain = &l.Chains[0]
	}
	if l.Chain != nil {
		f.Graph = l.Chain.graph(&l)
	}
	for _, p := range l.Retrieved {
		f.Retrieved = append(f.Retrieved, p.Page)
	}
	return f, nil
}

// graph is the chain with its edges all on the tree: a chain is one.
func (c *foundChain) graph(l *foundLine) *Graph {
	g := &Graph{ID: l.ID, Claim: l.Claim, Pages: distinct(c.Pages), Edges: []Edge{}, Shapes: []ShapeGuess{{Shape: c.Shape, Confidence: 1}}}
	text := words(l.Claim)
	at := map[string]int{}
	for i, p := range c.Pages {
		if stands(text, p) == 1 {
			g.Named = append(g.Named, g.Pages[i])
		}
		if _, twice := at[p]; !twice {
			at[p] = i
		}
	}
	for _, e := range c.Links {
		kind := e.Kind
		if kind == OutLink || kind == InLink { // hop names the direction from the page reached first
			kind = OutLink
			if at[e.From] > at[e.To] {
				kind = InLink
			}
		}
		g.Edges = append(g.Edges, Edge{From: e.From, To: e.To, Kind: kind, Source: Planned, Confidence: 1, Via: e.Anchor, InTree: true})
	}
	return g
}

// fold is a title as pages of two graphs are compared: spelling of first letters and entities apart.
func fold(title string) string { return graph.FoldTitle(title) }
