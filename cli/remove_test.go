package cli_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// A remove that was killed after its commit, before the text index was made, is finished by the same command.
func TestRemoveGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "wiki.bridgehop")
	loadWiki(t, dir)
	s, err := pebble.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Put(t.Context(), &graph.Batch{Removed: []string{"Marrow"}}); err == nil {
		err = s.Finish(t.Context())
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	run(t, 1, "hop", "--store", dir, "Marrow is a town.")
	out, stderr := run(t, 0, "remove", "--store", dir, "Marrow")
	if !strings.Contains(stderr, "is up to date now") || !strings.Contains(out, "100") {
		t.Errorf("the same command: got %q, %q", out, stderr)
	}
	run(t, 0, "hop", "--store", dir, "Marrow is a town.")
	if _, stderr := run(t, 1, "remove", "--store", dir, "Marrow"); !strings.Contains(stderr, "nothing was removed") {
		t.Errorf("once more: got %q", stderr)
	}
}
