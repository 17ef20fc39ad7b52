package loader_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
)

// half loads the first batches of a folder and is interrupted there.
func half(t *testing.T, store *graphtest.Memory, dir string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	b := &breaking{Store: store, after: 3, stop: stop}
	if _, err := loader.Load(ctx, b, open(t, loader.Input{}, dir), loader.Options{BatchPages: 20}); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an interruption", err)
	}
}

// A file that vanishes before a load, or before it goes on, is named, and what is stored stays; once it is back, the
// load ends as one that was never disturbed.
func TestVanishedFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", lines(0, 100))
	last := write(t, dir, "b.jsonl", lines(100, 100))
	whole := graphtest.NewMemory()
	if _, err := loader.Load(t.Context(), whole, open(t, loader.Input{}, dir), loader.Options{}); err != nil {
		t.Fatal(err)
	}
	store := graphtest.NewMemory()
	half(t, store, dir)
	sources := open(t, loader.Input{}, dir)
	if err := os.Rename(last, last+".away"); err != nil {
		t.Fatal(err)
	}
	if _, err := loader.Load(t.Context(), store, sources, loader.Options{}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), last) {
		t.Errorf("got %v, want that %s is not there", err, last)
	}
	if err := os.Rename(last+".away", last); err != nil {
		t.Fatal(err)
	}
	report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
	if err != nil || report.Resumed == 0 {
		t.Errorf("got %+v, %v; want a load that goes on", report, err)
	}
	if got, want := digest(t, store), digest(t, whole); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// A file that changed while a load was interrupted is told by its fingerprint: everything is read again, and the store
// is that of the new files.
func TestChangedWhileInterrupted(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", lines(0, 100))
	store := graphtest.NewMemory()
	half(t, store, dir)
	changed := strings.ReplaceAll(lines(0, 100), "Page 7", "Page 7b")
	write(t, dir, "a.jsonl", changed)
	report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
	if err != nil || report.Resumed != 0 || report.Duplicates == 0 {
		t.Errorf("got %+v, %v; want a new load with duplicates", report, err)
	}
}

// What can't be read is an error that names it, also when it lies in a folder.
func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "a.jsonl", lines(0, 3))
	circle := filepath.Join(t.TempDir(), "circle")
	if err := os.Symlink(circle, circle); err != nil {
		t.Fatal(err)
	}
	paths := map[string]string{"no file": filepath.Join(dir, "none.jsonl"), "below a file": filepath.Join(file, "x"), "a circle": circle, "pattern": filepath.Join(dir, "*.xml")}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadDir(closed); err != nil { // the superuser may read it
		paths["a closed folder"] = dir
	}
	for name, path := range paths {
		if _, err := loader.Open([]string{path}, loader.Input{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want an error that names %s", name, err, path)
		}
	}
}
