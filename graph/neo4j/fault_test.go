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

// faultWiki and the digest it must have.
func faultWiki(t *testing.T) ([]*graph.Page, string) {
	t.Helper()
	pages := graphtest.Wiki(600, 12)
	m, err := graphtest.Fill(pages)
	if err != nil {
		t.Fatal(err)
	}
	return pages, digest(t, m)
}

// loadOn goes on after the mark, as the loader does.
func loadOn(ctx context.Context, s graph.Store, pages []*graph.Page, each func(batch int)) error {
	m, err := s.Mark(ctx, "f")
	if err != nil {
		return err
	}
	for at := int(m.Records); at < len(pages); at += 30 {
		each(at / 30)
		b := &graph.Batch{Load: "1", Source: "f", Mark: graph.Mark{Load: "1", Records: int64(at + 30)}, Pages: pages[at : at+30]}
		if _, err := s.Put(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

func TestServerKilledInMidLoad(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	ctx := context.Background()
	pages, want := faultWiki(t)
	opts := &neo4j.Options{Password: s.Password, Retry: time.Second, AtOnce: -1, BatchPages: 40}
	open := func() *neo4j.Store {
		store, err := neo4j.Create(ctx, s.URL, opts)
		if err != nil {
			t.Fatal(err)
		}
		return store
	}

	store := open()
	killed := make(chan bool)
	err := loadOn(ctx, store, pages, func(batch int) {
		if batch == 9 { // the server goes while this batch and the next are put
			go func() { s.Restart(t, true, nil); close(killed) }()
		}
	})
	<-killed
	t.Logf("load with the server killed: %v", err)
	if err != nil && !errors.Is(err, graph.ErrUnreachable) {
		t.Errorf("load with the server killed: got %v, want %v", err, graph.ErrUnreachable)
	}
	if err := store.Close(); err != nil {
		t.Errorf("close: %v", err)
	}

	store = open()
	if err := loadOn(ctx, store, pages, func(int) {}); err != nil {
		t.Fatal(err)
	}
	finished := make(chan error)
	go func() { finished <- store.Finish(ctx) }()
	time.Sleep(time.Second)
	s.Restart(t, true, nil)
	err = <-finished
	t.Logf("finish with the server killed: %v", err)
	if err != nil && !errors.Is(err, graph.ErrUnreachable) {
		t.Errorf("finish with the server killed: got %v, want %v", err, graph.ErrUnreachable)
	}
	if _, rerr := neo4j.OpenReader(ctx, s.URL, opts); err != nil && !errors.Is(rerr, graph.ErrUnfinished) {
		t.Errorf("open after a Finish that was killed: got %v, want %v", rerr, graph.ErrUnfinished)
	}
	if err := store.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	if got := digest(t, store); got != want {
		t.Errorf("digest: got %s, want %s", got, want)
	}
	if rows := s.Cypher(t, "MATCH (n:BridgehopDraft|BridgehopDraftRedirect) RETURN count(n) AS n"); rows[0]["n"] != int64(0) {
		t.Errorf("drafts left: got %v", rows[0]["n"])
	}
	rows := s.Cypher(t, "MATCH (a:Page)-[l:LINKS_TO]->(b:Page) WITH a, b, count(l) AS n WHERE n > 1 RETURN count(*) AS n")
	if rows[0]["n"] != int64(0) {
		t.Errorf("pairs of pages with several LINKS_TO: got %v", rows[0]["n"])
	}
	if err := store.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestNetworkThatHangs(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	ctx := context.Background()
	_, host, _ := strings.Cut(s.URL, "@")
	host, database, _ := strings.Cut(host, "/")
	store := openStore(t, s, neo4j.Create)
	copyStore(t, store, oddWiki(t))
	before := runtime.NumGoroutine()

	p := servertest.NewProxy(t, host)
	for name, call := range map[string]func(*neo4j.Store) error{
		"lookup": func(through *neo4j.Store) error { _, err := through.Lookup(ctx, []string{"x"}); return err },
		"put": func(through *neo4j.Store) error {
			_, err := through.Put(ctx, &graph.Batch{Load: "h", Source: "h", Mark: graph.Mark{Records: 1}, Pages: graphtest.Wiki(1, 1)})
			return err
		},
		"all": func(through *neo4j.Store) error {
			for _, err := range through.All(ctx) {
				return err
			}
			return nil
		},
	} {
		p.Hang.Store(false)
		through, err := neo4j.Open(ctx, "bolt://neo4j@"+p.Addr()+"/"+database, &neo4j.Options{Password: s.Password, Timeout: 3 * time.Second, Retry: time.Second})
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
	if m, err := store.Mark(ctx, "h"); err != nil || m != (graph.Mark{}) {
		t.Errorf("mark of a batch that hung: got %v, %v", m, err)
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("goroutines: got %d, want %d\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}
