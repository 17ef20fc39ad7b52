package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// recipe is a query of the cookbook, the parameters that stand in comments above it, and its output below. One that needs
// the Graph Data Science plugin, or writes, says so first.
var recipe = regexp.MustCompile("(?s)((?:<!-- (?:param|gds|write)[^\n]*-->\n)*)```cypher\n(.*?)```\n(\n```\n.*?```\n)?")

var recipeParam = regexp.MustCompile(`<!-- param (.*?) -->`)

// Every query of docs/cypher.md prints what stands below it; -update writes it anew.
func TestCookbook(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime, so no verdicts to ask for; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	loadWiki(t, s.URL)
	run(t, 0, "verify", "--quiet", "--record", "--claims", filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl"), "--out", filepath.Join(t.TempDir(), "out.jsonl"))
	s.Cypher(t, "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
	if n := cook(t, false); n < 15 {
		t.Errorf("got %d queries, want 15 at least", n)
	}
}

// The queries that need Graph Data Science, on a server that has it: BRIDGEHOP_NEO4J may name one.
func TestCookbookWithGDS(t *testing.T) {
	s := onServer(t)
	if has := s.Cypher(t, "SHOW PROCEDURES YIELD name WHERE name = 'gds.pageRank.stream' RETURN name"); len(has) == 0 {
		t.Log("the server has no Graph Data Science plugin: its queries are not run")
		return
	}
	loadWiki(t, s.URL)
	if n := cook(t, true); n != 2 {
		t.Errorf("got %d queries, want 2", n)
	}
}

// cook runs the queries of the cookbook that need Graph Data Science, or those that don't, and returns how many they are.
func cook(t *testing.T, gds bool) (n int) {
	name := filepath.Join(repoRoot(t), "docs", "cypher.md")
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fresh := recipe.ReplaceAllStringFunc(string(old), func(block string) string {
		m := recipe.FindStringSubmatch(block)
		if strings.Contains(m[1], "<!-- gds") != gds {
			return block
		}
		n++
		args := []string{"cypher"}
		if strings.Contains(m[1], "<!-- write") {
			args = append(args, "--write")
		}
		for _, p := range recipeParam.FindAllStringSubmatch(m[1], -1) {
			args = append(args, "--param", p[1])
		}
		out, _ := run(t, 0, append(args, "--", strings.TrimSpace(m[2]))...)
		var lines []string
		for line := range strings.Lines(out) {
			lines = append(lines, strings.TrimRight(line, " \n"))
		}
		if len(lines) == 0 {
			t.Errorf("no rows: %s", m[2])
		}
		got := "\n```\n" + strings.Join(lines, "\n") + "\n```\n"
		if got != m[3] && !*update {
			t.Errorf("%s\ngot\n%swant%s", m[2], got, m[3])
		}
		return m[1] + "```cypher\n" + m[2] + "```\n" + got
	})
	if *update {
		if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return n
}
