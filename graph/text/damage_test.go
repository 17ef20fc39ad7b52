package text_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// An index of the right store and with files of the right sizes is made anew when it can't be opened, and with Force in
// any case: what is damaged within a file is seen by nobody before it is read.
func TestDamagedIndexIsMadeAnew(t *testing.T) {
	w := &world{pages: []*graph.Page{page("Oak", "a tree"), page("Elm", "another tree")}}
	for name, seen := range map[string]bool{"names.fst": true, "blocks.fst": true, "names.bin": false, "blocks.bin": false, "norms.bin": false, "pages.bin": false} {
		dir := t.TempDir()
		mustBuild(t, dir, w)
		whole := indexFile(t, dir, name)
		want, err := os.ReadFile(whole)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(whole, bytes.Repeat([]byte{0xff}, len(want)), 0o666); err != nil {
			t.Fatal(err)
		}
		if mustBuild(t, dir, w); seen {
			ix, err := text.Open(dir)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			ix.Close()
		}
		if err := text.Build(context.Background(), dir, w, text.Options{Force: true}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(indexFile(t, dir, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not as it was: %v", name, err)
		}
	}
}

// indexFile finds a file of the index in dir.
func indexFile(t *testing.T, dir, name string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "build-*", name))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: got %v, %v", name, found, err)
	}
	return found[0]
}

// An index is for whoever may read files here, not for the one who made it alone.
func TestIndexHasTheModesOfNewFiles(t *testing.T) {
	dir := t.TempDir()
	mustBuild(t, dir, &world{pages: []*graph.Page{page("Oak", "a tree")}})
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.Mkdir(plain, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plain+".txt", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	modes := map[bool]fs.FileMode{true: mode(t, plain), false: mode(t, plain+".txt")}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != dir && mode(t, path) != modes[d.IsDir()] {
			t.Errorf("%s: got mode %v, want %v", path, mode(t, path), modes[d.IsDir()])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}
