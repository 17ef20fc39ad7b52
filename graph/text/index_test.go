package text_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

func TestAnalyze(t *testing.T) {
	for in, want := range map[string]string{
		"":                                 "",
		"The rivers of Björk's Zürich":     "river björk zürich",
		"don't STOP it's Jean-Luc":         "don stop jean luc",
		"running runs ran":                 "run run ran",
		"AC/DC, 1,234 and C++":             "ac dc 1 234 c",
		"Bjo\u0308rk":                      "bjork",
		"東京 Путин":                         "東 京 путин",
		strings.Repeat("x", 65) + " short": "short",
	} {
		if want = strings.NewReplacer("ö", "o", "ü", "u").Replace(want); strings.Join(terms(in), " ") != want {
			t.Errorf("terms of %q are %q, want %q", in, terms(in), want)
		}
		for _, term := range text.Analyze(in) {
			if again := terms(in[term.Start:term.End]); len(again) != 1 || again[0] != term.Text {
				t.Errorf("span %q of %q has terms %q", in[term.Start:term.End], term.Text, again)
			}
		}
	}
}

func TestEverythingOnAPageIsIndexed(t *testing.T) {
	p := page("Alder", "birch")
	p.Sections = []graph.Section{{Text: "cedar"}}
	p.Tables = []graph.Table{{Caption: "dogwood", Rows: [][]graph.Cell{{{Text: "elm", Header: true}, {Text: "fir", Column: 1}}}}}
	p.Lists = []graph.List{{Items: []graph.Item{{Text: "gum"}}}}
	ix := build(t, &world{pages: []*graph.Page{p, page("Other", "nothing")}}, text.Options{})
	for _, term := range strings.Fields("alder birch cedar dogwood elm fir gum") {
		hits, err := ix.Seeds(context.Background(), []string{term}, 5)
		if err != nil || len(hits) != 1 || hits[0].Page != p.ID() {
			t.Errorf("%s: got %v, %v", term, hits, err)
		}
	}
}

func TestEmptyStore(t *testing.T) {
	ix := build(t, &world{}, text.Options{})
	hits, err := ix.Seeds(context.Background(), []string{"oak"}, 5)
	if err != nil || len(hits) != 0 {
		t.Errorf("seeds: %v, %v", hits, err)
	}
	if ms := ix.Mentions("Oak"); len(ms) != 0 || ix.NumPages() != 0 {
		t.Errorf("mentions: %v, %d pages", ms, ix.NumPages())
	}
	if ws, err := ix.Weights(context.Background(), []string{"oak"}, []graph.PageID{1}); err != nil || len(ws) != 1 || ws[0].Weight[0] != 0 {
		t.Errorf("weights: %v, %v", ws, err)
	}
}

func mustBuild(t testing.TB, dir string, w *world) {
	t.Helper()
	if err := text.Build(context.Background(), dir, w, text.Options{}); err != nil {
		t.Fatal(err)
	}
}

func openIdentity(t *testing.T, dir string) string {
	t.Helper()
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	return ix.Identity()
}

func TestStaleIndex(t *testing.T) {
	dir := t.TempDir()
	w := &world{pages: []*graph.Page{page("Oak", "x")}, identity: "one"}
	mustBuild(t, dir, w)
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	if err := ix.Check("one"); err != nil {
		t.Errorf("same store: %v", err)
	}
	if err := ix.Check("two"); !errors.Is(err, text.ErrStale) {
		t.Errorf("changed store: got %v, want %v", err, text.ErrStale)
	}
	w.identity, w.pages = "two", append(w.pages, page("Elm", "y"))
	mustBuild(t, dir, w)
	if got := openIdentity(t, dir); got != "two" {
		t.Errorf("identity after the second build is %q", got)
	}
	if hits, err := ix.Seeds(context.Background(), []string{"oak"}, 1); err != nil || len(hits) != 1 {
		t.Errorf("the index that was open gives %v, %v", hits, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "build-*")); len(left) != 1 {
		t.Errorf("folders left: %v", left)
	}
}

func TestUpToDateIndexIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	w := &world{pages: []*graph.Page{page("Oak", "x")}}
	mustBuild(t, dir, w)
	w.fail = errors.New("read again")
	mustBuild(t, dir, w)
}

// A build that stops, by an error, by cancelling or by a crash, leaves the old index as it was.
func TestInterruptedBuildLeavesOldIndex(t *testing.T) {
	dir := t.TempDir()
	w := &world{pages: []*graph.Page{page("Oak", "x"), page("Elm", "y")}, identity: "old"}
	mustBuild(t, dir, w)
	w.identity, w.fail = "new", errors.New("disk on fire")
	if err := text.Build(context.Background(), dir, w, text.Options{}); !errors.Is(err, w.fail) {
		t.Errorf("got %v, want %v", err, w.fail)
	}
	w.fail = nil
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := text.Build(ctx, dir, w, text.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "build-*")); len(left) != 1 {
		t.Errorf("folders left: %v", left)
	}
	// What a crash leaves: a folder that no manifest names.
	crashed := filepath.Join(dir, "build-crashed")
	if err := os.MkdirAll(filepath.Join(crashed, "postings"), 0o777); err != nil {
		t.Fatal(err)
	}
	if got := openIdentity(t, dir); got != "old" {
		t.Errorf("identity is %q, want old", got)
	}
	mustBuild(t, dir, w)
	if _, err := os.Stat(crashed); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder of the crash: %v", err)
	}
	if got := openIdentity(t, dir); got != "new" {
		t.Errorf("identity is %q, want new", got)
	}
}

func TestOpenErrors(t *testing.T) {
	edit := func(name, content string) func(dir string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666) }
	}
	in := func(pattern string, do func(path string) error) func(dir string) error {
		return func(dir string) error {
			paths, err := filepath.Glob(filepath.Join(dir, "build-*", pattern))
			for _, p := range paths {
				err = errors.Join(err, do(p))
			}
			if len(paths) == 0 {
				return errors.New("no such file")
			}
			return err
		}
	}
	cut := func(path string) error { return os.Truncate(path, 7) }
	for name, c := range map[string]struct {
		damage func(dir string) error
		want   error
	}{
		"no manifest":      {func(dir string) error { return os.Remove(filepath.Join(dir, "index.json")) }, text.ErrNoIndex},
		"other format":     {edit("index.json", `{"format": 999}`), graph.ErrFormat},
		"manifest no JSON": {edit("index.json", "{"), graph.ErrDamaged},
		"format misspelt":  {edit("index.json", `{"fobmat": 6}`), graph.ErrDamaged},
		"folder outside":   {edit("index.json", `{"format": 6, "folder": "../x"}`), graph.ErrDamaged},
		"pages missing":    {in("pages.bin", os.Remove), graph.ErrDamaged},
		"pages cut":        {in("pages.bin", cut), graph.ErrDamaged},
		"names cut":        {in("names.bin", cut), graph.ErrDamaged},
		"names.fst cut":    {in("names.fst", cut), graph.ErrDamaged},
		"blocks missing":   {in("blocks.bin", os.Remove), graph.ErrDamaged},
		"blocks cut":       {in("blocks.bin", cut), graph.ErrDamaged},
		"words missing":    {in("words.bin", os.Remove), graph.ErrDamaged},
		"words cut":        {in("words.bin", cut), graph.ErrDamaged},
		"terms cut":        {in("blocks.fst", cut), graph.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			w := &world{pages: []*graph.Page{page("Oak", "x"), page("Elm", "y")}}
			mustBuild(t, dir, w)
			if err := c.damage(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := text.Open(dir); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			mustBuild(t, dir, w) // heals it
			if got := openIdentity(t, dir); got != "world of 2" {
				t.Errorf("identity after building again is %q", got)
			}
		})
	}
}

func TestProgressEndsAtTheTotal(t *testing.T) {
	var done, total int64
	err := text.Build(context.Background(), t.TempDir(), namesake(), text.Options{Progress: func(d, n int64) { done, total = d, n }})
	if want := int64(len(namesake().pages)); err != nil || done != want || total != want {
		t.Errorf("progress ended at %d of %d, want %d; %v", done, total, want, err)
	}
}

func TestConcurrentUse(t *testing.T) {
	w := namesake()
	ix := build(t, w, text.Options{})
	var ids []graph.PageID
	for _, p := range w.pages {
		ids = append(ids, p.ID())
	}
	ask := func() string {
		s := "Neil Peart drummed with Rush; words of Oslo"
		hits, err := ix.Seeds(context.Background(), terms(s), 10)
		weights, werr := ix.Weights(context.Background(), terms(s), ids)
		idfs, ierr := ix.IDF(terms(s))
		return fmt.Sprint(hits, weights, idfs, ix.Mentions(s), err, werr, ierr)
	}
	want := ask()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if got := ask(); got != want {
					t.Errorf("got %s, want %s", got, want)
					return
				}
			}
		})
	}
	wg.Wait()
}
