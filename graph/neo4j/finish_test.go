package neo4j_test

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// A Finish that is cut off when all is there but the full-text indexes leaves them to the next one, whether that one has
// something to do or not.
func TestFinishCutOffBeforeItsIndexes(t *testing.T) {
	s := servertest.Start(t)
	for _, c := range []struct {
		name  string
		pages []*graph.Page // put in between
	}{{"nothing to do", nil}, {"another page", graphtest.Wiki(3, 1)[2:]}} {
		t.Run(c.name, func(t *testing.T) {
			s.Clear(t)
			for _, index := range []string{"pageText", "elementText"} {
				s.Cypher(t, "DROP INDEX "+index+" IF EXISTS")
			}
			ctx, interrupt := context.WithCancel(context.Background())
			defer interrupt()
			p := proxyOf(t, s)
			var finishing atomic.Bool
			p.Lose = func(piece []byte) bool {
				if finishing.Load() && bytes.Contains(piece, commitMessage) {
					interrupt()
				}
				return false
			}
			store := through(t, s, p, &neo4j.Options{Password: s.Password})
			if _, err := store.Put(ctx, &graph.Batch{Load: "1", Pages: graphtest.Wiki(2, 1)}); err != nil {
				t.Fatal(err)
			}
			finishing.Store(true)
			if err := store.Finish(ctx); !errors.Is(err, context.Canceled) {
				t.Fatalf("finish, interrupted: got %v, want %v", err, context.Canceled)
			}
			const indexes = "SHOW INDEXES YIELD name WHERE name IN ['pageText', 'elementText'] RETURN name"
			if n := len(s.Cypher(t, indexes)); n != 0 {
				t.Fatalf("indexes after the interrupt: got %d, want 0", n)
			}
			ctx = context.Background()
			if _, err := neo4j.OpenReader(ctx, s.URL, &neo4j.Options{Password: s.Password}); err != nil {
				t.Fatalf("open after the interrupt: %v", err)
			}
			if _, err := store.Put(ctx, &graph.Batch{Load: "2", Pages: c.pages}); err != nil {
				t.Fatal(err)
			}
			if err := store.Finish(ctx); err != nil {
				t.Fatal(err)
			}
			if n := len(s.Cypher(t, indexes)); n != 2 {
				t.Errorf("indexes after the next Finish: got %d, want 2", n)
			}
		})
	}
}

// The names that a Finish begins with are looked for anew when that transaction fails: links that lead through redirects to
// a page that is new are found all the same.
func TestFinishThatTriesAgain(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	s.Clear(t)
	link := graph.Page{Title: "Ferry", Sentences: []graph.Sentence{{Text: "It goes to Skarn.", Links: []graph.Hyperlink{{Anchor: "Skarn", Target: "Skarn"}}}}}
	batches := []*graph.Batch{
		{Load: "1", Pages: []*graph.Page{&link}, Redirects: []graph.Redirect{{From: "Skarn", To: "Skarn Point"}}},
		{Load: "2", Pages: []*graph.Page{{Title: "Skarn Point"}}},
	}
	p := proxyOf(t, s)
	var losing, lost atomic.Bool
	const retry = 300 * time.Millisecond
	p.Lose = func(piece []byte) bool {
		if !losing.Load() || !bytes.Contains(piece, []byte("toName: name")) || !lost.CompareAndSwap(false, true) {
			return false
		}
		time.Sleep(retry) // what fails late is tried again, too
		return true
	}
	store := through(t, s, p, &neo4j.Options{Password: s.Password, AtOnce: -1, Retry: retry})
	m := graphtest.NewMemory()
	for i, b := range batches {
		losing.Store(i > 0) // the first Finish takes all pages, and looks for no names
		for _, to := range []graph.Store{m, store} {
			if _, err := to.Put(ctx, b); err != nil {
				t.Fatal(err)
			}
			if err := to.Finish(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !lost.Load() {
		t.Error("nothing was lost")
	}
	if got, want := digest(t, store), digest(t, m); got != want {
		t.Errorf("digest: got %s, want %s", got, want)
	}
}
