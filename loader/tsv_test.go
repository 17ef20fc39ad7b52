package loader_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

func TestLoadTSV(t *testing.T) {
	const pages = "\ufeff# title\ttext\nOstby\tOn the Kell.\\nIt has a mill\\\\. Old.\nKell_(river)\tA river.\nEmpty\n\n\tno title\nOstby\tAnother Ostby.\n"
	links := map[string]string{
		"in the order of the pages": "\ufeffOstby\tKell_(river)\nOstby\tMill\tIt has\nKell (river)\tOstby\nEmpty\tOstby\nnonsense\n",
		"in another order":          "\ufeffKell (river)\tOstby\nOstby\tKell_(river)\nnonsense\nOstby\tMill\tIt has\nEmpty\tOstby\nNowhere\tOstby\n",
	}
	rejects := map[string]int64{"in the order of the pages": 2, "in another order": 3}
	for name, content := range links {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "README.txt", "Pages and their links.\n")
			p, l := write(t, dir, "pages.tsv", pages), write(t, dir, "links.tsv.gz", gzipped(t, content))
			if f, err := loader.Detect(dir); f == "wikispeedia" {
				t.Errorf("the folder is detected as %s, %v; its README is no article", f, err)
			}
			for _, paths := range [][]string{{dir}, {p}, {p, l}, {l, p}} {
				in := loader.Input{}
				if len(paths) == 2 {
					in.Format = "tsv"
				}
				store, report := load(t, in, loader.Options{}, paths...)
				var got []string
				for _, p := range store.pages {
					for _, e := range p.Elements() {
						for _, l := range e.Links {
							got = append(got, graph.Address{Title: p.Title, Element: e.Element}.String()+" "+l.Anchor+" -> "+l.Target)
						}
					}
				}
				want := []string{"Ostby_sentence_0 Kell -> Kell (river)", "Ostby_sentence_1 It has -> Mill", "Kell (river)_sentence_0 Ostby -> Ostby", "Empty_sentence_0 Ostby -> Ostby"}
				if diff := cmp.Diff(got, want); diff != "" || len(store.pages) != 4 || report.Rejects != rejects[name] {
					t.Errorf("%d pages, %d rejects, want 4, %d; links (-got +want):\n%s", len(store.pages), report.Rejects, rejects[name], diff)
				}
			}
		})
	}
}

// A title's second page has links of its own only where they come in the order of the pages.
func TestTSVSecondPage(t *testing.T) {
	for links, want := range map[string][]int{"A\tC\nB\tC\nA\tD\n": {1, 1, 1}, "B\tC\nA\tC\nB\tD\nA\tD\n": {2, 2, 0}} {
		dir := t.TempDir()
		write(t, dir, "pages.tsv", "\ufeffA\tOne.\nB\tTwo.\nA\tThree.")
		write(t, dir, "links.tsv", links)
		store, _ := load(t, loader.Input{}, loader.Options{}, dir)
		var got []int
		for _, p := range store.pages {
			got = append(got, len(p.Sentences[0].Links))
		}
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%q: links by page (-got +want):\n%s", links, diff)
		}
	}
}

func TestTSVRefused(t *testing.T) {
	alone := write(t, "", "pages.tsv", "A\tx\n")
	for _, paths := range [][]string{{alone}, {alone, alone, alone}, {filepath.Dir(alone)}} {
		if _, err := loader.Open(paths, loader.Input{Format: "tsv"}); !errors.Is(err, loader.ErrFormat) {
			t.Errorf("%d paths: %v, want %v", len(paths), err, loader.ErrFormat)
		}
	}
}

// A line of links is refused with what is the most for one.
func TestTSVLongLink(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pages.tsv", "A\tx\n")
	write(t, dir, "links.tsv", "A\t"+strings.Repeat("B", 1<<16)+"\n")
	var rejects []string
	load(t, loader.Input{}, loader.Options{Reject: func(r *loader.Reject) { rejects = append(rejects, r.Err.Error()) }}, dir)
	if diff := cmp.Diff(rejects, []string{"record too long: more than 64 KiB"}); diff != "" {
		t.Errorf("rejects (-got +want):\n%s", diff)
	}
}

func FuzzLoadTSV(f *testing.F) {
	f.Add("A\tb c\\n\nD\n", "A\tD\tb\nx\nD\tA\n")
	f.Fuzz(func(t *testing.T, pages, links string) {
		dir := t.TempDir()
		write(t, dir, "pages.tsv", pages)
		write(t, dir, "links.tsv", links)
		sources, err := loader.Open([]string{dir}, loader.Input{Format: "tsv"})
		if err != nil {
			t.Fatal(err)
		}
		store := &record{}
		if _, err := loader.Load(t.Context(), store, sources, loader.Options{Workers: 1}); err != nil && store.finished != 1 {
			t.Errorf("%v", err)
		}
		for _, p := range store.pages {
			checkPage(t, p)
		}
	})
}

// A link that is added to links.tsv, or taken out, is so in the store after the next load; the same files again change nothing.
func TestTSVLinksChanged(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pages.tsv", "A\tBy B and C.\nB\tA town.\nC\tA hill.\n")
	store := graphtest.NewMemory()
	for i, c := range []struct {
		links string
		want  string // added, replaced, duplicates, links
	}{{"A\tB\n", "3 0 0 1"}, {"A\tB\nA\tC\n", "0 1 2 2"}, {"A\tB\nA\tC\n", "0 0 0 2"}, {"A\tC\tand C\n", "0 1 2 1"}} {
		write(t, dir, "links.tsv", c.links)
		r, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := store.Stats(t.Context())
		if got := fmt.Sprint(r.Added, r.Replaced, r.Duplicates, stats.Links); err != nil || got != c.want {
			t.Errorf("load %d: added, replaced, duplicates, links = %s, %v; want %s", i, got, err, c.want)
		}
	}
	before := digest(t, store)
	if r, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{Load: "another"}); err != nil || r.Duplicates != 3 || digest(t, store) != before {
		t.Errorf("another load of the same: %+v, %v; want duplicates and the same digest", r, err)
	}
}
