package stores_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// viaBatch has two pages of one title of different loads, and one page more.
func viaBatch(load string, texts ...string) *graph.Batch {
	b := &graph.Batch{Load: load, Source: load + ".jsonl", Mark: graph.Mark{Load: load, Records: int64(len(texts)), Done: true}}
	for _, text := range texts {
		b.Pages = append(b.Pages, page("Ola", text, "a", "Tarn"))
	}
	return b
}

// A folder that lacks what the database has, since the cache was emptied or on another machine, is filled from it: with ordinals, the loads
// that used them, redirects, marks and identity. A folder that is behind is filled again.
func TestFolderIsFilled(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	t.Setenv("BRIDGEHOP_NEO4J_PASSWORD", s.Password)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	oracle := new(memory)
	on := func(via string, batches ...*graph.Batch) {
		t.Helper()
		store, err := stores.Open(t.Context(), s.URL, via, true)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		for _, b := range batches {
			got, err := store.Put(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			if want, _ := oracle.Put(t.Context(), b); !reflect.DeepEqual(got, want) {
				t.Errorf("counts of load %s: got %+v, want %+v", b.Load, got, want)
			}
		}
		if err := errors.Join(store.Finish(t.Context()), oracle.Finish(t.Context())); err != nil {
			t.Fatal(err)
		}
		server, err := stores.OpenReader(t.Context(), s.URL)
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		for _, r := range []graph.Store{store, server} {
			got, err := graph.Digest(t.Context(), r)
			if want, _ := graph.Digest(t.Context(), oracle); err != nil || got != want {
				t.Errorf("digest: got %s, %v, want %s", got, err, want)
			}
		}
		a, _ := store.Identity(t.Context())
		if b, err := server.Identity(t.Context()); a != b || err != nil {
			t.Errorf("identity: the folder has %s, and the server %s (%v)", a, b, err)
		}
		want, _ := oracle.Marks(t.Context())
		for name, m := range want {
			if got, err := server.Mark(t.Context(), name); got != m || err != nil {
				t.Errorf("mark of %s: got %+v, %v, want %+v", name, got, err, m)
			}
		}
	}
	other := filepath.Join(t.TempDir(), "other")
	redirects := &graph.Batch{Load: "1", Redirects: []graph.Redirect{{From: "Tarn", To: "Ola"}}}
	on("", viaBatch("1", "a mountain", "a village"), redirects)
	on(other, viaBatch("2", "a hill")) // another machine: the page of load 1 is replaced
	on("", viaBatch("2", "a lake"))    // the same load there, which goes on: the cache is behind, and load 2 has used an ordinal
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(cache, "bridgehop", "pushed")); err != nil {
		t.Fatal(err)
	}
	on("", &graph.Batch{Load: "3", Removed: []string{"Nowhere"}})
	on("", viaBatch("3", "a lake", "a sea"))
	on(other)

	// A page that is gone from the database comes back from the folder, or with the same load.
	s.Cypher(t, "MATCH (p:Page)-[:HAS_RECORD]->(r) WITH p, r LIMIT 1 DETACH DELETE p, r")
	r := &check.Run{Repair: true}
	if err := stores.CheckAll(t.Context(), s.URL, r); err == nil && !r.Sound() {
		t.Errorf("repair: got %v", r.Findings)
	}
	on("")
}

// A folder with a store of its own is not overwritten; one pushes it into an empty database.
func TestFolderOfItsOwn(t *testing.T) {
	s := servertest.Start(t)
	s.Clear(t)
	t.Setenv("BRIDGEHOP_NEO4J_PASSWORD", s.Password)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	make := func(text string) string {
		dir := filepath.Join(t.TempDir(), "wiki")
		own, err := pebble.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer own.Close()
		if _, err := own.Put(t.Context(), viaBatch("1", text)); err != nil {
			t.Fatal(err)
		}
		if err := own.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	first, second := make("a mountain"), make("a river")
	store, err := stores.Open(t.Context(), s.URL, first, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Finish(t.Context()), store.Close()); err != nil {
		t.Fatal(err)
	}
	server, err := stores.OpenServer(context.Background(), s.URL, neo4j.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if stats, err := server.Stats(t.Context()); err != nil || stats.Pages != 1 {
		t.Errorf("pushed: got %+v, %v, want one page", stats, err)
	}
	if _, err := stores.Open(t.Context(), s.URL, second, true); !errors.Is(err, stores.ErrAddress) {
		t.Errorf("another store: got %v, want that it is refused", err)
	}
}
