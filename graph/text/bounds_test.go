package text_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// files are those of the index that is built of a world, without the folder's name.
func files(t *testing.T, w *world, o text.Options) map[string][]byte {
	dir := t.TempDir()
	if err := text.Build(context.Background(), dir, w, o); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "build-*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, path := range paths {
		if out[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// However little memory a build may take, it gives the same bytes, and leaves nothing else in the folder.
func TestBuildIsTheSameInLittleMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	w := manyPages(r, 4096)
	for i := range 70_000 {
		w.pages = append(w.pages, page("Short "+strconv.Itoa(i), "oak w"+strconv.Itoa(i%3)))
	}
	for i, p := range w.pages {
		p.Disambiguation = i%17 == 0
		w.redirects = append(w.redirects, graph.Redirect{From: "Also " + strconv.Itoa(r.IntN(4000)), To: w.pages[r.IntN(len(w.pages))].Title})
	}
	want := files(t, w, text.Options{})
	if len(want) < 6 {
		t.Fatalf("got %d files, want 6 at least", len(want))
	}
	for _, o := range []text.Options{
		text.Options{Batch: 9000, Workers: 3, Memory: 400_000}.Bounded(300),
		text.Options{Batch: 70_000, Workers: 1, Memory: 80_000}.Bounded(2000),
	} {
		got := files(t, w, o)
		for name, b := range want {
			if !bytes.Equal(got[name], b) {
				t.Errorf("with %+v: %s differs", o, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("with %+v: %d files, want %d", o, len(got), len(want))
		}
	}
}
