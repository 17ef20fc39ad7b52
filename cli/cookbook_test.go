package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// recipe is a query of the cookbook, the parameters that stand in comments above it, and its output below.
var recipe = regexp.MustCompile("(?s)((?:<!-- param [^\n]*-->\n)*)```cypher\n(.*?)```\n(\n```\n.*?```\n)?")

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
	name := filepath.Join(repoRoot(t), "docs", "cypher.md")
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	fresh := recipe.ReplaceAllStringFunc(string(old), func(block string) string {
		n++
		m := recipe.FindStringSubmatch(block)
		args := []string{"cypher"}
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
	if n < 15 {
		t.Errorf("got %d queries, want 15 at least", n)
	}
	if *update {
		if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
