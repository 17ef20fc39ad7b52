package neo4j_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// through opens a store by way of a proxy.
func through(t *testing.T, s *servertest.Server, p *servertest.Proxy, opts neo4j.Options) *neo4j.Store {
	t.Helper()
	_, database, _ := strings.Cut(s.URL[strings.Index(s.URL, "@"):], "/")
	opts.Create = true
	store, err := neo4j.Open(context.Background(), "bolt://neo4j@"+p.Addr()+"/"+database, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		store.Close() // on some ways the server can't be told
		p.Stop()
	})
	return store
}

// A transaction that the server refuses keeps its connection, however long the transaction took, as long as each of its
// calls was in time.
func TestRefusedTransactionKeepsItsConnection(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	connections := func() (ids []any) {
		for _, r := range s.Cypher(t, "CALL dbms.listConnections() YIELD connectionId, userAgent WHERE userAgent = 'bridgehop' RETURN connectionId AS id ORDER BY id") {
			ids = append(ids, r["id"])
		}
		return ids
	}
	for _, c := range []struct {
		name  string
		delay time.Duration // of each piece on its way to the server
	}{{"quick", 0}, {"longer than Timeout", 2 * time.Second}} {
		t.Run(c.name, func(t *testing.T) {
			s.Clear(t)
			pages := graphtest.Wiki(3, 1)
			from := graphtest.Fill(t, pages)
			first := graphtest.Fill(t, pages[:1], graph.Redirect{From: "x", To: "y"})
			copyStore(t, openStore(t, s, neo4j.Options{Create: true}), first) // a server that has just begun needs longer for a query than it has below
			p := s.Proxy(t)
			var slow atomic.Bool
			p.Lose = func([]byte) bool {
				if slow.Load() {
					time.Sleep(c.delay)
				}
				return false
			}
			store := through(t, s, p, neo4j.Options{Password: s.Password, Timeout: 6 * time.Second, Retry: time.Second})
			s.Cypher(t, "CREATE CONSTRAINT theirs IF NOT EXISTS FOR (n:BridgehopRecord) REQUIRE n.load IS UNIQUE")
			defer s.Cypher(t, "DROP CONSTRAINT theirs")
			before := connections()
			slow.Store(true)
			start := time.Now()
			if err := store.Push(ctx, from); !errors.Is(err, neo4j.ErrClash) {
				t.Errorf("push: got %v, want that it clashes with a constraint", err)
			}
			took := time.Since(start)
			if c.delay > 0 && took < 6*time.Second {
				t.Errorf("push: took %v, too short for this test", took)
			}
			slow.Store(false)
			if diff := cmp.Diff(connections(), before); diff != "" || len(before) == 0 {
				t.Errorf("connections after a refused transaction: got (-), want those of before (+):\n%s", diff)
			}
		})
	}
}

// What is asked after something was written names it, so that another server of a cluster waits until it has it.
func TestReadsFollowWrites(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	p := s.Proxy(t)
	var named atomic.Int64
	p.Lose = func(piece []byte) bool {
		if bytes.Contains(piece, []byte("bookmarks")) {
			named.Add(1)
		}
		return false
	}
	store := through(t, s, p, neo4j.Options{Password: s.Password})
	m := graphtest.Fill(t, graphtest.Wiki(1, 1))
	copyStore(t, store, m)
	named.Store(0)
	if _, err := store.Mark(ctx, "s"); err != nil {
		t.Fatal(err)
	}
	if got := named.Load(); got != 1 {
		t.Errorf("queries that name what was written: got %d, want 1", got)
	}
}
