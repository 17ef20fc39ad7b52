package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/cli"
)

const claimOfBridges = "The engineer who designed Skarn Point Light was born in Saint-Évrard."

// A node of somebody else's under a label of ours changes nothing, while it is there and after it is gone.
func TestStrangersPage(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	wiki := filepath.Join(repoRoot(t), "testdata", "wiki", "pages.jsonl")
	commands := [][]string{{"load", "--quiet", wiki}, {"index", "--quiet"}, {"hop", "--json", claimOfBridges}}
	if hasRuntime(t) {
		commands = append(commands, []string{"verify", claimOfBridges})
	}
	answers := func() (out []string) {
		info, _ := run(t, 0, "info", "--json", "--digest")
		out = append(out, regexp.MustCompile(`"others":[^}]*},`).ReplaceAllString(info, ""))
		for _, c := range commands {
			stdout, _ := run(t, 0, c...)
			if c[0] != "load" { // which prints seconds
				out = append(out, stdout)
			}
		}
		return out
	}
	want := strings.Join(answers(), "")
	s.Cypher(t, "CREATE (:Page {title: 'Marrow', id: 'theirs'}), (:Page), (:Sentence {text: 'Marrow'})")
	if got := strings.Join(answers(), ""); got != want {
		t.Errorf("beside strangers' nodes: got\n%.500s\nwant\n%.500s", got, want)
	}
	if out, _ := run(t, 0, "info"); !strings.Contains(out, "2 nodes labelled Page") || !strings.Contains(out, "1 nodes labelled Sentence") {
		t.Errorf("info: got\n%s\nwant the strangers' nodes counted", out)
	}
	s.Cypher(t, "MATCH (p:Page|Sentence) WHERE NOT p:BridgehopPage AND NOT p:BridgehopSentence DELETE p")
	if got := strings.Join(answers(), ""); got != want {
		t.Errorf("after strangers' nodes were deleted: got\n%.500s\nwant\n%.500s", got, want)
	}
}

// Claims deleted by a query, with or without their chains, can be recorded again.
func TestDeletedClaims(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	loadWiki(t, s.URL)
	record := func() any {
		run(t, 0, "verify", "--quiet", "--record", claimOfBridges)
		return s.Cypher(t, "MATCH (n:Claim|Chain) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS nodes, count(r) AS relationships, COUNT { ()-[:HOP]->() } AS hops")[0]["relationships"]
	}
	want := record()
	for _, deletion := range []string{
		"MATCH (c:Claim) DETACH DELETE c",
		"MATCH (c:Claim) OPTIONAL MATCH (c)-[:HAS_CHAIN|GOLD]->(x) OPTIONAL MATCH ()-[h:HOP {chain: x.id}]->() DELETE h DETACH DELETE c, x", // of the help
	} {
		run(t, 0, "cypher", "--write", deletion)
		if got := record(); got != want {
			t.Errorf("recorded after %s: got %v relationships, want %v", deletion, got, want)
		}
	}
}

func TestCypherInput(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	const query = "MATCH (p:Page)\nRETURN count(p) AS n;\n"
	file := filepath.Join(t.TempDir(), "count.cypher")
	if err := os.WriteFile(file, []byte("\ufeff"+query), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"cypher", "--json", "-f", file}, {"cypher", "--json", "--file", "-"}} {
		var out, errs bytes.Buffer
		if code := cli.Run(t.Context(), args, strings.NewReader(query), &out, &errs); code != 0 || out.String() != "{\"n\":101}\n" {
			t.Errorf("%v: got exit code %d, %q, %s", args, code, out.String(), errs.String())
		}
	}
	run(t, 2, "cypher", "-f", file, "RETURN 1")
	run(t, 1, "cypher", "-f", file+"x")
	if err := os.WriteFile(file, []byte("MATCH (p:Page)\nRETURN q"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, stderr := run(t, 1, "cypher", "-f", file); !strings.Contains(stderr, "count.cypher: query:2:8: Variable `q` not defined") {
		t.Errorf("a query with a fault: got %q, want its place", stderr)
	}
}

func TestCypherPlans(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	out, _ := run(t, 0, "cypher", "EXPLAIN MATCH (p:Page {title: 'Marrow'}) RETURN p.linksIn AS n")
	if !strings.HasPrefix(out, "operator") || !strings.Contains(out, "+ProduceResults") || !strings.Contains(out, "+NodeIndexSeek") || strings.Contains(out, "db_hits") {
		t.Errorf("EXPLAIN: got\n%s", out)
	}
	out, _ = run(t, 0, "cypher", "PROFILE MATCH (a:Page {title: 'Marrow'}), (b:Page {title: 'Vellmark'}) RETURN a.title AS title, b.linksIn AS n")
	if !strings.HasPrefix(out, "title   n\nMarrow  40\n\noperator") || !strings.Contains(out, "\n| +NodeIndexSeek") || !strings.Contains(out, "db_hits") ||
		!strings.Contains(out, "$autostring_0") || !strings.Contains(out, "$autostring_1") {
		t.Errorf("PROFILE: got\n%s", out)
	}
}

// A query that only reads reads nothing but the graph, and ends in time.
func TestCypherIsConfined(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	const csv = "LOAD CSV FROM 'file:///x.csv' AS l RETURN l"
	if _, stderr := run(t, 1, "cypher", csv); !strings.Contains(stderr, "--write") {
		t.Errorf("LOAD CSV: got %q", stderr)
	}
	if s.Control != nil { // the settings are ours
		if _, stderr := run(t, 1, "cypher", "--write", csv); !strings.Contains(stderr, "allow_csv_import_from_file_urls") && !strings.Contains(stderr, "disabled") {
			t.Errorf("LOAD CSV of a file with --write: got %q, want that the server forbids it", stderr)
		}
	}
	t.Setenv("BRIDGEHOP_NEO4J_TIMEOUT", "1s")
	start := time.Now()
	_, stderr := run(t, 1, "cypher", "UNWIND range(1, 100000000000) AS x WITH x WHERE x % 2 = 7 RETURN count(x)")
	if !strings.Contains(stderr, "BRIDGEHOP_NEO4J_TIMEOUT") || time.Since(start) > time.Minute {
		t.Errorf("a query without end: got %q after %v", stderr, time.Since(start))
	}
}
