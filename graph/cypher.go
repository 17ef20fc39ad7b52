package graph

// Record is one row of the result of a query in Cypher.
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
