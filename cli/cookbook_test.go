package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
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
	claims := filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl")
	run(t, 0, "hop", "--quiet", "--record", "--run", "words", "--planner", "tfidf", "--claims", claims, "--out", filepath.Join(t.TempDir(), "out.jsonl"))
	run(t, 0, "verify", "--quiet", "--record", "--claims", claims, "--out", filepath.Join(t.TempDir(), "out.jsonl"))
	checkEdges(t, s)
	s.Cypher(t, "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
	checkSeeks(t)
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

// checkEdges checks that each HOP of a chain is a link that leads as the HOP says, and counts the gold edges of the shipped claims.
func checkEdges(t *testing.T, s *servertest.Server) {
	t.Helper()
	if r := s.Cypher(t, `MATCH (a)-[h:HOP]->(b)
WITH count(*) AS hops, sum(CASE WHEN CASE WHEN h.reversed THEN EXISTS { (b)-[:LINKS_TO]->(a) } ELSE EXISTS { (a)-[:LINKS_TO]->(b) } END
  AND h.kind = CASE WHEN h.reversed THEN 'in-link' ELSE 'out-link' END THEN 0 ELSE 1 END) AS wrong
RETURN hops, wrong`)[0]; r["wrong"] != int64(0) || r["hops"].(int64) < 1000 {
		t.Errorf("HOPs: got %v of %v wrong", r["wrong"], r["hops"])
	}
	if r := s.Cypher(t, `MATCH (r:Run)-[:RECORDED]->(c:Claim)-[:GOLD]->(g:Chain) WHERE r.name <> 'words'
MATCH (a)-[e:HOP|JOINED {chain: g.id}]->(b) WITH DISTINCT c, a, b, type(e) AS type, e.inferred AS inferred
RETURN sum(CASE type WHEN 'HOP' THEN 1 ELSE 0 END) AS hops, sum(CASE type WHEN 'JOINED' THEN 1 ELSE 0 END) AS joined, count(inferred) AS inferred`)[0]; r["hops"] != int64(301) ||
		r["joined"] != int64(13) || r["inferred"] != int64(0) {
		t.Errorf("gold edges: got %v, want 301 HOP and 13 JOINED", r)
	}
}

// overTheWholeGraph are the queries that name no value, and so may scan.
var overTheWholeGraph = []string{"1.", "7.", "11.", "12.", "13.", "16.", "20.", "21.", "22.", "23.", "24.", "25.", "31."}

// checkSeeks checks that every other query of the cookbook begins at an index: no step of its plan scans.
func checkSeeks(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repoRoot(t), "docs", "cypher.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range recipe.FindAllSubmatchIndex(text, -1) {
		head, query := string(text[m[2]:m[3]]), string(text[m[4]:m[5]])
		before := string(text[:m[0]])
		title, _, _ := strings.Cut(before[strings.LastIndex(before, "\n## ")+4:], "\n")
		number, _, _ := strings.Cut(title, " ")
		if strings.Contains(head, "<!-- gds") || slices.Contains(overTheWholeGraph, number) {
			continue
		}
		args := []string{"cypher", "--json"}
		if strings.Contains(head, "<!-- write") {
			args = append(args, "--write")
		}
		for _, p := range recipeParam.FindAllStringSubmatch(head, -1) {
			args = append(args, "--param", p[1])
		}
		plan, _ := run(t, 0, append(args, "--", "EXPLAIN "+query)...)
		if strings.Contains(plan, "Scan") || !strings.Contains(plan, "Seek") && !strings.Contains(plan, "db.index.fulltext.queryNodes") {
			t.Errorf("%s scans:\n%s", title, plan)
		}
	}
}
