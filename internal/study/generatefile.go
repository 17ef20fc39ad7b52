package study

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// GeneratedKind is the kind of generated queries in claims files (claims.Claim.Kind), which tells them from claims that
// people wrote.
const GeneratedKind = "generated"

// queryLine is a generated query in a claims file: HoVer's fields by the names of a plain one.
type queryLine struct {
	ID        string      `json:"id"`
	Claim     string      `json:"claim"`
	Kind      string      `json:"kind"`
	Hops      int         `json:"num_hops"`
	Shape     string      `json:"shape"`
	Family    string      `json:"family"`
	Facts     [][2]any    `json:"supporting_facts"`
	Edges     [][2]string `json:"edges"`
	Named     []string    `json:"named"`
	Generated madeLine    `json:"generated"`
}

// madeLine says how a query was made.
type madeLine struct {
	Seed    uint64 `json:"seed"`
	Words   int    `json:"words"`
	Methods []int  `json:"methods"`
}

// QueryWriter writes generated queries as a plain claims file, one JSON line each.
type QueryWriter struct {
	g *Generator
	b *bufio.Writer
	e *json.Encoder
}

// NewQueryWriter writes the queries of g to w. Flush ends it.
func NewQueryWriter(w io.Writer, g *Generator) *QueryWriter {
	b := bufio.NewWriter(w)
	out := &QueryWriter{g: g, b: b, e: json.NewEncoder(b)}
	out.e.SetEscapeHTML(false)
	return out
}

// Write writes one query.
func (w *QueryWriter) Write(q *Query) error {
	line := queryLine{ID: q.ID, Claim: q.Text, Kind: GeneratedKind, Hops: len(q.Graph.Pages), Shape: q.Graph.Shape(), Family: q.Family,
		Named: q.Graph.Named, Generated: madeLine{w.g.Seed, w.g.words(), append([]int{}, q.Methods...)}}
	for _, f := range q.Facts {
		line.Facts = append(line.Facts, [2]any{f.Title, f.Sentence})
	}
	for _, e := range q.Graph.Edges {
		line.Edges = append(line.Edges, [2]string{e.From, e.To})
	}
	if err := w.e.Encode(line); err != nil {
		return fmt.Errorf("write query %s: %w", q.ID, err)
	}
	return nil
}

// Flush writes what is left.
func (w *QueryWriter) Flush() error { return w.b.Flush() }
