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
}

// Path is a path of a query's result. Links[i] joins Nodes[i] and Nodes[i+1].
type Path struct {
	Nodes []Node
	Links []PathLink
}

// PathLink is a relationship of a path; Backward when the path goes against it.
type PathLink struct {
	Relationship
	Backward bool
}

// Recorder is a store that keeps reasoning beside the pages it went over.
type Recorder interface {
	// Record keeps reasonings, all or none, each in place of the one of the same claim. Recording the same
	// again changes nothing. Pages and elements that the store doesn't hold are left out.
	Record(ctx context.Context, all []Reasoning) error
}

// Reasoning is a claim with what was found for it.
type Reasoning struct {
	Set     string // the data set that the claim is of, since two may number their claims alike; may be empty
	ID      string // of the claim in its set; recorded again under the same two, it replaces what was there
	Claim   string
	Label   string // gold; may be empty
	Verdict string // the label that was predicted
	Right   *bool  // whether the verdict is the gold label, however that is spelt; nil when the claim has no gold label that is known
	Kind    string // what the claims file says of it; may be empty
	Chains  []ReasoningChain
	Gold    []ReasoningChain // gold evidence, a chain for each set
}

// ReasoningChain is pages in the order they were reached, and what is cited of them.
type ReasoningChain struct {
	Shape   string
	Hops    int // pages
	Rank    int // among the chains that were found, from 1; 0 for gold
	Score   float64
	Verdict string // of the claim when judged by this chain; empty where none was given
	Used    bool   // the verdict of the claim rests on it
	Steps   []ReasoningStep
	Cites   []Citation
}

// ReasoningStep is a page of a chain.
type ReasoningStep struct {
	Page   PageID
	Parent int    // the step it was reached from; -1 for none
	Anchor string // of the link that led there; empty for a seed
}

// Citation is an element that a chain cites.
type Citation struct {
	Ref
	Score float64
}
