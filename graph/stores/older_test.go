package stores_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// older unpacks a store of commit 4ef62cd, of three pages and a redirect, with its text index.
func older(t *testing.T) (dir string) {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", "store-4ef62cd.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "wiki")
	for files := tar.NewReader(z); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		path := ""
		if err == nil {
			path = filepath.Join(dir, filepath.FromSlash(h.Name))
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			var b []byte
			if b, err = io.ReadAll(files); err == nil {
				err = os.WriteFile(path, b, 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A store of an older version is read and written, with its index, or it is refused as one of another format.
func TestOlderStore(t *testing.T) {
	ctx, dir := t.Context(), older(t)
	r := &check.Run{Data: true}
	if err := stores.CheckAll(ctx, dir, r); err != nil || len(r.Findings) > 0 {
		t.Fatalf("check: got %v, %v", r.Findings, err)
	}
	s, err := stores.OpenReader(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	index, err := stores.OpenIndex(ctx, s, dir)
	if err != nil {
		t.Fatal(err)
	}
	kell := graph.NewPageID("Kell (river)", 0)
	if found := index.Mentions("The Kell is long."); len(found) == 0 || found[0].Candidates[0].Page != kell {
		t.Errorf("mentions: got %v, want page %v", found, kell)
	}
	links, err := s.Neighbors(ctx, []graph.PageID{kell}, graph.Out, 0)
	if err != nil || len(links) != 1 || links[0].To != graph.NewPageID("Mount Kell", 0) || links[0].Anchor != "Mount Kell" {
		t.Errorf("links: got %v, %v", links, err)
	}
	if err := errors.Join(index.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}

	w, err := stores.Open(ctx, dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	more := &graph.Page{Title: "Varn", Sentences: []graph.Sentence{{Text: "The Varn joins the Kell.",
		Links: []graph.Hyperlink{{Anchor: "the Kell", Target: "The Kell"}}}}}
	_, err = w.Put(ctx, &graph.Batch{Load: "more", Source: "more", Pages: []*graph.Page{more}})
	if err = errors.Join(err, w.Finish(ctx)); err != nil {
		t.Fatal(err)
	}
	if links, err = w.Neighbors(ctx, []graph.PageID{more.ID()}, graph.Out, 0); err != nil || len(links) != 1 || links[0].To != kell {
		t.Errorf("links of a new page: got %v, %v", links, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
