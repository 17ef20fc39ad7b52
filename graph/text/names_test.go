package text_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
)

// Redirects and anchors of the dictionary lead where the store's Lookup does.
func TestNamesResolveAsLookupDoes(t *testing.T) {
	tmp := t.TempDir()
	title := rapid.SampledFrom([]string{"Alder elm", "alder elm", "Alder Elm", "Birch fir", "birch fir", "Cedar gum", "Dogwood ivy", "dogwood ivy", "Hazel oak"})
	rapid.Check(t, func(t *rapid.T) {
		var pages []*graph.Page
		for i, name := range rapid.SliceOfN(title, 0, 6).Draw(t, "titles") {
			pages = append(pages, page(name, "Text "+string(rune('a'+i)))) // namesakes get ordinals
		}
		target := title.Draw(t, "target")
		link := page("Linking page", "Words.")
		link.Sentences[0].Links = []graph.Hyperlink{{Anchor: "quince rowan", Target: target}, {Anchor: "quince rowan", Target: target}}
		var redirects []graph.Redirect
		for range rapid.IntRange(0, 6).Draw(t, "redirects") {
			redirects = append(redirects, graph.Redirect{From: title.Draw(t, "from"), To: title.Draw(t, "to")})
		}
		dir, err := os.MkdirTemp(tmp, "")
		if err != nil {
			t.Fatal(err)
		}
		store, err := pebble.Create(filepath.Join(dir, "store"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		_, err = store.Put(context.Background(), &graph.Batch{Load: "1", Pages: append(pages, link), Redirects: redirects})
		if err = errors.Join(err, store.Finish(context.Background())); err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(dir, "index")
		if err := text.Build(context.Background(), dir, store, text.Options{Memory: rapid.SampledFrom([]int{1, 1 << 20}).Draw(t, "memory")}); err != nil {
			t.Fatal(err)
		}
		d, err := text.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		checkNames(t, d, store, "quince rowan", target, graph.ByAnchor)
		for r, err := range store.Redirects(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			checkNames(t, d, store, r.From, r.From, graph.ByRedirect)
		}
	})
}

// checkNames: the pages that name means are those Lookup finds under the title it leads to.
func checkNames(t *rapid.T, d *text.Index, store graph.Store, name, title string, by graph.NameKind) {
	found, err := store.Lookup(context.Background(), []string{title})
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(found[0]))
	var got []graph.PageID
	for _, m := range d.Mentions(name) {
		for _, c := range m.Candidates {
			if by == graph.ByAnchor || slices.Contains(want, c.Page) || c.Exact && c.By == graph.ByRedirect { // others go by the name in another case
				got = append(got, c.Page)
			}
		}
	}
	slices.Sort(got)
	if !slices.Equal(slices.Compact(got), want) {
		t.Fatalf("%q means %v, Lookup of %q finds %v", name, got, title, want)
	}
}
