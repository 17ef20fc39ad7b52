package neo4j_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/internal/server/servertest"
)

// A database of the first version had claims by their id alone: one id in two sets could not be kept there.
func TestClaimsOfTheFirstVersion(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	openStore(t, s, neo4j.Create)
	for _, query := range []string{
		"DROP CONSTRAINT bridgehop_claim IF EXISTS",
		"DROP INDEX bridgehop_claim_id IF EXISTS",
		"CREATE CONSTRAINT bridgehop_claim FOR (n:Claim) REQUIRE n.id IS UNIQUE",
		"CREATE (:Claim {id: '7', text: 'old', fingerprint: 'f'})-[:HAS_CHAIN]->(:Chain {id: '7/1'})",
	} {
		s.Cypher(t, query)
	}
	store := openStore(t, s, neo4j.Open)
	again := []graph.Reasoning{{ID: "7", Claim: "new"}, {Set: "dev.jsonl", ID: "7", Claim: "another"}}
	for range 2 {
		if err := store.Record(ctx, again); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, r := range s.Cypher(t, "MATCH (c:Claim) RETURN c.key + ' ' + c.text AS claim ORDER BY claim") {
		got = append(got, r["claim"].(string))
	}
	if diff := cmp.Diff(got, []string{"#7 new", "dev.jsonl#7 another"}); diff != "" {
		t.Errorf("claims: got (-), want (+):\n%s", diff)
	}
	rows := s.Cypher(t, "SHOW CONSTRAINTS YIELD name, properties WHERE name = 'bridgehop_claim' RETURN properties[0] AS property")
	if len(rows) != 1 || rows[0]["property"] != "key" {
		t.Errorf("constraint: got %v, want one on key", rows)
	}
}
