package neo4j

import (
	"errors"
	"testing"
)

func TestReadsOnly(t *testing.T) {
	for _, q := range []string{
		"LOAD CSV FROM 'file:///x' AS l RETURN l", "load\n csv FROM $a AS l RETURN l", `L\u004FAD CSV FROM 'x' AS l RETURN l`, "LOAD/* */CSV FROM 'x' AS l RETURN l",
		"MATCH (n) CALL { LOAD CSV FROM 'http://a' AS l RETURN l } RETURN n", "CALL dbms.listConfig()", "CALL `dbms`.listConfig()", "TERMINATE TRANSACTIONS 'a'", "CALL apoc.load.json('x')",
	} {
		if err := readsOnly(q); !errors.Is(err, ErrReadOnlyQuery) {
			t.Errorf("%s: got %v", q, err)
		}
	}
	for _, q := range []string{
		"MATCH (p:Page {title: 'LOAD CSV'}) RETURN p", `MATCH (p) WHERE p.title = "it's" RETURN p.title // LOAD CSV`, "MATCH (p) RETURN p.`load` AS load", "CALL db.labels()", "CALL gds.pageRank.stream('wiki')",
		`RETURN 'a\'LOAD CSV'`,
	} {
		if err := readsOnly(q); err != nil {
			t.Errorf("%s: refused: %v", q, err)
		}
	}
}
