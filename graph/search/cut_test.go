package search_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph/search"
)

// A table that is cut short while the index is open is an error, also where bleve reads it in goroutines of its own.
func TestCutShortWhileRead(t *testing.T) {
	s, dir := wiki(t)
	for _, query := range []string{"granite", "tow*", "granit~", `"granite tower"`} {
		ix := open(t, dir, s)
		tables, err := filepath.Glob(filepath.Join(dir, "*", "store", "*.zap"))
		if err != nil || len(tables) != 1 {
			t.Fatalf("got %v, %v", tables, err)
		}
		whole, err := os.ReadFile(tables[0])
		if err == nil {
			err = os.Truncate(tables[0], 100)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ix.Search(t.Context(), query, 0, 10); !errors.Is(err, search.ErrCorrupt) {
			t.Errorf("%s: got %v, want %v", query, err, search.ErrCorrupt)
		}
		if err := os.WriteFile(tables[0], whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
