package cli_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/bridgehop/bridgehop/"

// mayImport is the import table of the plan: what of ours each package may import. Data flows one way: loader fills
// graph, hop walks it, verify judges it, the engine in the root joins them, cli shows what it answers. graph/stores alone names backends.
var mayImport = map[string][]string{
	"graph":              {},
	"graph/graphtest":    {"graph", "graph/pebble"},
	"graph/pebble":       {"graph", "graph/check", "graph/internal/extsort", "graph/internal/mapped", "graph/ordered"},
	"graph/neo4j":        {"graph", "graph/check", "graph/ordered"},
	"graph/neo4j/server": {},
	// for tests only
	"graph/neo4j/server/servertest": {"graph/neo4j/server"},
	"graph/text":                    {"graph", "graph/internal/extsort", "graph/internal/mapped"},
	"loader":                        {"graph", "graph/english", "graph/ordered", "loader/internal/records"},
	"hop":                           {"graph", "graph/english", "verify/values"},
	"verify/values":                 {"graph", "graph/english"},
	"verify":                        {"graph", "hop", "graph/english", "verify/label", "verify/values"},
	"verify/answer":                 {"graph", "hop", "verify", "graph/english", "verify/label", "verify/values"},
	"verify/label":                  {},
	"verify/onnx":                   {"verify", "verify/onnx/internal/stamp", "verify/onnx/internal/token", "verify/label"},
	"verify/onnx/internal/token":    {"verify"},
	"verify/onnx/shipped":           {"verify/onnx", "verify/onnx/internal/stamp"},
	"verify/onnx/internal/stamp":    {},
	"loader/claims":                 {"graph", "verify/label", "loader/internal/records"},
	"cli/score":                     {"graph", "verify/label", "loader/claims"},
	"cli/study":                     {"graph", "graph/english", "hop", "loader/claims", "cli/score", "verify/label"},
	"graph/ordered":                 {},
	"graph/english":                 {"graph"},
	"graph/internal/extsort":        {},
	"graph/internal/mapped":         {"graph"},
	"graph/check":                   {"graph"},
	"loader/internal/records":       {},
	"graph/search":                  {"graph", "graph/text"},
	"graph/stores":                  {"graph", "graph/check", "graph/pebble", "graph/neo4j", "graph/search", "graph/neo4j/server", "graph/text"},
	".":                             {"graph", "graph/english", "graph/text", "hop", "verify", "verify/onnx", "verify/onnx/shipped", "graph/ordered", "graph/stores", "verify/answer", "verify/label"},
	"testdata/wiki":                 {},
	"cli/bridgehop":                 {"cli"},
	"cli":                           {"*"},
	"cli/shapes":                    {"*"},
	"cli/serve":                     {".", "cli/internal/console", "cli/internal/draw", "cli/internal/record", "graph", "graph/english", "hop", "loader/claims", "graph/search", "graph/stores", "verify", "verify/label"},
	"cli/internal/draw":             {".", "hop"},
	"cli/internal/console":          {".", "graph", "graph/neo4j", "graph/text", "hop", "graph/search", "graph/neo4j/server", "graph/stores", "verify/onnx"},
	"cli/internal/batch":            {"cli/internal/console", "graph", "hop", "verify", "loader/claims", "graph/ordered"},
	"cli/internal/record":           {".", "cli/internal/console", "cli/internal/draw", "graph", "graph/english", "hop", "verify", "verify/label", "loader/claims", "graph/search"},
	"bench":                         {"*"},
}

// The imports are parsed, not asked of the go command: a test that only runs `go list` stays green from the cache.
func TestImportTable(t *testing.T) {
	root := repoRoot(t)
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(rel))
		seen[pkg] = true
		for _, imported := range ourImports(t, name) {
			checkImport(t, rel, pkg, imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range []string{"graph", "loader", "hop", "verify", "cli"} {
		if !seen[pkg] {
			t.Errorf("no file of package %s was read", pkg)
		}
	}
}

func checkImport(t *testing.T, file, pkg, imported string) {
	t.Helper()
	if strings.HasPrefix(pkg, "bench/") {
		pkg = "bench"
	}
	allowed, ok := mayImport[pkg]
	if !ok {
		t.Errorf("%s: package %s is not in the import table", file, pkg)
		return
	}
	if !slices.Contains(allowed, "*") && !slices.Contains(allowed, imported) {
		t.Errorf("%s: %s may import %v of ours, not %s", file, pkg, allowed, imported)
	}
}

func ourImports(t *testing.T, name string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if rest, ok := strings.CutPrefix(p, module); ok {
			out = append(out, rest)
		}
	}
	return out
}

// repoRoot is the folder with go.mod, found by walking up.
func repoRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}
