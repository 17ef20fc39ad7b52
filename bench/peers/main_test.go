package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A run of some tables does not overwrite the file of all tables.
func TestPartialTablesAreNotWritten(t *testing.T) {
	t.Setenv("BRIDGEHOP_DATA", filepath.Join(t.TempDir(), "nowhere")) // where nothing can be measured
	err := (&bench{only: "pages"}).run(t.Context(), "performance.md")
	if err == nil || !strings.Contains(err.Error(), "-only") {
		t.Errorf("got %v, want that -only is refused", err)
	}
}
