package loader_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

func TestLoadWikispeedia(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 100 MB")
	}
	store, report := load(t, loader.Input{}, loader.Options{}, data(t, "wikispeedia"))
	titles := map[string]bool{}
	for _, p := range store.pages {
		titles[p.Title] = true
	}
	links, within, unplaced, sentences, cells, items := 0, 0, 0, 0, 0, 0
	for _, p := range store.pages {
		sentences += len(p.Sentences)
		for _, e := range p.Elements() {
			switch e.Element.Kind {
			case graph.KindCell:
				cells++
			case graph.KindItem:
				items++
			}
			for _, l := range e.Links {
				links++
				if titles[l.Target] {
					within++
				}
				if !strings.Contains(e.Text, l.Anchor) {
					unplaced++
				}
			}
		}
	}
	got := [...]int{len(store.pages), len(titles), links, within, int(report.Rejects)}
	if want := [...]int{4598, 4598, 119879, 119879, 3}; got != want {
		t.Errorf("pages, titles, links, links within, rejects = %v, want %v", got, want)
	}
	// 89 % of the links have a mention to stand on; the others stand on the first sentence.
	t.Logf("%d sentences, %d cells, %d items, %d links without a mention", sentences, cells, items, unplaced)
	if unplaced > 12800 || len(store.redirects) != 57 {
		t.Errorf("%d links without a mention, %d redirects; want at most 12800, 57", unplaced, len(store.redirects))
	}
}

// smallSpeedia is a corpus of two articles and their links; links is the folder of links.tsv in it.
func smallSpeedia(t *testing.T, links string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, links), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, links), "links.tsv.gz", gzipped(t, "\ufeff# links\n\nCaf%C3%A9_Vorn\tKell\nKell\tCaf%C3%A9_Vorn\nKell\tWolf\nGone\tKell\nno tab\n"))
	writeArticles(t, dir, map[string]string{
		"Caf%C3%A9_Vorn.txt": "   #copyright\n\nCafé Vorn\n\n   A house by the Kell.\n",
		"Kell.txt":           "   #copyright\n\nKell: A River\n\n   It flows past Café Vorn. Nobody knows it.\n",
		"Empty.txt":          "",
	})
	return dir
}

// writeArticles writes an archive of articles into a folder.
func writeArticles(t *testing.T, dir string, articles map[string]string) {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, n := range slices.Sorted(maps.Keys(articles)) {
		h := &tar.Header{Name: "plaintext_articles/" + n, Mode: 0o600, Size: int64(len(articles[n])), Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(articles[n])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "articles.tar.gz", gzipped(t, b.String()))
}

// The archive may be named itself, and links.tsv may lie in SNAP's folder.
func TestWikispeediaForms(t *testing.T) {
	archive := smallSpeedia(t, "")
	var digests []string
	for _, path := range []string{archive, filepath.Join(archive, "articles.tar.gz"), smallSpeedia(t, "wikispeedia_paths-and-graph")} {
		if f, err := loader.Detect(path); f != "wikispeedia" || err != nil {
			t.Errorf("Detect(%s) = %q, %v; want %q", path, f, err, "wikispeedia")
		}
		var rejects []string
		store := graphtest.Store(t)
		report, err := loader.Load(t.Context(), store, open(t, loader.Input{}, path), loader.Options{
			BatchPages: 1,
			Reject: func(r *loader.Reject) {
				rejects = append(rejects, fmt.Sprintf("%s:%d: %v", filepath.Base(r.File), r.Line, r.Err))
			},
		})
		if err != nil || report.Added != 2 || report.Redirects != 1 {
			t.Fatalf("%+v, %v; want 2 pages and a redirect", report, err)
		}
		want := []string{
			"Empty.txt:0: empty file: nothing to load",
			"links.tsv.gz:6: link from an article that is not here: Gone -> Kell",
			"links.tsv.gz:7: not a link (want: article TAB article)",
		}
		if diff := cmp.Diff(rejects, want); diff != "" {
			t.Errorf("rejects (-got +want):\n%s", diff)
		}
		stats, err := store.Stats(t.Context())
		if err != nil || stats.Links != 2 || stats.LinksUnresolved != 1 {
			t.Errorf("stats %+v, %v; want 2 links and 1 unresolved", stats, err)
		}
		digests = append(digests, digest(t, store))
	}
	if slices.Sort(digests); digests[0] != digests[len(digests)-1] {
		t.Errorf("digests differ: %q", digests)
	}
}

// Within a folder of other things, the corpus is a source like others.
func TestWikispeediaWithin(t *testing.T) {
	dir := t.TempDir()
	if err := os.Rename(smallSpeedia(t, ""), filepath.Join(dir, "wikispeedia")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "more.jsonl", `{"title":"More","text":"x"}`)
	store, report := load(t, loader.Input{}, loader.Options{}, dir)
	if len(store.pages) != 3 || report.Rejects != 4 { // the three of the corpus, and its links.tsv alone
		t.Errorf("%d pages, %+v; want 3, and 4 rejects", len(store.pages), report)
	}
}

// An archive that breaks off keeps the articles before.
func TestWikispeediaTruncated(t *testing.T) {
	dir := smallSpeedia(t, "")
	path := filepath.Join(dir, "articles.tar.gz")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "articles.tar.gz", string(content[:len(content)-20]))
	store := graphtest.Store(t)
	_, err = loader.Load(t.Context(), store, open(t, loader.Input{Format: "wikispeedia"}, dir), loader.Options{})
	if m, _ := store.Mark(t.Context(), path); !errors.Is(err, loader.ErrTruncated) || m.Done {
		t.Errorf("error %v, mark %+v; want ErrTruncated, not done", err, m)
	}
}

// A link that is added to links.tsv, or taken out, is so in the store after the next load; the same files again change nothing.
func TestLinksChanged(t *testing.T) {
	dir := t.TempDir()
	articles := map[string]string{}
	for title, text := range map[string]string{"A": "By B and C.", "B": "A town.", "C": "A hill."} {
		articles[title+".txt"] = "   #copyright\n\n" + title + "\n\n   " + text + "\n"
	}
	writeArticles(t, dir, articles)
	store := graphtest.Store(t)
	for i, c := range []struct {
		links string
		want  string // added, replaced, duplicates, links
	}{{"A\tB\n", "3 0 0 1"}, {"A\tB\nA\tC\n", "0 1 2 2"}, {"A\tB\nA\tC\n", "0 0 0 2"}, {"A\tC\n", "0 1 2 1"}} {
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
