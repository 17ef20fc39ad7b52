package neo4j

import (
	"errors"
	"strings"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

func TestReadingCall(t *testing.T) {
	for name, want := range map[string]bool{
		"db.labels": true, "dbms.components": true, "db.index.fulltext.queryNodes": true, "gds.pageRank.stream": true, "gds.graph.project": true, "gds.util.asNode": true, "apoc.path.expandConfig": true, "apoc.text.join": true,
		"db.createLabel": false, "dbms.listConfig": false, "gds.graph.project.cypher": false, "gds.graph.export": false, "gds.graph.export.csv": false, "gds.pageRank.write": false, "apoc.load.json": false,
		"apoc.cypher.run": false, "apoc.cypher.runFirstColumnSingle": false, "apoc.export.csv.all": false, "apoc.periodic.iterate": false, "tx.setMetaData": false,
	} {
		if got := readingCall.MatchString(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// A function of a plugin is found in a query however its name is written.
func TestMayName(t *testing.T) {
	for query, want := range map[string]bool{
		"RETURN apoc.cypher.runFirstColumnSingle('RETURN 1', {})": true, "RETURN `apoc` . /* */ cypher\n.`runFirstColumnSingle`('RETURN 1', {})": true,
		`RETURN \u0061poc.cypher.runFirst\u0043olumnSingle('RETURN 1', {})`: true, "RETURN apoc.text.join(['a'], ',')": false, "MATCH (n) RETURN n": false,
	} {
		if got := mayName(query, "apoc.cypher.runFirstColumnSingle"); got != want {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
}

// A query that needs too much memory is told so, and what gives it more; the server is not called unreachable.
func TestMemoryLimit(t *testing.T) {
	for _, code := range []string{"Neo.TransientError.General.MemoryPoolOutOfMemoryError", "Neo.TransientError.General.OutOfMemoryError"} {
		err := (&Store{}).explainServer(&driver.Neo4jError{Code: code, Msg: "The allocation of an extra 2.0 MiB would use more than the limit"})
		if !strings.Contains(err.Error(), "BRIDGEHOP_NEO4J_HEAP") || errors.Is(err, graph.ErrUnreachable) {
			t.Errorf("%s: got %v", code, err)
		}
	}
}
