package neo4j_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// The server is killed in the middle of a push, several times; each time the next push goes on, with the same store or another.
func TestServerKilledInMidPush(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	ctx := context.Background()
	wiki := graphtest.Fill(t, graphtest.Wiki(600, 12))
	opts := neo4j.Options{Create: true, Password: s.Password, Retry: time.Second, BatchPages: 40}
	for _, kill := range []time.Duration{300 * time.Millisecond, time.Second, 2 * time.Second} {
		store, err := neo4j.Open(ctx, s.URL, opts)
		if err != nil {
			t.Fatal(err)
		}
		pushed := make(chan error)
		go func() { pushed <- store.Push(ctx, wiki) }()
		time.Sleep(kill)
		s.Restart(t, true, nil)
		err = <-pushed
		t.Logf("push with the server killed after %v: %v", kill, err)
		if err != nil && !errors.Is(err, graph.ErrUnreachable) {
			t.Errorf("push with the server killed: got %v, want %v", err, graph.ErrUnreachable)
		}
		if _, rerr := neo4j.Open(ctx, s.URL, neo4j.Options{Password: s.Password, Retry: time.Second}); err != nil && !errors.Is(rerr, graph.ErrUnfinished) {
			t.Errorf("open after a push that was killed: got %v, want %v", rerr, graph.ErrUnfinished)
		}
		if err := store.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	store := openStore(t, s, neo4j.Options{Write: true})
	copyStore(t, store, wiki)
	same(t, s, store, wiki, "after the kills")
	rows := s.Cypher(t, "MATCH (a)-[l:LINKS_TO|NEXT|HOLDS]->(b) WITH a, b, type(l) AS type, count(l) AS n WHERE n > 1 RETURN count(*) AS n")
	if rows[0]["n"] != int64(0) {
		t.Errorf("links that are there twice: got %v", rows[0]["n"])
	}
}

func TestNetworkThatHangs(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	ctx := context.Background()
	_, database, _ := strings.Cut(s.URL[strings.Index(s.URL, "@"):], "/")
	store := openStore(t, s, neo4j.Options{Create: true})
	odd := oddWiki(t)
	copyStore(t, store, odd)
	before := runtime.NumGoroutine()

	p := s.Proxy(t)
	for name, call := range map[string]func(*neo4j.Store) error{
		"lookup": func(through *neo4j.Store) error { _, err := through.Lookup(ctx, []string{"x"}); return err },
		"push":   func(through *neo4j.Store) error { return through.Push(ctx, odd) },
		"all": func(through *neo4j.Store) error {
			for _, err := range through.All(ctx) {
				return err
			}
			return nil
		},
	} {
		p.Hang.Store(false)
		through, err := neo4j.Open(ctx, "bolt://neo4j@"+p.Addr()+"/"+database, neo4j.Options{Write: true, Password: s.Password, Timeout: 3 * time.Second, Retry: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := through.Lookup(ctx, []string{"x"}); err != nil { // so that each call meets a connection that was good
			t.Fatal(err)
		}
		p.Hang.Store(true)
		start := time.Now()
		err = call(through)
		if !errors.Is(err, graph.ErrUnreachable) {
			t.Errorf("%s: got %v, want %v", name, err, graph.ErrUnreachable)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: took %v, want no more than 10s", name, took)
		}
		if err == nil || !strings.Contains(err.Error(), "no answer in 3s") {
			t.Errorf("%s: got %v, want that there was no answer in 3s", name, err)
		}
		t.Logf("%s: %v", name, err)
		if err := through.Close(); err != nil {
			t.Logf("close: %v", err) // the server can't be told
		}
	}
	p.Stop()
	same(t, s, store, odd, "after a push that hung")
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("goroutines: got %d, want %d\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}
