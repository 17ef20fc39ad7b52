package loader_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	page := func(title string) string { return `{"title":"` + title + `","text":"x"}` }
	for _, name := range []string{"part10.jsonl", "part9.jsonl", "part1.jsonl", ".hidden"} {
		write(t, dir, name, page(name))
	}
	if err := os.Mkdir(filepath.Join(dir, "part2"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "part2"), "a.jsonl", page("part2/a"))
	write(t, dir, "readme.rst", "# Some words\n")
	titles := func(paths ...string) (out []string, rejects int64) {
		store, report := load(t, loader.Input{}, loader.Options{}, paths...)
		for _, p := range store.pages {
			out = append(out, p.Title)
		}
		return out, report.Rejects
	}
	got, rejects := titles(dir)
	if diff := cmp.Diff(got, []string{"part1.jsonl", "part2/a", "part9.jsonl", "part10.jsonl"}); diff != "" || rejects != 1 {
		t.Errorf("folder (-got +want), %d rejects, want 1:\n%s", rejects, diff)
	}
	got, _ = titles(filepath.Join(dir, "part9.jsonl"), dir+"/./part9.jsonl", filepath.Join(dir, "part1.jsonl"), filepath.Join(dir, "part10.jsonl"))
	if diff := cmp.Diff(got, []string{"part9.jsonl", "part1.jsonl", "part10.jsonl"}); diff != "" {
		t.Errorf("a file named twice (-got +want):\n%s", diff)
	}
	for _, c := range []struct {
		path string
		in   loader.Input
		want error
	}{
		{filepath.Join(dir, "none.jsonl"), loader.Input{}, os.ErrNotExist},
		{filepath.Join(dir, "none*"), loader.Input{}, os.ErrNotExist},
		{filepath.Join(dir, "readme.rst"), loader.Input{}, loader.ErrFormat},
		{filepath.Join(dir, "part1.jsonl"), loader.Input{Format: "odd"}, loader.ErrFormat},
		{dir, loader.Input{Format: "wikispeedia"}, loader.ErrFormat},
		{filepath.Join(dir, "part1.jsonl"), loader.Input{Redirects: filepath.Join(dir, "none.tsv")}, os.ErrNotExist},
	} {
		if _, err := loader.Open([]string{c.path}, c.in); !errors.Is(err, c.want) {
			t.Errorf("open %s as %+v: %v, want %v", c.path, c.in, err, c.want)
		}
	}
}

// Links are followed, the folder's own and those in it; one that leads back, or to what was read, adds nothing.
func TestOpenLinkedFolders(t *testing.T) {
	root := t.TempDir()
	wiki, more := filepath.Join(root, "wiki"), filepath.Join(root, "more")
	for _, dir := range []string{wiki, more} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, wiki, "part2.jsonl", `{"title":"Ostby","text":"x"}`)
	write(t, more, "a.jsonl", `{"title":"Kell","text":"x"}`)
	link := filepath.Join(root, "link")
	for name, to := range map[string]string{link: wiki, filepath.Join(wiki, "part1"): more, filepath.Join(wiki, "part3"): more, filepath.Join(more, "back"): wiki} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{link, link + "/", wiki} {
		var got []string
		for _, s := range open(t, loader.Input{}, path) {
			got = append(got, s.Name())
		}
		path = filepath.Clean(path)
		if diff := cmp.Diff(got, []string{filepath.Join(path, "part1", "a.jsonl"), filepath.Join(path, "part2.jsonl")}); diff != "" {
			t.Errorf("%s (-got +want):\n%s", path, diff)
		}
	}
}

// A table of redirects in the folder that is loaded is read once, as redirects, behind the pages.
func TestOpenRedirectsOfAFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pages.jsonl", `{"title":"Kell","text":"x"}`)
	table := write(t, dir, "aliases.tsv", "The Kell\tKell\n")
	in := loader.Input{Redirects: table}
	var got []string
	for _, s := range open(t, in, dir) {
		got = append(got, filepath.Base(s.Name()))
	}
	if diff := cmp.Diff(got, []string{"pages.jsonl", "aliases.tsv"}); diff != "" {
		t.Errorf("sources (-got +want):\n%s", diff)
	}
	store, report := load(t, in, loader.Options{}, dir)
	if len(store.pages) != 1 || len(store.redirects) != 1 || report.Rejects != 0 {
		t.Errorf("%d pages, %d redirects, %d rejects; want 1, 1, 0", len(store.pages), len(store.redirects), report.Rejects)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          string
		err           error
	}{
		{"passages", `{"title":"A","text":"x"}`, "passages", nil},
		{"passages in a list", "[\n {\n \"idx\": 1, \"title\":\"A\",\"paragraph_text\":\"x\"}]", "passages", nil},
		{"feverous", vorn, "feverous", nil},
		{"feverous, compressed", gzipped(t, strings.ReplaceAll(vorn, "\n", "")), "feverous", nil},
		{"first record longer than what is looked at", `{"title":"A","order":[],"text":"` + strings.Repeat("x", 1<<20) + `"}`, "feverous", nil},
		{"first record broken", `{"title`, "passages", nil},
		{"claims", `{"id":1,"claim":"x","label":"SUPPORTS"}`, "", loader.ErrFormat},
		{"questions", `[{"_id":"1","question":"x","context":[]}]`, "questions", nil},
		{"wiki-pages of FEVER", `{"id":"A","text":"x","lines":"0\tx"}`, "fever", nil},
		{"dump of HotpotQA", `{"id":"1","title":"A","text":["x"],"text_with_links":["x"]}`, "hotpotqa", nil},
		{"other XML", "<?xml version='1.0'?><sitemap/>", "", loader.ErrFormat},
		{"HTML", "<!-- x -->\n<p>A</p>", "html", nil},
		{"words", "Only words.\n", "", loader.ErrFormat},
		{"empty", "", "", loader.ErrEmpty},
		{"blank", strings.Repeat("\n", 5000), "", loader.ErrEmpty},
		{"byte order mark alone", "\ufeff", "", loader.ErrEmpty},
		{"binary", "\x00\x01\x02", "", loader.ErrBinary},
		{"broken gzip", "\x1f\x8b\x08", "", loader.ErrTruncated},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := loader.Detect(write(t, "", "corpus", c.content))
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

// A file of a folder that can't be opened is one reject, and once it can, it is loaded; named itself, it is an error.
func TestBadFilesOfAFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.jsonl", `{"title":"A","text":"x"}`)
	write(t, dir, "z.jsonl", `{"title":"Z","text":"x"}`)
	write(t, dir, "page.html", "<h1>Page</h1>")
	away := filepath.Join(t.TempDir(), "away")
	for _, link := range []string{"link.jsonl", "link.html"} {
		if err := os.Symlink(away, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	bad := map[string]string{
		"blank.jsonl":  strings.Repeat(" \n", 3000),
		"mark.jsonl":   "\ufeff",
		"gzip.jsonl":   "\x1f\x8b\xff" + strings.Repeat("x", 100),
		"bzip2.jsonl":  "BZh9" + strings.Repeat("x", 1000),
		"sqlite.db":    "SQLite format 3\x00" + strings.Repeat("x", 1000),
		"claims.jsonl": `{"claim":"x"}`,
	}
	for name, content := range bad {
		write(t, dir, name, content)
	}
	want := []string{"link.html", "blank.jsonl", "bzip2.jsonl", "claims.jsonl", "gzip.jsonl", "link.jsonl", "mark.jsonl", "sqlite.db"}
	var rejects []string
	o := loader.Options{Reject: func(r *loader.Reject) {
		rejects = append(rejects, filepath.Base(r.File))
		if r.Err == nil || strings.Contains(r.Err.Error(), dir) {
			t.Errorf("%s: %v; want what is wrong, without the place", r.File, r.Err)
		}
	}}
	store, report := load(t, loader.Input{}, o, dir)
	if diff := cmp.Diff(rejects, want); diff != "" || len(store.pages) != 3 {
		t.Errorf("%d pages, %+v, rejects (-got +want):\n%s", len(store.pages), report, diff)
	}
	for _, name := range []string{"gzip.jsonl", "bzip2.jsonl", "sqlite.db", "link.jsonl", "link.html"} {
		path := filepath.Join(dir, name)
		if _, err := loader.Open([]string{path}, loader.Input{}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s named: %v, want an error with its path", name, err)
		}
	}
	memory := graphtest.Store(t)
	for i, want := range []string{"3 0", "2 3"} {
		if i == 1 {
			write(t, filepath.Dir(away), "away", `{"title":"Away","text":"<h1>Away</h1>"}`)
		}
		r, err := loader.Load(t.Context(), memory, open(t, loader.Input{}, dir), loader.Options{})
		if got := fmt.Sprint(r.Added, r.Duplicates); err != nil || got != want {
			t.Errorf("load %d: added, duplicates = %s, %v; want %s", i, got, err, want)
		}
	}
}
