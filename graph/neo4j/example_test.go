package neo4j_test

import (
	"fmt"

	"github.com/bridgehop/bridgehop/graph/neo4j"
)

// An address names server, user and database, and never a password.
func ExampleParseAddress() {
	a, err := neo4j.ParseAddress("neo4j://reader@graph.example/wiki")
	fmt.Println(a, a.Host, a.User, a.Database, err)
	_, err = neo4j.ParseAddress("neo4j://reader:secret@graph.example/wiki")
	fmt.Println(err)
	// Output:
	// neo4j://reader@graph.example:7687/wiki graph.example:7687 reader wiki <nil>
	// store address: a password doesn't belong there, where lists of processes show it; put it into BRIDGEHOP_NEO4J_PASSWORD
}
