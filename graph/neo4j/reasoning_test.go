package neo4j_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	m := graphtest.Fill(t, pages)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, m)
	yes, no := true, false
	chain := graph.ReasoningChain{Shape: "3", Hops: 3, Rank: 9, Used: true, Pages: ids(pages), Edges: []graph.ReasoningEdge{
		{From: 0, To: 1, Kind: "out-link"}, {From: 0, To: 2, Kind: "in-link"}}}
	err := store.Record(ctx, &graph.Run{Name: "test"}, []graph.Reasoning{
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
	rows = s.Cypher(t, "MATCH (:Claim {id: 'a'})-[:HAS_CHAIN]->(c)-[:STEP {hop: 1}]->(seed)-[h:HOP {chain: c.id}]->(p) RETURN seed.title AS seed, p.title AS page, h.order AS order, h.reversed AS reversed ORDER BY order")
	if want := []map[string]any{{"seed": pages[0].Title, "page": pages[1].Title, "order": int64(2), "reversed": false}, {"seed": pages[0].Title, "page": pages[2].Title, "order": int64(3), "reversed": true}}; !cmp.Equal(rows, want) {
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
	m := graphtest.Fill(t, pages)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, m)
	chain := graph.ReasoningChain{Shape: "2", Hops: 2, Rank: 1, Pages: ids(pages[:2]), Edges: []graph.ReasoningEdge{{From: 0, To: 1, Kind: "out-link"}}}
	claims := []graph.Reasoning{{ID: "5", Chains: []graph.ReasoningChain{chain, chain}, Gold: []graph.ReasoningChain{chain}}, {ID: "5/1", Chains: []graph.ReasoningChain{chain}}}
	record := func(all ...graph.Reasoning) string {
		t.Helper()
		if err := store.Record(ctx, &graph.Run{Name: "test"}, all); err != nil {
			t.Fatal(err)
		}
		r := s.Cypher(t, "RETURN COUNT { (:Claim) } AS claims, COUNT { (:Claim)-[:HAS_CHAIN]->(:Chain) } AS chains, COUNT { (:Chain) } AS all, COUNT { ()-[:HOP]->() } AS hops, COUNT { (:Chain)-[:STEP]->(:Page) } AS steps")[0]
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

func ids(pages []*graph.Page) (out []graph.PageID) {
	for _, p := range pages {
		out = append(out, p.ID())
	}
	return out
}

// An edge that is a link is a HOP, whichever way it goes, and any other is JOINED.
func TestRecordOfEdges(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	page := func(title string) *graph.Page {
		return &graph.Page{Title: title, Sentences: []graph.Sentence{{Text: "To B"}}}
	}
	pages := []*graph.Page{page("A"), page("B"), page("C"), page("D")}
	m := graphtest.Fill(t, pages)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, m)
	out := graph.ReasoningEdge{From: 0, To: 1, Kind: "out-link", Anchor: "B", Element: "sentence_0"}
	in := graph.ReasoningEdge{From: 1, To: 2, Kind: "in-link", Anchor: "B", Element: "sentence_0"}
	named := graph.ReasoningChain{Pages: ids(pages), Edges: []graph.ReasoningEdge{out, in, {From: 2, To: 3, Kind: "comparison"}},
		Cites: []graph.Citation{{Ref: graph.Ref{Page: pages[0].ID(), Element: graph.Element{Kind: graph.KindSentence}}, Score: 1}}}
	guessed := graph.ReasoningChain{Pages: ids(pages)}
	for _, e := range []graph.ReasoningEdge{out, in} {
		e.Inferred = true
		guessed.Edges = append(guessed.Edges, e)
	}
	if err := store.Record(ctx, &graph.Run{Name: "test"}, []graph.Reasoning{{ID: "1", Gold: []graph.ReasoningChain{named, guessed}}}); err != nil {
		t.Fatal(err)
	}
	rows := s.Cypher(t, `MATCH (a)-[h:HOP|JOINED]->(b)
RETURN h.chain + ' ' + a.title + b.title + ' ' + type(h) + ' ' + h.kind + ' ' + coalesce(h.anchor + ' ' + h.element + ' ' + h.reversed, '-') + coalesce(' ' + h.inferred, '') AS edge ORDER BY edge`)
	var got []string
	for _, r := range rows {
		got = append(got, r["edge"].(string))
	}
	want := []string{"test#1/gold/1 AB HOP out-link B sentence_0 false", "test#1/gold/1 BC HOP in-link B sentence_0 true",
		"test#1/gold/1 CD JOINED comparison -", "test#1/gold/2 AB HOP out-link B sentence_0 false true",
		"test#1/gold/2 BC HOP in-link B sentence_0 true true"}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("edges: got (-), want (+):\n%s", diff)
	}
	cited := s.Cypher(t, "MATCH (:Claim)-[:GOLD]->(:Chain)-[c:CITES]->(e:Sentence) RETURN c.text AS text, e.address AS address")
	if want := []map[string]any{{"text": "To B", "address": "A_sentence_0"}}; !cmp.Equal(cited, want) {
		t.Errorf("cited: got %v, want %v", cited, want)
	}
}

// Runs of other names don't touch each other; one of the same name with other settings is refused, and so is its check. Dropping a run
// leaves the others.
func TestRunsSideBySide(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	pages := graphtest.Wiki(3, 1)
	m := graphtest.Fill(t, pages)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, m)
	chain := graph.ReasoningChain{Shape: "2", Hops: 2, Rank: 1, Pages: ids(pages[:2]), Edges: []graph.ReasoningEdge{{From: 0, To: 1, Kind: "out-link"},
		{From: 1, To: 0, Kind: "claim"}}}
	yes := true
	claims := []graph.Reasoning{{ID: "1", Verdict: "SUPPORTS", Right: &yes, Chains: []graph.ReasoningChain{chain}}, {ID: "2", Gold: []graph.ReasoningChain{chain}}}
	a, b := &graph.Run{Name: "a", Settings: []string{"beam=1"}}, &graph.Run{Name: "a#b", Settings: []string{"beam=2"}}
	for _, r := range []*graph.Run{a, b} {
		if err := store.Record(ctx, r, claims); err != nil {
			t.Fatal(err)
		}
	}
	other := &graph.Run{Name: "a", Settings: []string{"beam=2"}}
	for _, err := range []error{store.CheckRun(ctx, other), store.Record(ctx, other, claims[:1])} {
		if !errors.Is(err, graph.ErrRun) || !strings.Contains(err.Error(), "beam=1, not 2") {
			t.Errorf("other settings: got %v", err)
		}
	}
	if err := store.CheckRun(ctx, a); err != nil {
		t.Error(err)
	}
	const counts = "RETURN COUNT { (:Run)-[:RECORDED]->(:Claim) } AS claims, COUNT { (:Chain) } AS chains, COUNT { ()-[:HOP]->() } AS hops, COUNT { ()-[:JOINED]->() } AS joined"
	want := map[string]any{"claims": int64(4), "chains": int64(4), "hops": int64(4), "joined": int64(4)}
	if got := s.Cypher(t, counts)[0]; !cmp.Equal(got, want) {
		t.Errorf("two runs: got %v, want %v", got, want)
	}
	if err := store.DropRun(ctx, "a", nil); err != nil {
		t.Fatal(err)
	}
	want = map[string]any{"claims": int64(2), "chains": int64(2), "hops": int64(2), "joined": int64(2)}
	if got := s.Cypher(t, counts)[0]; !cmp.Equal(got, want) {
		t.Errorf("after one was dropped: got %v, want %v", got, want)
	}
	runs, err := store.Runs(ctx)
	if err != nil || len(runs) != 1 || runs[0].Name != "a#b" || runs[0].Recorded != 2 || runs[0].Known != 1 || runs[0].Right != 1 {
		t.Errorf("runs: got %+v, %v", runs, err)
	}
	if err := store.DropRun(ctx, "a", nil); !errors.Is(err, graph.ErrRun) {
		t.Errorf("dropped again: got %v", err)
	}
}
