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

// info does not count the pages of an interrupted load, and says so.
func TestInfoOfInterruptedLoad(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	store, err := pebble.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	put := func(title string) {
		if _, err := store.Put(t.Context(), &graph.Batch{Load: title, Source: title, Mark: graph.Mark{Records: 1}, Pages: []*graph.Page{{Title: title}}}); err != nil {
			t.Fatal(err)
		}
	}
	info := func() (said, told string) {
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := cli.Run(t.Context(), []string{"info", "--store", dir}, nil, &out, &errs); code != 0 {
			t.Errorf("exit code %d, %s", code, errs.String())
		}
		if store, err = pebble.Create(dir); err != nil {
			t.Fatal(err)
		}
		return out.String(), errs.String()
	}
	const broken = "a load was interrupted"
	put("Ostby")
	if err := store.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, told := info(); strings.Contains(told, broken) {
		t.Errorf("finished: %s", told)
	}
	put("Varn")
	said, told := info()
	if !strings.Contains(told, broken) || strings.Join(strings.Fields(said)[2:4], " ") != "pages 1" {
		t.Errorf("broken off: got %q and %q, want one page, and that there is more", said, told)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}
