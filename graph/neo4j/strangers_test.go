package neo4j_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// A database that holds a stranger's nodes, constraints and indexes gives what one of our own gives.
func TestAmongStrangers(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	s.Strangers(t)
	s.Cypher(t, "CREATE CONSTRAINT theirs IF NOT EXISTS FOR (n:Page) REQUIRE n.url IS UNIQUE")
	defer s.Cypher(t, "DROP CONSTRAINT theirs")
	want := oddWiki(t)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, want)
	check := func(when string) {
		t.Helper()
		if got, want := digest(t, store), digest(t, want); got != want {
			t.Errorf("%s: digest: got %s, want %s", when, got, want)
		}
		got, err := store.Stats(ctx)
		if want, _ := want.Stats(ctx); err != nil || got != want {
			t.Errorf("%s: stats: got %+v, %v, want %+v", when, got, err, want)
		}
	}
	check("loaded among strangers")
	// A stranger joins a node of theirs to ours, adds a link between two of ours, and one of our relationships from theirs.
	s.Cypher(t, `MATCH (p:BridgehopPage) WITH p ORDER BY p.id LIMIT 2 WITH collect(p) AS ours
CREATE (x:Page {id: ours[0].id, title: ours[0].title})-[:LINKS_TO {count: 1, anchor: 'x', element: 'sentence_0'}]->(o) SET o:Page WITH ours, x
UNWIND ours AS p CREATE (x)-[:LINKS_TO]->(p), (p)-[:LINKS_TO]->(x), (p)-[:HAS_SENTENCE]->(:Sentence {text: 'theirs'}) WITH collect(p) AS two
WITH two[0] AS a, two[1] AS b CREATE (a)-[:LINKS_TO]->(b)`)
	check("after strangers joined theirs to ours")
	theirs := func() int64 {
		return s.Cypher(t, "MATCH (n) WHERE none(l IN labels(n) WHERE l STARTS WITH 'Bridgehop') RETURN count(n) AS n")[0]["n"].(int64)
	}
	before := theirs()
	less := oddWiki(t)
	if _, err := less.Put(ctx, &graph.Batch{Load: "2", Removed: []string{"true"}}); err != nil {
		t.Fatal(err)
	}
	if err := less.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	copyStore(t, store, less)
	copyStore(t, store, want)
	check("after another load")
	if got := theirs(); got != before {
		t.Errorf("strangers' nodes after a load: got %d, want %d", got, before)
	}
	s.Cypher(t, "MATCH (n) WHERE none(l IN labels(n) WHERE l STARTS WITH 'Bridgehop') DETACH DELETE n")
	check("after the strangers' nodes were deleted")
	copyStore(t, store, want)
	check("after another push")
}

// The schema binds no node of a stranger's, before or after it was made.
func TestConstraintsLeaveStrangersAlone(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	openStore(t, s, neo4j.Options{Create: true})
	s.Strangers(t)
}

func TestClashes(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	create := func() (*neo4j.Store, error) {
		return neo4j.Open(ctx, s.URL, neo4j.Options{Create: true, Password: s.Password})
	}
	named := func(t *testing.T, err error, words ...string) {
		t.Helper()
		if !errors.Is(err, neo4j.ErrClash) || errors.Is(err, graph.ErrUnreachable) {
			t.Fatalf("got %v, want %v", err, neo4j.ErrClash)
		}
		if i := slices.IndexFunc(words, func(w string) bool { return !strings.Contains(err.Error(), w) }); i >= 0 {
			t.Errorf("got %v, want %q in it", err, words[i])
		}
	}
	t.Run("the name of an index", func(t *testing.T) {
		s.Clear(t)
		s.Cypher(t, "DROP INDEX pageText IF EXISTS")
		s.Cypher(t, "CREATE INDEX pageText FOR (n:Note) ON (n.body)")
		defer s.Cypher(t, "DROP INDEX pageText")
		_, err := create()
		named(t, err, "pageText", ":Note(body)")
	})
	t.Run("a constraint on our label", func(t *testing.T) {
		s.Clear(t)
		s.Cypher(t, "DROP INDEX bridgehop_page_title IF EXISTS")
		s.Cypher(t, "CREATE CONSTRAINT theirs FOR (n:Page) REQUIRE n.title IS UNIQUE")
		defer s.Cypher(t, "DROP CONSTRAINT theirs")
		s.Cypher(t, "CREATE (:Page {title: 'Marrow'})")
		store, err := create()
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		w := write(t, store)
		if _, err = w.Put(ctx, &graph.Batch{Load: "1", Pages: []*graph.Page{{Title: "Marrow"}}}); err == nil {
			err = w.Finish(ctx)
		}
		named(t, err, "Page", "title", "Marrow")
		s.Cypher(t, "MATCH (p:Page {title: 'Marrow'}) WHERE NOT p:BridgehopPage DELETE p")
		if err := w.Finish(ctx); err != nil {
			t.Errorf("after the stranger's node is gone: %v", err)
		}
	})
	t.Run("a store of an earlier version", func(t *testing.T) {
		s.Clear(t)
		s.Cypher(t, "CREATE (:Wiki {key: 'bridgehop', format: 1})")
		if _, err := create(); !errors.Is(err, graph.ErrFormat) {
			t.Errorf("create: got %v, want %v", err, graph.ErrFormat)
		}
	})
	s.Clear(t)
	if _, err := neo4j.Open(ctx, s.URL, neo4j.Options{Password: s.Password}); !errors.Is(err, graph.ErrNoStore) {
		t.Errorf("open: got %v, want %v", err, graph.ErrNoStore)
	}
}
