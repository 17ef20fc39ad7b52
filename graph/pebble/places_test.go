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

// placed is a store of n pages, closed, the path of its file of places, and the ids of its pages and of one it lacks.
func placed(t *testing.T, n int) (dir, file string, ids []graph.PageID) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "wiki [1") // no pattern that could be searched by
	s, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 2))
	ids = []graph.PageID{graph.NewPageID("Not there", 0)}
	for round := range 2 { // of two generations the second one's file stays
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
	files, err := fs.Glob(os.DirFS(dir), "places-*")
	if err != nil || len(files) != 1 {
		t.Fatalf("files of places: got %q, want one; %v", files, err)
	}
	return dir, filepath.Join(dir, files[0]), ids
}

// answers are all that is said of pages by the calls that ask the file of places, and what heads say.
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

// A store whose file of places is lost, or doesn't fit, is none that can be read.
func TestPlacesAreChecked(t *testing.T) {
	dir, file, ids := placed(t, 500)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := answer(t, dir, ids)
	if want.Pages[0] != nil || len(want.Out) == 0 {
		t.Fatalf("page 0 is %v, and there are %d links", want.Pages[0], len(want.Out))
	}
	_, another, _ := placed(t, 498)
	other, err := os.ReadFile(another)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		file []byte // nil for none
	}{
		{"none", nil},
		{"empty", []byte{}},
		{"cut short", whole[:len(whole)-20]},
		{"of another store", other},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := os.WriteFile(file, c.file, 0o644)
			if c.file == nil {
				err = os.Remove(file)
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := pebble.OpenReader(dir); !errors.Is(err, graph.ErrDamaged) {
				t.Errorf("got %v, want %v", err, graph.ErrDamaged)
			}
		})
	}
}

// The file is what Pages and Neighbors go by: a flipped bit in it is an error.
func TestPlacesAreCompared(t *testing.T) {
	dir, file, ids := placed(t, 50)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b[20*7+3] ^= 4
	if err := os.WriteFile(file, b, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := pebble.OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err1 := s.Pages(t.Context(), ids)
	_, err2 := s.Neighbors(t.Context(), ids, graph.Out, 0)
	for _, err := range []error{err1, err2} {
		if !errors.Is(err, graph.ErrDamaged) {
			t.Errorf("got %v, want %v", err, graph.ErrDamaged)
		}
	}
}

// A file that is cut short while the store is open is an error, too.
func TestPlacesCutShortWhileRead(t *testing.T) {
	dir, file, ids := placed(t, 50)
	s, err := pebble.OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Pages(t.Context(), ids[:10]); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, 10); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pages(t.Context(), ids); !errors.Is(err, graph.ErrDamaged) {
		t.Errorf("got %v, want %v", err, graph.ErrDamaged)
	}
}

// What pebble would take for a new store, or for one that was interrupted, is damage: nobody writes over it.
func TestLostFilesAreDamage(t *testing.T) {
	for _, sealed := range []bool{true, false} {
		for _, lost := range []string{"marker.manifest*", "marker.format-version*", "MANIFEST-*", "*.sst"} {
			dir, _, ids := placed(t, 50)
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
