package loader_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// loadedTitles are the titles that paths give, with redirects and rejects behind them.
func loadedTitles(t *testing.T, paths ...string) (out []string) {
	t.Helper()
	store, _ := load(t, loader.Input{}, loader.Options{Reject: func(r *loader.Reject) { out = append(out, "! "+filepath.Base(r.File)) }}, paths...)
	var titles []string
	for _, p := range store.pages {
		titles = append(titles, p.Title)
	}
	for _, r := range store.redirects {
		titles = append(titles, r.From+" > "+r.To)
	}
	return append(titles, out...)
}

// The store that is loaded into may lie in the folder that is loaded, by its default name: it is no corpus.
func TestStoresAreNoCorpus(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pages.jsonl", `{"title":"Ostby","text":"x"}`)
	store := filepath.Join(dir, "wiki.bridgehop")
	if err := os.MkdirAll(filepath.Join(store, "text"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, store, "format", "bridgehop store 9\n")
	write(t, filepath.Join(store, "text"), "index.json", `{"title":"Not a page"}`)
	if diff := cmp.Diff(loadedTitles(t, dir), []string{"Ostby"}); diff != "" {
		t.Errorf("-got +want:\n%s", diff)
	}
	if _, err := loader.Open([]string{store}, loader.Input{}); err == nil || !strings.Contains(err.Error(), store) {
		t.Errorf("the store itself: %v, want an error that names it", err)
	}
	write(t, store, "format", "a page of its own\n")
	if got := loadedTitles(t, dir); len(got) < 2 {
		t.Errorf("a folder with another file named format: got %v, want what is in it", got)
	}
}

// A record in FEVEROUS's form without a single element is refused, as one of another format without text is; an empty
// order says that the page has none.
func TestFEVEROUSWithoutElements(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pages.jsonl", `{"title":"Ostby","order":["sentence_0"],"sentence_0":"A town."}`+"\n"+`{"title":"Vorn","text":"A land."}`+"\n"+`{"title":"Kell","order":[]}`+"\n")
	store, report := load(t, loader.Input{Format: "feverous"}, loader.Options{Reject: func(r *loader.Reject) {
		if r.Line != 2 || !strings.HasPrefix(r.Err.Error(), loader.ErrNoText.Error()) {
			t.Errorf("reject %v, want line 2 without text", r)
		}
	}}, dir)
	if len(store.pages) != 2 || report.Rejects != 1 {
		t.Errorf("%d pages, %d rejects; want 2 and 1", len(store.pages), report.Rejects)
	}
}

// Levels that nobody writes are taken for the nearest that somebody does.
func TestLevels(t *testing.T) {
	p, err := loader.ParseFEVEROUS([]byte(`{"title":"A","section_0":{"value":"x","level":"900000000"},"section_1":{"value":"y","level":-1},"section_2":{"value":"z","level":3},
		"list_0":{"list":[{"value":"a","level":-1},{"value":"b","level":900000000},{"value":"c","level":2}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, s := range p.Sections {
		got = append(got, s.Level)
	}
	for _, it := range p.Lists[0].Items {
		got = append(got, it.Level)
	}
	if diff := cmp.Diff(got, []int{6, 1, 3, 0, 20, 2}); diff != "" {
		t.Errorf("levels (-got +want):\n%s", diff)
	}
	deep, err := loader.ParseWikitext("A", strings.Repeat("*", 40)+" x")
	if err != nil || deep.Lists[0].Items[0].Level != 20 {
		t.Errorf("40 stars: %+v, %v; want level 20", deep, err)
	}
}
