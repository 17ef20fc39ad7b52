package stores_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// The environment chooses the version, the memory and the ports of the user's server; each version has data of its own, so that two
// servers run side by side.
func TestServerOfThisUser(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	dir := filepath.Join(cache, "bridgehop", "neo4j")
	t.Setenv("BRIDGEHOP_NEO4J_BOLT", "17687")
	t.Setenv("BRIDGEHOP_NEO4J_HTTP", "17474")
	t.Setenv("BRIDGEHOP_NEO4J_HEAP", "2g")
	for _, c := range []struct{ asked, environment, version, dir string }{
		{"", "", server.Version, dir},
		{"", "2025.10.1", "2025.10.1", filepath.Join(dir, "2025.10.1")},
		{"5.26.1", "2025.10.1", "5.26.1", filepath.Join(dir, "5.26.1")},
	} {
		t.Setenv("BRIDGEHOP_NEO4J_VERSION", c.environment)
		got, err := stores.Server(c.asked)
		if err != nil {
			t.Fatal(err)
		}
		want := server.Control{Dir: c.dir, Version: c.version, Lib: filepath.Join(dir, "lib-"+c.version), Heap: "2g", Bolt: 17687, HTTP: 17474}
		if got.Dir != want.Dir || got.Version != want.Version || got.Lib != want.Lib || got.Heap != want.Heap || got.Bolt != want.Bolt || got.HTTP != want.HTTP {
			t.Errorf("%q, %q: got %+v, want %+v", c.asked, c.environment, got, want)
		}
	}
	if _, err := stores.Server("newest"); !errors.Is(err, stores.ErrAddress) {
		t.Errorf("a version that is none: got %v", err)
	}
	t.Setenv("BRIDGEHOP_NEO4J_BOLT", "70000")
	if _, err := stores.Server(""); !errors.Is(err, stores.ErrAddress) || !strings.Contains(err.Error(), "BRIDGEHOP_NEO4J_BOLT") {
		t.Errorf("a port that is none: got %v", err)
	}
}
