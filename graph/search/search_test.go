package search_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
)

// wiki is the shipped wiki in a store, with its search index in a folder.
func wiki(t *testing.T) (graph.Store, string) {
	t.Helper()
	s, err := pebble.Create(t.TempDir() + "/wiki")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	sources, err := loader.Open([]string{"../../testdata/wiki/pages.jsonl"}, loader.Input{Redirects: "../../testdata/wiki/redirects.tsv"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loader.Load(t.Context(), s, sources, loader.Options{}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := search.Build(t.Context(), dir, s, nil); err != nil {
		t.Fatal(err)
	}
	return s, dir
}

func open(t *testing.T, dir string, s graph.Store) *search.Index {
	t.Helper()
	ix, err := search.Open(t.Context(), dir, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ix.Close() })
	return ix
}

func TestSearch(t *testing.T) {
	s, dir := wiki(t)
	ix := open(t, dir, s)
	for _, test := range []struct {
		query, first string // the best page, empty for none
		element      string // and its first fragment
		fuzzy        bool
	}{
		{query: `granite tower`, first: "Skarn Point Light", element: "sentence_2"},
		{query: `GRANITE towers`, first: "Skarn Point Light", element: "sentence_2"},
		{query: `"was designed by Étienne Carvel" +title:skarn`, first: "Skarn Point Light", element: "sentence_2"},
		{query: `"designed Carvel"`},
		{query: `+title:carvel +"bridge engineer"`, first: "Maud Carvel"},
		{query: `title:granite`},
		{query: `table:"tower height" +title:skarn`, first: "Skarn Point Light", element: "header_cell_0_3_0"},
		{query: `+title:Saint-Evrard -title:mv`, first: "Saint-Évrard"},
		{query: `skarm`, first: "Skarn Point Light", fuzzy: true},
		{query: `title:skarm~`, first: "Skarn Point Light"},
		{query: `title:SKAR*`, first: "Skarn Point Light"},
		{query: `title:évra*`, first: "Saint-Évrard"},
		{query: `+title:skarn -granite -tower`},
		{query: `xyzzy`},
		{query: `Skarn Point Light`, first: "Skarn Point Light"},
	} {
		found, err := ix.Search(t.Context(), test.query, 0, 5)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
			continue
		}
		if len(found.Hits) == 0 || test.first == "" {
			if len(found.Hits) > 0 || test.first != "" {
				t.Errorf("%s: %d hits, want %q", test.query, len(found.Hits), test.first)
			}
			continue
		}
		h := found.Hits[0]
		if h.Page.Title != test.first || found.Fuzzy != test.fuzzy || test.element != "" && h.Fragments[0].Element.String() != test.element {
			t.Errorf("%s: %s, fuzzy %v, %v", test.query, h.Page.Title, found.Fuzzy, h.Fragments)
		}
	}
}

// A redirect finds its page first.
func TestRedirect(t *testing.T) {
	s, dir := wiki(t)
	ix := open(t, dir, s)
	for r, err := range s.Redirects(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.Lookup(t.Context(), []string{r.From})
		if err != nil {
			t.Fatal(err)
		}
		found, err := ix.Search(t.Context(), r.From, 0, 1)
		if err != nil || len(found.Hits) == 0 || !slices.Contains(want[0], found.Hits[0].Page.ID()) {
			t.Errorf("%s: %v, %v", r.From, found, err)
		}
	}
}

// What is found by words that must and must not be there is what a look at every page finds, and fragments show these words.
func TestAgainstEveryPage(t *testing.T) {
	s, dir := wiki(t)
	ix := open(t, dir, s)
	has := map[graph.PageID]map[string]bool{}
	for p, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all := p.Title + " " + p.PlainText()
		for _, sec := range p.Sections {
			all += " " + sec.Text
		}
		has[p.ID()] = map[string]bool{}
		for _, w := range text.Analyze(all) {
			has[p.ID()][w.Text] = true
		}
	}
	words := []string{"tower", "bridge", "granite", "born", "river", "film", "designed", "1871", "harbour", "north"}
	for i, a := range words {
		for j, b := range words {
			if i == j {
				continue
			}
			var want []graph.PageID
			for id, w := range has {
				if w[term(a)] && !w[term(b)] {
					want = append(want, id)
				}
			}
			found, err := ix.Search(t.Context(), fmt.Sprintf("+%s -%s", a, b), 0, 1000)
			if err != nil {
				t.Fatal(err)
			}
			if found.Fuzzy {
				found = &search.Result{}
			}
			var got []graph.PageID
			for _, h := range found.Hits {
				got = append(got, h.Page.ID())
				checkFragments(t, &h, term(a))
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) || found.Total != len(want) {
				t.Errorf("+%s -%s: %d pages of %d, want %d", a, b, len(got), found.Total, len(want))
			}
		}
	}
}

func term(w string) string { return text.Analyze(w)[0].Text }

func checkFragments(t *testing.T, h *search.Hit, want string) {
	t.Helper()
	for _, f := range h.Fragments {
		whole, ok := h.Page.Text(f.Element)
		if shown := strings.TrimSuffix(strings.TrimPrefix(f.Text, "… "), " …"); !ok || !strings.Contains(whole.Text, shown) {
			t.Errorf("%s %v: %q is not of %q", h.Page.Title, f.Element, f.Text, whole.Text)
		}
		for _, m := range f.Matches {
			if got := term(f.Text[m[0]:m[1]]); got != want {
				t.Errorf("%s %v: %q is marked, want %q", h.Page.Title, f.Element, got, want)
			}
		}
	}
}

func TestQueries(t *testing.T) {
	s, dir := wiki(t)
	ix := open(t, dir, s)
	if _, err := ix.Search(t.Context(), "a:b:c", 0, 5); err == nil || !strings.Contains(err.Error(), "put quotes around") {
		t.Errorf("a text with colons: %v", err)
	}
	for _, q := range []string{``, ` `, `the`, `"`, `colour:red`, `title:>5`, `tower~7`, `/(/`, `/a|b/`, `+`, `^`, `a^x`, `~`, `\`} {
		if _, err := ix.Search(t.Context(), q, 0, 5); !errors.Is(err, search.ErrQuery) {
			t.Errorf("%q: %v", q, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ix.Search(ctx, "tower", 0, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func FuzzQuery(f *testing.F) {
	s, err := pebble.Create(f.TempDir() + "/wiki")
	if err != nil {
		f.Fatal(err)
	}
	page := &graph.Page{Title: "Skarn", Sentences: []graph.Sentence{{Text: "A tower of granite, 1871."}}}
	if _, err := s.Put(f.Context(), &graph.Batch{Pages: []*graph.Page{page}}); err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	if err := errors.Join(s.Finish(f.Context()), search.Build(f.Context(), dir, s, nil)); err != nil {
		f.Fatal(err)
	}
	ix, err := search.Open(f.Context(), dir, s)
	if err != nil {
		f.Fatal(err)
	}
	for _, q := range []string{`tower`, `+title:skarn -x`, `"a tower"~2`, `gran*te^3`, `/a|b/`, `title:>=5`, `1871`, `text:"granite 1871"`} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		if _, err := ix.Search(t.Context(), q, 0, 5); err != nil && !errors.Is(err, search.ErrQuery) {
			t.Errorf("%q: %v", q, err)
		}
	})
}

// An index of another state of the store is refused, and so is a damaged one; a new one takes its place.
func TestStates(t *testing.T) {
	s, dir := wiki(t)
	if _, err := search.Open(t.Context(), t.TempDir(), s); !errors.Is(err, search.ErrNone) {
		t.Errorf("no index: %v", err)
	}
	old := open(t, dir, s)
	page := &graph.Page{Title: "Newcomer", Sentences: []graph.Sentence{{Text: "A quokka."}}}
	if _, err := s.Put(t.Context(), &graph.Batch{Load: "new", Pages: []*graph.Page{page}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := search.Open(t.Context(), dir, s); !errors.Is(err, search.ErrStale) {
		t.Errorf("a changed store: %v", err)
	}
	if err := search.Build(t.Context(), dir, s, nil); err != nil {
		t.Fatal(err)
	}
	found, err := open(t, dir, s).Search(t.Context(), "quokka", 0, 1)
	if err != nil || found.Total != 1 {
		t.Errorf("a new index: %v, %v", found, err)
	}
	if found, err := old.Search(t.Context(), "granite", 0, 1); err != nil || found.Total == 0 {
		t.Errorf("a reader of the old index: %v, %v", found, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	damage(t, s, dir)
}

func damage(t *testing.T, s graph.Store, dir string) {
	t.Helper()
	names, _ := filepath.Glob(dir + "/*/store/*.zap")
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		b := slices.Clone(whole)
		for j := range 20 {
			b[(i*7919+j*104729)%len(b)] ^= byte(1 + i + j)
		}
		if err := os.WriteFile(names[0], b, 0o644); err != nil {
			t.Fatal(err)
		}
		ix, err := search.Open(t.Context(), dir, s)
		if err == nil {
			_, err = ix.Search(t.Context(), "granite tow* evrad~", 0, 100)
			_ = ix.Close()
		}
		if !errors.Is(err, search.ErrCorrupt) {
			t.Errorf("got %v, want %v", err, search.ErrCorrupt)
		}
	}
}
