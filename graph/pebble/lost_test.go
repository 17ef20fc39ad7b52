package pebble_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// filled is a store of n pages, closed, and the ids of its pages and of one it lacks.
func filled(t *testing.T, n int) (dir string, ids []graph.PageID) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "wiki [1") // no pattern that could be searched by
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 2))
	ids = []graph.PageID{graph.NewPageID("Not there", 0)}
	for round := range 2 {
		var pages []*graph.Page
		for i := round * n / 2; i < (round+1)*n/2; i++ {
			p := &graph.Page{Title: fmt.Sprintf("Page %d", i), Disambiguation: i%7 == 0}
			for j := range rng.IntN(3) {
				to := fmt.Sprintf("Page %d", rng.IntN(n))
				p.Sentences = append(p.Sentences, graph.Sentence{N: j, Text: "See " + to + ".", Links: []graph.Hyperlink{{Anchor: to, Target: to}}})
			}
			pages, ids = append(pages, p), append(ids, p.ID())
		}
		put(t, s, pages...)
		if err := s.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, ids
}

// answers are what a store says of pages.
type answers struct {
	Pages   []*graph.Page
	Heads   []graph.Head
	Out, In []graph.Link
}

func answer(t *testing.T, dir string, ids []graph.PageID) (a answers) {
	t.Helper()
	s, err := pebble.OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	var errs [4]error
	a.Pages, errs[0] = s.Pages(t.Context(), ids)
	a.Heads, errs[1] = s.Heads(t.Context(), ids)
	a.Out, errs[2] = s.Neighbors(t.Context(), ids, graph.Out, 0)
	a.In, errs[3] = s.Neighbors(t.Context(), ids, graph.In, 0)
	if err := errors.Join(append(errs[:], s.Close())...); err != nil {
		t.Fatal(err)
	}
	return a
}

// What pebble would take for a new store, or for one that was interrupted, is damage: nobody writes over it.
func TestLostFilesAreDamage(t *testing.T) {
	for _, sealed := range []bool{true, false} {
		for _, lost := range []string{"marker.manifest*", "marker.format-version*", "MANIFEST-*", "*.sst"} {
			dir, ids := filled(t, 50)
			want := answer(t, dir, ids)
			if !sealed {
				if err := os.Remove(filepath.Join(dir, "seal")); err != nil {
					t.Fatal(err)
				}
			}
			names, err := fs.Glob(os.DirFS(filepath.Join(dir, "graph")), lost)
			if err != nil || len(names) == 0 {
				t.Fatalf("%s: got none; %v", lost, err)
			}
			for _, name := range names {
				if err := os.Rename(filepath.Join(dir, "graph", name), filepath.Join(dir, name+".kept")); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				_, err1 := pebble.OpenReader(dir)
				_, err2 := pebble.Open(dir)
				_, err3 := pebble.Create(dir)
				for _, err := range []error{err1, err2, err3} {
					if !errors.Is(err, graph.ErrDamaged) {
						t.Errorf("%s lost, sealed %v: got %v, want %v", lost, sealed, err, graph.ErrDamaged)
					}
				}
			}
			for _, name := range names {
				if err := os.Rename(filepath.Join(dir, name+".kept"), filepath.Join(dir, "graph", name)); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(want, answer(t, dir, ids)); d != "" {
				t.Errorf("%s is there again, sealed %v: got (-) before, (+) after:\n%s", lost, sealed, d)
			}
		}
	}
}
