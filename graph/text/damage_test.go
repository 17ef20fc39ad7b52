package text_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// Whatever bit of an index is flipped, its answers are the same, or errors: and building it again mends it.
func TestFlippedBitsAreSeen(t *testing.T) {
	w := manyPages(rand.New(rand.NewPCG(7, 7)), 1000)
	dir := t.TempDir()
	mustBuild(t, dir, w)
	want, err := answers(dir, w)
	if err != nil {
		t.Fatal(err)
	}
	seed, seen := rand.Uint64(), 0
	rng := rand.New(rand.NewPCG(seed, 0))
	for round := range 40 {
		files, err := filepath.Glob(filepath.Join(dir, "build-*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(dir, "index.json"))
		file := files[round%len(files)]
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b := bytes.Clone(whole)
		b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
		if err := os.WriteFile(file, b, 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := answers(dir, w)
		if err != nil {
			seen++
		}
		if err == nil && got != want {
			t.Fatalf("seed %d, round %d, %s: other answers without an error", seed, round, filepath.Base(file))
		}
		if round%5 > 0 { // building takes long
			if err := os.WriteFile(file, whole, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		mustBuild(t, dir, w)
		if got, err := answers(dir, w); err != nil || got != want {
			t.Fatalf("seed %d, round %d, %s: building again doesn't mend it: %v", seed, round, filepath.Base(file), err)
		}
	}
	if seen == 0 {
		t.Error("no flip was seen")
	}
}

// answers are those of all methods of the index in dir, and the first error of them.
func answers(dir string, w *world) (string, error) {
	ix, err := text.Open(dir)
	if err != nil {
		return "", err
	}
	var ids []graph.PageID
	for _, p := range w.pages {
		ids = append(ids, p.ID())
	}
	words := []string{"w1", "w2", "w9", "w30", "w100", "nothing"}
	hits, err1 := ix.Seeds(context.Background(), words, 20)
	weights, err2 := ix.Weights(context.Background(), words, ids)
	idfs, err3 := ix.IDF(words)
	near, err4 := ix.Spellings(context.Background(), "nothing")
	out := fmt.Sprint(hits, weights, idfs, near, ix.First(2000))
	pages, err5 := ix.Words(ids)
	var of []any
	for _, p := range pages {
		of = append(of, p.Title, p.Find(graph.Element{Kind: graph.KindSentence, A: 1}))
		for i := range p.Sentences {
			of = append(of, slices.Clone(p.Terms(i)))
		}
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, of...)
	out += fmt.Sprint(sum.Sum64())
	for _, p := range w.pages {
		out += fmt.Sprint(ix.Mentions(p.Title), ix.Titles(p.Title))
	}
	return out, errors.Join(err1, err2, err3, err4, err5, ix.Err(), ix.Close())
}

// A file that is cut short while the index is open is an error, also of later calls that don't read it.
func TestIndexCutShortWhileRead(t *testing.T) {
	w := manyPages(rand.New(rand.NewPCG(7, 7)), 300)
	dir := t.TempDir()
	mustBuild(t, dir, w)
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := os.Truncate(indexFile(t, dir, "names.fst"), 100); err != nil {
		t.Fatal(err)
	}
	if got := ix.Mentions(w.pages[0].Title); got != nil {
		t.Errorf("got %v of a file that was cut short", got)
	}
	if _, err := ix.IDF(nil); !errors.Is(err, graph.ErrDamaged) || !errors.Is(ix.Err(), graph.ErrDamaged) {
		t.Errorf("got %v and %v, want %v", err, ix.Err(), graph.ErrDamaged)
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

// Whatever is written over a place of a file, the index's answers are the same, or errors.
func FuzzFiles(f *testing.F) {
	w := manyPages(rand.New(rand.NewPCG(7, 7)), 60)
	dir := f.TempDir()
	mustBuild(f, dir, w)
	want, err := answers(dir, w)
	if err != nil {
		f.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "build-*", "*"))
	if err != nil {
		f.Fatal(err)
	}
	files = append(files, filepath.Join(dir, "index.json"))
	for i := range files {
		f.Add(uint8(i), uint32(i*i*50), []byte{0xff, 0}, false)
		f.Add(uint8(i), uint32(10), []byte{}, true)
	}
	f.Add(uint8(len(files)-1), uint32(0), []byte(`{"format":5,"folder":"../x"}`), true)
	f.Fuzz(func(t *testing.T, which uint8, at uint32, written []byte, cut bool) {
		file := files[int(which)%len(files)]
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		place := int(at) % (len(whole) + 1)
		b := append(bytes.Clone(whole[:place]), written...)
		if !cut && len(b) < len(whole) {
			b = append(b, whole[len(b):]...)
		}
		if err := os.WriteFile(file, b, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := answers(dir, w); err == nil && got != want {
			t.Errorf("%s from byte %d on: other answers without an error", filepath.Base(file), place)
		}
		if err := os.WriteFile(file, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	})
}
