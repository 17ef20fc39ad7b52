package graph

import (
	"context"
	"iter"
)

// CypherQuerier is a store that answers queries in Cypher.
type CypherQuerier interface {
	// Cypher runs a query and yields its rows as they come, in the query's order. With write false the server
	// refuses a query that writes. The sequence stops after the first error; a query whose rows aren't read to
	// the end is given up, and what it writes may be there all the same. It is not tried again.
	Cypher(ctx context.Context, query string, params map[string]any, write bool) iter.Seq2[Record, error]
}

// Record is one row of a query's result.
type Record struct {
	Columns []string
	// Values are aligned with Columns: nil, bool, int64, float64, string, []any, map[string]any, times as
	// strings, and Node, Relationship and Path.
	Values []any
}

// Node is a node of a query's result.
type Node struct {
	Labels     []string
	Properties map[string]any
}

// Relationship is a relationship of a query's result.
type Relationship struct {
	Type       string
	Properties map[string]any
	Backward   bool // in a Path: the path goes against it
}

// Path is a path of a query's result. Links[i] joins Nodes[i] and Nodes[i+1].
type Path struct {
	Nodes []Node
	Links []Relationship
}
