package text_test

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// dataPath is a file of the shared data; the test is skipped without it, except in CI.
func dataPath(t testing.TB, elem ...string) string {
	t.Helper()
	dir := os.Getenv("BRIDGEHOP_DATA")
	if dir == "" {
		root, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for ; filepath.Dir(root) != root; root = filepath.Dir(root) {
			if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
				break
			}
		}
		dir = filepath.Join(root, "..", "shared", "data")
	}
	if testing.Short() {
		t.Skip("reads a corpus; leave -short out")
	}
	path := filepath.Join(append([]string{dir}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no data in CI: %v", err)
		}
		t.Skipf("no data: set BRIDGEHOP_DATA to the folder of the shared data sets (%v)", err)
	}
	return path
}

func openData(t testing.TB, elem ...string) io.Reader {
	t.Helper()
	path := dataPath(t, elem...)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	switch filepath.Ext(path) {
	case ".bz2":
		return bzip2.NewReader(f)
	case ".gz":
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	return f
}

// passages reads lines of {"title","text":[sentence]}.
func passages(t testing.TB, elem ...string) *world {
	t.Helper()
	w := &world{}
	sc := bufio.NewScanner(openData(t, elem...))
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var rec struct {
			Title string
			Text  []string
		}
		if err := json.Unmarshal(sc.Bytes(), &rec); err != nil {
			t.Fatal(err)
		}
		w.pages = append(w.pages, page(graph.CleanTitle(rec.Title), rec.Text...))
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return w
}

type question struct {
	Question string              `json:"question"`
	Facts    [][]json.RawMessage `json:"supporting_facts"`
	Type     string              `json:"type"`
}

func (q *question) gold(t testing.TB) map[graph.PageID]bool {
	gold := map[graph.PageID]bool{}
	for _, f := range q.Facts {
		var title string
		if err := json.Unmarshal(f[0], &title); err != nil {
			t.Fatal(err)
		}
		gold[graph.NewPageID(graph.CleanTitle(title), 0)] = true
	}
	return gold
}

func questions(t testing.TB, elem ...string) (qs []question) {
	t.Helper()
	if err := json.NewDecoder(openData(t, elem...)).Decode(&qs); err != nil {
		t.Fatal(err)
	}
	return qs
}

func build(t testing.TB, w *world, o text.Options) *text.Index {
	t.Helper()
	dir := t.TempDir()
	if err := text.Build(context.Background(), dir, w, o); err != nil {
		t.Fatal(err)
	}
	ix, err := text.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	})
	return ix
}

func terms(s string) (out []string) {
	for _, t := range text.Analyze(s) {
		out = append(out, t.Text)
	}
	return out
}

// allGold is the share of questions whose gold pages are all among the first k seeds, for each k.
func allGold(t testing.TB, ix *text.Index, qs []question, ks ...int) []float64 {
	t.Helper()
	out := make([]float64, len(ks))
	for i := range qs {
		gold := qs[i].gold(t)
		hits, err := ix.Seeds(context.Background(), terms(qs[i].Question), 20)
		if err != nil {
			t.Fatal(err)
		}
		for j, k := range ks {
			found := 0
			for _, h := range hits[:min(k, len(hits))] {
				if gold[h.Page] {
					found++
				}
			}
			if found == len(gold) {
				out[j] += 1 / float64(len(qs))
			}
		}
	}
	return out
}
