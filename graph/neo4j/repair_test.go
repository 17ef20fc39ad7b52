package neo4j_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// A repair that ends after any of its commits leaves a damaged store, not an unfinished one, and the next repair mends all.
func TestInterruptedRepair(t *testing.T) {
	s := servertest.Start(t)
	wiki := graphtest.Fill(t, graphtest.Wiki(30, 5))
	after := int64(1)
	for ; ; after += 5 {
		s.Clear(t)
		ctx, interrupt := context.WithCancel(context.Background())
		p := s.Proxy(t)
		var repairing atomic.Bool
		var commits atomic.Int64
		p.Lose = func(piece []byte) bool {
			if repairing.Load() && bytes.Contains(piece, commitMessage) && commits.Add(1) == after {
				interrupt()
			}
			return false
		}
		store := through(t, s, p, neo4j.Options{Password: s.Password, BatchPages: 10})
		copyStore(t, store, wiki)
		s.Cypher(t, "MATCH (e:Sentence {n: 0}) DETACH DELETE e")
		repairing.Store(true)
		repair := func(ctx context.Context, store *neo4j.Store) error {
			err := store.Reset(ctx)
			if err == nil {
				err = store.Push(ctx, wiki)
			}
			return err
		}
		err := repair(ctx, store)
		interrupt()
		if err == nil { // it ended before
			break
		}
		if _, err := neo4j.Open(context.Background(), s.URL, neo4j.Options{Password: s.Password}); err == nil { // its last commit got through
			break
		} else if !errors.Is(err, graph.ErrDamaged) {
			t.Fatalf("after %d commits: got %v, want %v", after, err, graph.ErrDamaged)
		}
		again := openStore(t, s, neo4j.Options{Write: true})
		if err := repair(context.Background(), again); err != nil {
			t.Fatal(err)
		}
		same(t, s, again, wiki, fmt.Sprintf("after %d commits", after))
	}
	if after < 10 {
		t.Errorf("a repair of %d commits is too short to be interrupted", after)
	}
}
