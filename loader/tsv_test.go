package loader_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

func TestLoadTSV(t *testing.T) {
	const pages = "# title\ttext\nOstby\tOn the Kell.\\nIt has a mill\\\\. Old.\nKell_(river)\tA river.\nEmpty\n\n\tno title\nOstby\tAnother Ostby.\n"
	links := map[string]string{
		"in the order of the pages": "Ostby\tKell_(river)\nOstby\tMill\tIt has\nKell (river)\tOstby\nEmpty\tOstby\nnonsense\n",
		"in another order":          "Kell (river)\tOstby\nOstby\tKell_(river)\nnonsense\nOstby\tMill\tIt has\nEmpty\tOstby\nNowhere\tOstby\n",
	}
	rejects := map[string]int64{"in the order of the pages": 2, "in another order": 3}
	for name, content := range links {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p, l := write(t, dir, "pages.tsv", pages), write(t, dir, "links.tsv.gz", gzipped(t, content))
			for _, paths := range [][]string{{dir}, {p}, {p, l}, {l, p}} {
				in := loader.Input{}
				if len(paths) == 2 {
					in.Format = loader.TSV
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

func TestTSVRefused(t *testing.T) {
	alone := write(t, "", "pages.tsv", "A\tx\n")
	for _, paths := range [][]string{{alone}, {alone, alone, alone}, {filepath.Dir(alone)}} {
		if _, err := loader.Open(paths, loader.Input{Format: loader.TSV}); !errors.Is(err, loader.ErrFormat) {
			t.Errorf("%d paths: %v, want %v", len(paths), err, loader.ErrFormat)
		}
	}
}

func FuzzLoadTSV(f *testing.F) {
	f.Add("A\tb c\\n\nD\n", "A\tD\tb\nx\nD\tA\n")
	f.Fuzz(func(t *testing.T, pages, links string) {
		dir := t.TempDir()
		write(t, dir, "pages.tsv", pages)
		write(t, dir, "links.tsv", links)
		sources, err := loader.Open([]string{dir}, loader.Input{Format: loader.TSV})
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
