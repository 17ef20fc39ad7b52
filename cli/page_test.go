package cli_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// Levels that a reader of corpora takes for nearer ones may stand in a store that an earlier version made.
func TestPageOfWildLevels(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	store, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := &graph.Page{Title: "Ola", Sections: []graph.Section{{N: 0, Level: -1, Text: "Past"}, {N: 1, Level: 900_000_000, Text: "Present"}},
		Lists: []graph.List{{Items: []graph.Item{{N: 0, Level: -1, Text: "first"}, {N: 1, Level: 900_000_000, Text: "second"}}}}}
	if _, err = store.Put(t.Context(), &graph.Batch{Load: "1", Pages: []*graph.Page{p}}); err == nil {
		err = store.Finish(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := cli.Run(t.Context(), []string{"page", "--store", dir, "Ola"}, nil, &out, &errs); code != 0 {
		t.Fatalf("exit code %d, %s", code, errs.String())
	}
	for _, line := range []string{"# Past", "###### Present", "  [item_0_0] - first", "  [item_0_1] " + strings.Repeat("  ", 20) + "- second"} {
		if !strings.Contains(out.String(), "\n"+line+"\n") {
			t.Errorf("no line %q in\n%s", line, out.String())
		}
	}
}
