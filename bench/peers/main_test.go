package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A part of the tables is not written over all of them.
func TestOnlyIsNotWritten(t *testing.T) {
	t.Setenv("BRIDGEHOP_DATA", filepath.Join(t.TempDir(), "nowhere")) // where nothing can be measured
	err := (&bench{only: "pages"}).run(t.Context(), "performance.md")
	if err == nil || !strings.Contains(err.Error(), "-only") {
		t.Errorf("got %v, want that -only is refused", err)
	}
}
