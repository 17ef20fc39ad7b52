package text_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/text"
)

// Inferred links change the store and nothing of its index.
func TestAdopt(t *testing.T) {
	ctx := context.Background()
	store := graphtest.Fill(t, []*graph.Page{page("Alder", "The birch stands by the alder."), page("Birch", "A tree.")})
	dir, anew := filepath.Join(t.TempDir(), "text"), filepath.Join(t.TempDir(), "text")
	if err := text.Build(ctx, dir, store, text.Options{}); err != nil {
		t.Fatal(err)
	}
	before, _ := store.Identity(ctx)
	found, err := store.Lookup(ctx, []string{"Alder"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Put(ctx, &graph.Batch{Load: "infer", Source: "infer", Mark: graph.Mark{Records: 1}, Inferred: []graph.Inference{{Page: found[0][0],
		Links: []graph.InferredLink{{Element: graph.Element{Kind: graph.KindSentence}, Anchor: "birch", Target: "Birch"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	now, _ := store.Identity(ctx)
	if stats, err := store.Stats(ctx); err != nil || stats.Links != 1 || now == before {
		t.Fatalf("%d links, %v, identity %s after %s", stats.Links, err, now, before)
	}
	if err := text.Adopt(ctx, dir, store, now); !errors.Is(err, text.ErrStale) {
		t.Errorf("of another state: got %v, want %v", err, text.ErrStale)
	}
	if err := text.Adopt(ctx, dir, store, before); err != nil {
		t.Fatal(err)
	}
	if err := text.Build(ctx, anew, store, text.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, dir), contents(t, anew); !maps.Equal(got, want) {
		t.Errorf("adopted and made anew differ")
	}
}

// contents are the files below a folder, by their names in the innermost one; of the manifest only the identity.
func contents(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if d.Name() == "index.json" {
			var m struct{ Identity string }
			err = errors.Join(err, json.Unmarshal(b, &m))
			b = []byte(m.Identity)
		}
		out[d.Name()] = string(b)
		return err
	})
	if err != nil || len(out) < 3 {
		t.Fatalf("%d files in %s, %v", len(out), dir, err)
	}
	return out
}
