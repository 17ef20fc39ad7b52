package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The pages are of the planner and the reader of today.
func TestPagesAreOfToday(t *testing.T) {
	made, err := digests(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		b, err := os.ReadFile(filepath.Join("..", "..", "docs", "results", p.file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(string(b), made+"\n") {
			t.Errorf("%s is of another planner or reader than these: run make study\n%s", p.file, made)
		}
	}
}

// A page is its step's report and the digests; without the report there is none.
func TestWrite(t *testing.T) {
	s, docs := &study{out: t.TempDir()}, t.TempDir()
	p := page{"a.md", "# B", "a", "About a."}
	if err := s.write(p, docs, "digest"); err == nil {
		t.Error("a page was written without a report")
	}
	if err := os.Mkdir(s.in("a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.in("a/report.md"), []byte("# A\n\nOne.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.write(p, docs, "digest"); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(docs, "a.md"))
	if got := string(b); err != nil || !strings.HasPrefix(got, "# B\n\nOne.\n") || !strings.HasSuffix(got, "\n\ndigest\n") {
		t.Errorf("got %q, %v", got, err)
	}
}

// Figures of another planner or reader are not put under the digests of today.
func TestOldFigures(t *testing.T) {
	s := &study{out: t.TempDir()}
	if err := os.WriteFile(s.in("digests"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.run(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "figures of another planner or reader: remove it") {
		t.Errorf("got %v, want the folder to remove", err)
	}
}
