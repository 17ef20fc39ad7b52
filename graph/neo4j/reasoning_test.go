package neo4j_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/internal/graphtest"
	"github.com/bridgehop/bridgehop/internal/server/servertest"
)

// What is right is told and not read off the labels, which data sets spell each in its own way.
func TestRecordKeepsWhatItIsTold(t *testing.T) {
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
