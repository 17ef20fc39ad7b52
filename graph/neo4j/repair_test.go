package neo4j_test

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// A repair that ends after any of its commits leaves a damaged store, not an unfinished one, and the next repair mends all. A load in between
// makes the store readable and hides nothing.
func TestInterruptedRepair(t *testing.T) {
	s := servertest.Start(t)
	t.Setenv("BRIDGEHOP_NEO4J_PASSWORD", s.Password)
	after := int64(1)
	for ; ; after += 5 {
		s.Clear(t)
		ctx, interrupt := context.WithCancel(context.Background())
		p := proxyOf(t, s)
		var repairing atomic.Bool
		var commits atomic.Int64
		p.Lose = func(piece []byte) bool {
			if repairing.Load() && bytes.Contains(piece, commitMessage) && commits.Add(1) == after {
				interrupt()
			}
			return false
		}
		store := through(t, s, p, &neo4j.Options{Password: s.Password, BatchPages: 10})
		if _, err := store.Put(ctx, &graph.Batch{Load: "1", Pages: graphtest.Wiki(30, 5)}); err != nil {
			t.Fatal(err)
		}
		if err := store.Finish(ctx); err != nil {
			t.Fatal(err)
		}
		want := digest(t, store)
		s.Cypher(t, "MATCH (e:Sentence {n: 0}) SET e.text = 'x'")
		repairing.Store(true)
		err := store.Check(ctx, &check.Run{Data: true, Repair: true})
		interrupt()
		if err == nil { // it ended before
			break
		}
		r := &check.Run{Data: true}
		err = stores.CheckAll(context.Background(), s.URL, r)
		if err == nil && r.Sound() { // its last commit got through
			break
		}
		if err != nil && !errors.Is(err, graph.ErrDamaged) {
			t.Fatalf("after %d commits: got %v, want %v", after, err, graph.ErrDamaged)
		}
		if after%2 == 0 { // there is a load in between
			if err := openStore(t, s, neo4j.Open).Finish(context.Background()); err != nil {
				t.Fatal(err)
			}
			r := &check.Run{}
			if err := stores.CheckAll(context.Background(), s.URL, r); err != nil || r.Sound() {
				t.Errorf("after %d commits and a load: got a sound store, %v", after, err)
			}
		}
		r = &check.Run{Data: true, Repair: true}
		if err := stores.CheckAll(context.Background(), s.URL, r); err != nil || !r.Sound() {
			t.Fatalf("after %d commits: got %v, %v", after, r.Findings, err)
		}
		if got := digest(t, openStore(t, s, neo4j.OpenReader)); got != want {
			t.Errorf("after %d commits: digest %s, want %s", after, got, want)
		}
	}
	if after < 10 {
		t.Errorf("a repair of %d commits is too short to be interrupted", after)
	}
}
