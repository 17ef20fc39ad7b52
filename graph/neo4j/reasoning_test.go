package neo4j_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// The caller says whether a verdict is correct; it is not computed from the labels, because each data set spells them in its own way.
func TestRecordKeepsGivenCorrectness(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	pages := graphtest.Wiki(3, 1)
	m, err := graphtest.Fill(pages)
	if err != nil {
		t.Fatal(err)
	}
	store := openStore(t, s, neo4j.Create)
	copyStore(t, store, m)
	yes, no := true, false
	chain := graph.ReasoningChain{Shape: "3", Hops: 3, Rank: 9, Used: true, Steps: []graph.ReasoningStep{
		{Page: pages[0].ID(), Parent: -1}, {Page: pages[1].ID(), Parent: 0}, {Page: pages[2].ID(), Parent: 0}}}
	err = store.Record(ctx, []graph.Reasoning{
		{ID: "a", Label: "SUPPORT", Verdict: "SUPPORTS", Right: &yes, Chains: []graph.ReasoningChain{chain}},
		{ID: "b", Label: "NOT_SUPPORTED", Verdict: "SUPPORTS", Right: &no},
		{ID: "c", Verdict: "SUPPORTS"},
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := s.Cypher(t, "MATCH (c:Claim) RETURN c.id AS id, c.correct AS correct ORDER BY id")
	want := []map[string]any{{"id": "a", "correct": true}, {"id": "b", "correct": false}, {"id": "c", "correct": nil}}
	if diff := cmp.Diff(rows, want); diff != "" {
		t.Errorf("claims: got (-), want (+):\n%s", diff)
	}
	rows = s.Cypher(t, "MATCH (:Claim {id: 'a'})-[:HAS_CHAIN]->(c)-[:STEP {hop: 1}]->(seed)-[h:HOP {chain: c.id}]->(p) RETURN seed.title AS seed, p.title AS page, h.order AS order ORDER BY order")
	if want := []map[string]any{{"seed": pages[0].Title, "page": pages[1].Title, "order": int64(2)}, {"seed": pages[0].Title, "page": pages[2].Title, "order": int64(3)}}; !cmp.Equal(rows, want) {
		t.Errorf("hops: got %v, want %v", rows, want)
	}
	rows = s.Cypher(t, "MATCH (c:Chain)-[s:STEP]->() RETURN c.rank AS rank, s.order AS order, s.hop AS hop, s.parent AS parent ORDER BY order")
	want = []map[string]any{
		{"rank": int64(9), "order": int64(1), "hop": int64(1), "parent": nil},
		{"rank": int64(9), "order": int64(2), "hop": int64(2), "parent": int64(1)},
		{"rank": int64(9), "order": int64(3), "hop": int64(2), "parent": int64(1)},
	}
	if diff := cmp.Diff(rows, want); diff != "" {
		t.Errorf("steps: got (-), want (+):\n%s", diff)
	}
}

// Claims that were deleted by hand, without their chains or only their chains, are recorded again as if they had never been there;
// a claim whose id begins alike keeps its own.
func TestRecordAfterDeletion(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	pages := graphtest.Wiki(3, 1)
	m, err := graphtest.Fill(pages)
	if err != nil {
		t.Fatal(err)
	}
	store := openStore(t, s, neo4j.Create)
	copyStore(t, store, m)
	chain := graph.ReasoningChain{Shape: "2", Hops: 2, Rank: 1, Steps: []graph.ReasoningStep{{Page: pages[0].ID(), Parent: -1}, {Page: pages[1].ID(), Parent: 0}}}
	claims := []graph.Reasoning{{ID: "5", Chains: []graph.ReasoningChain{chain, chain}, Gold: []graph.ReasoningChain{chain}}, {ID: "5/1", Chains: []graph.ReasoningChain{chain}}}
	record := func(all ...graph.Reasoning) string {
		t.Helper()
		if err := store.Record(ctx, all); err != nil {
			t.Fatal(err)
		}
		r := s.Cypher(t, "RETURN COUNT { (:Claim) } AS claims, COUNT { (:Claim)-[:HAS_CHAIN|GOLD]->(:Chain) } AS chains, COUNT { (:Chain) } AS all, COUNT { ()-[:HOP]->() } AS hops, COUNT { (:Chain)-[:STEP]->(:Page) } AS steps")[0]
		return fmt.Sprint(r)
	}
	want := record(claims...)
	for _, deletion := range []string{
		"MATCH (c:Claim) DETACH DELETE c",
		"MATCH (c:Claim {id: '5'}) DETACH DELETE c",
		"MATCH (c:Claim) WITH c MATCH (x:Chain) DETACH DELETE c, x",
		"MATCH (c:Claim) OPTIONAL MATCH (c)-[:HAS_CHAIN|GOLD]->(x) OPTIONAL MATCH ()-[h:HOP {chain: x.id}]->() DELETE h DETACH DELETE c, x",
	} {
		s.Cypher(t, deletion)
		if got := record(claims...); got != want {
			t.Errorf("%s: recorded again: got %s, want %s", deletion, got, want)
		}
	}
	// One chain less than before.
	s.Cypher(t, "MATCH (c:Claim) DETACH DELETE c")
	claims[0].Chains = claims[0].Chains[:1]
	s.Cypher(t, "CREATE (:Chain {id: 'theirs'})")
	if got := record(claims...); got != "map[all:4 chains:3 claims:2 hops:3 steps:6]" {
		t.Errorf("recorded with a chain less: got %s", got)
	}
}
