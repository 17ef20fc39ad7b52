package neo4j_test

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// A push that is cut off when all is there but the late indexes leaves them to the next one, whether that one has something to do or not.
func TestPushCutOffBeforeItsIndexes(t *testing.T) {
	s := servertest.Start(t)
	for _, c := range []struct {
		name  string
		pages []*graph.Page // put in between
	}{{"nothing to do", nil}, {"another page", graphtest.Wiki(3, 1)[2:]}} {
		t.Run(c.name, func(t *testing.T) {
			s.Clear(t)
			ctx, interrupt := context.WithCancel(context.Background())
			defer interrupt()
			p := s.Proxy(t)
			var finishing atomic.Bool
			var commits atomic.Int64
			p.Lose = func(piece []byte) bool {
				if finishing.Load() && bytes.Contains(piece, commitMessage) && commits.Add(1) == 3 { // after begin and pages
					interrupt()
				}
				return false
			}
			store := through(t, s, p, neo4j.Options{Password: s.Password})
			w := write(t, store)
			for n := range 2 { // the first is of an empty database, and takes many transactions
				if n == 1 {
					if err := w.Finish(ctx); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := w.Put(ctx, &graph.Batch{Load: "1", Pages: graphtest.Wiki(2, 1)[n : n+1]}); err != nil {
					t.Fatal(err)
				}
			}
			for _, index := range []string{"pageText", "elementText"} {
				s.Cypher(t, "DROP INDEX "+index+" IF EXISTS")
			}
			finishing.Store(true)
			if err := w.Finish(ctx); !errors.Is(err, context.Canceled) {
				t.Fatalf("push, interrupted: got %v, want %v", err, context.Canceled)
			}
			const indexes = "SHOW INDEXES YIELD name WHERE name IN ['pageText', 'elementText'] RETURN name"
			if n := len(s.Cypher(t, indexes)); n != 0 {
				t.Fatalf("indexes after the interrupt: got %d, want 0", n)
			}
			ctx = context.Background()
			if _, err := neo4j.Open(ctx, s.URL, neo4j.Options{Password: s.Password}); err != nil {
				t.Fatalf("open after the interrupt: %v", err)
			}
			if _, err := w.Put(ctx, &graph.Batch{Load: "2", Pages: c.pages}); err != nil {
				t.Fatal(err)
			}
			if err := w.Finish(ctx); err != nil {
				t.Fatal(err)
			}
			if n := len(s.Cypher(t, indexes)); n != 2 {
				t.Errorf("indexes after the next push: got %d, want 2", n)
			}
		})
	}
}
