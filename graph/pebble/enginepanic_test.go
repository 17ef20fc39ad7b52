package pebble_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// rowTables makes all tables say that they have an older format, of rows instead of columns. It makes pebble panic when it reads them.
func rowTables(t *testing.T, dir string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "graph", "*.sst"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("tables: got %v, %v", paths, err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)-12] ^= 1
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt(b, 0); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// tabled makes a store whose records are in tables, finished and closed.
func tabled(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "wiki")
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, graphtest.Wiki(1200, 6)...)
	if err := errors.Join(s.Finish(context.Background()), s.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A table of another format is damage when the store is opened.
func TestTableOfAnotherFormat(t *testing.T) {
	dir := tabled(t)
	rowTables(t, dir)
	for name, open := range map[string]func(string) (*pebble.Store, error){"Open": pebble.Open, "OpenReader": pebble.OpenReader} {
		if _, err := open(dir); !errors.Is(err, graph.ErrDamaged) || !strings.Contains(err.Error(), ".sst") {
			t.Errorf("%s: got %v, want %v and the table", name, err, graph.ErrDamaged)
		}
	}
	r := &check.Run{Data: true}
	if err := pebble.Check(context.Background(), dir, r); err != nil || len(r.Findings) == 0 {
		t.Errorf("check: got %v, %v, want a finding", r.Findings, err)
	}
}

// Two tables in each other's places are damage when the store is opened: their own checksums are right.
func TestTablesSwapped(t *testing.T) {
	dir := tabled(t)
	paths, err := filepath.Glob(filepath.Join(dir, "graph", "*.sst"))
	if err != nil || len(paths) < 2 {
		t.Fatalf("tables: got %v, %v", paths, err)
	}
	aside := filepath.Join(dir, "aside")
	for _, move := range [][2]string{{paths[0], aside}, {paths[1], paths[0]}, {aside, paths[1]}} {
		if err := os.Rename(move[0], move[1]); err != nil {
			t.Fatal(err)
		}
	}
	for name, open := range map[string]func(string) (*pebble.Store, error){"Open": pebble.Open, "OpenReader": pebble.OpenReader} {
		if _, err := open(dir); !errors.Is(err, graph.ErrDamaged) || !strings.Contains(err.Error(), ".sst") {
			t.Errorf("%s: got %v, want %v and a table", name, err, graph.ErrDamaged)
		}
	}
}

// A panic of pebble is damage, in every function that reads, and the store can be closed.
func TestPebblePanics(t *testing.T) {
	ctx := context.Background()
	whole := tabled(t)
	pages := graphtest.Wiki(1200, 6)
	id := pages[3].ID()
	many := make([]graph.PageID, 20)
	for i := range many {
		many[i] = pages[i].ID()
	}
	panics := 0
	for name, read := range map[string]func(*pebble.Store) error{
		"Pages":     func(s *pebble.Store) error { _, err := s.Pages(ctx, []graph.PageID{id}); return err },
		"Heads":     func(s *pebble.Store) error { _, err := s.Heads(ctx, []graph.PageID{id}); return err },
		"Lookup":    func(s *pebble.Store) error { _, err := s.Lookup(ctx, []string{"Page 3"}); return err },
		"Neighbors": func(s *pebble.Store) error { _, err := s.Neighbors(ctx, many, graph.Out, 0); return err },
		"Ends":      func(s *pebble.Store) error { _, _, err := s.Ends(ctx, many, graph.In); return err },
		"All":       func(s *pebble.Store) error { _, err := graph.Digest(ctx, s); return err },
	} {
		dir := filepath.Join(t.TempDir(), "wiki")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		s, err := pebble.OpenReader(dir)
		if err != nil {
			t.Fatal(err)
		}
		rowTables(t, dir)
		err = read(s)
		if !errors.Is(err, graph.ErrDamaged) {
			t.Errorf("%s: got %v, want %v", name, err, graph.ErrDamaged)
		}
		if err != nil && strings.Contains(err.Error(), "runtime error") {
			panics++
		}
		if err := s.Close(); err != nil {
			t.Errorf("close after %s: got %v", name, err)
		}
	}
	if panics == 0 {
		t.Error("pebble did not panic: the test has lost its point")
	}
}

// A panic of the code that is given pages is not hidden.
func TestOtherPanicsGoOn(t *testing.T) {
	s, err := pebble.OpenReader(created(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	defer func() {
		if p := recover(); p == nil {
			t.Error("got no panic")
		}
	}()
	for range s.All(context.Background()) {
		var none []int
		_ = none[len(none)]
	}
}
