package neo4j_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// commitMessage is Bolt's COMMIT as it goes over the network.
var commitMessage = []byte{0, 2, 0xB0, 0x12, 0, 0}

// When the answer to a commit is lost, what it made is there: the next push must not make it twice.
func TestCommitWhoseAnswerIsLost(t *testing.T) {
	s, ctx := servertest.Start(t), context.Background()
	pages := graphtest.Wiki(120, 12)
	m := graphtest.Fill(t, pages)
	// A page that the push may have made by then is replaced before the next one.
	first := slices.MinFunc(pages, func(a, b *graph.Page) int { return cmp.Compare(a.ID(), b.ID()) })
	changed := *first
	changed.Sentences = append([]graph.Sentence{{Text: "Changed since."}}, first.Sentences[1:]...)
	replace := &graph.Batch{Load: "2", Pages: []*graph.Page{&changed}}
	if _, err := m.Put(ctx, replace); err != nil {
		t.Fatal(err)
	}
	if err := m.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	want := digest(t, m)
	_, database, _ := strings.Cut(s.URL[strings.Index(s.URL, "@"):], "/")
	for _, c := range []struct {
		name string
		lose func(commit int64) bool
	}{
		{"the first", func(n int64) bool { return n == 1 }},
		{"others", func(n int64) bool { return n == 3 || n == 20 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.Clear(t)
			var commits atomic.Int64
			var losing atomic.Bool
			p := s.Proxy(t)
			defer p.Stop()
			p.Lose = func(piece []byte) bool {
				return losing.Load() && bytes.Contains(piece, commitMessage) && c.lose(commits.Add(1))
			}
			opts := neo4j.Options{Create: true, Password: s.Password, BatchPages: 10, Retry: time.Minute}
			store, err := neo4j.Open(ctx, "bolt://neo4j@"+p.Addr()+"/"+database, opts)
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			w := write(t, store)
			if _, err := w.Put(ctx, &graph.Batch{Load: "1", Pages: pages[:1]}); err != nil {
				t.Fatal(err)
			}
			if err := w.Finish(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Put(ctx, &graph.Batch{Load: "1", Pages: pages}); err != nil {
				t.Fatal(err)
			}
			losing.Store(true)
			if err := w.Finish(ctx); !errors.Is(err, graph.ErrUnreachable) {
				t.Errorf("push: got %v, want %v", err, graph.ErrUnreachable)
			}
			losing.Store(false)
			if _, err := w.Put(ctx, replace); err != nil {
				t.Fatal(err)
			}
			losing.Store(true)
			for err := errors.New(""); err != nil && commits.Load() < 200; {
				err = w.Finish(ctx)
			}
			losing.Store(false)
			if got := digest(t, store); got != want {
				t.Errorf("digest: got %s, want %s", got, want)
			}
			rows := s.Cypher(t, "MATCH (a)-[l:LINKS_TO|MENTIONS]->(b) WITH a, b, type(l) AS type, l.place AS place, count(l) AS n WHERE n > 1 RETURN count(*) AS n")
			if rows[0]["n"] != int64(0) {
				t.Errorf("links that are there twice: got %v", rows[0]["n"])
			}
		})
	}
}
