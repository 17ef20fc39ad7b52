package cli_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
)

func TestDrop(t *testing.T) {
	s := onServer(t)
	s.Cypher(t, "CREATE (:Page {title: 'theirs'})-[:KNOWS]->(:Person)")
	loadWiki(t, s.URL)
	s.Cypher(t, "MATCH (x:Person) MATCH (p:Page {title: 'Marrow'}) CREATE (x)-[:READS]->(p)")
	for _, typed := range []string{"", "yes\n"} {
		var out, errs bytes.Buffer
		if code := cli.Run(t.Context(), []string{"neo4j", "drop"}, strings.NewReader(typed), &out, &errs); code != 1 || !strings.Contains(errs.String(), "101 pages") || !strings.Contains(errs.String(), "nothing was deleted") {
			t.Errorf("drop, answered with %q: got exit code %d, %s", typed, code, errs.String())
		}
	}
	var out, errs bytes.Buffer
	if code := cli.Run(t.Context(), []string{"neo4j", "drop", "--json"}, strings.NewReader("neo4j\n"), &out, &errs); code != 0 {
		t.Fatalf("drop: got exit code %d, %s", code, errs.String())
	}
	if rows := s.Cypher(t, "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN labels(n)[0] AS label, count(r) AS relationships ORDER BY label"); len(rows) != 2 || rows[0]["label"] != "Page" || rows[0]["relationships"] != int64(1) {
		t.Errorf("after the drop: got %v, want the strangers' two nodes and what joins them", rows)
	}
	if rows := s.Cypher(t, "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"); len(rows) != 0 {
		t.Errorf("indexes after the drop: got %v, want none", rows)
	}
	run(t, 4, "neo4j", "drop", "--yes")
	loadWiki(t, s.URL)
	run(t, 0, "neo4j", "drop", "--yes", "--quiet")
	run(t, 2, "neo4j", "drop", "--yes", "--store", filepath.Join(t.TempDir(), "wiki"))
}

// What was changed by hand is named, mended from the pages' records, and what is lost comes back with the same load.
func TestCheckOnServer(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	want := lastLine(run(t, 0, "info", "--digest"))
	run(t, 0, "check", "--read-data")
	s.Cypher(t, "CREATE (:Page), (:Claim {key: 1})")
	s.Cypher(t, "MATCH (p:Page {title: 'Marrow'}) DETACH DELETE p")
	s.Cypher(t, "MATCH (:Page {title: 'Vellmark'})-[l:LINKS_TO]->() DELETE l")
	if out, stderr := run(t, 4, "check"); !strings.Contains(out, "the load left 101, and the database has 100") || !strings.Contains(stderr, "check --repair") {
		t.Errorf("check: got\n%s%s", out, stderr)
	}
	if out, _ := run(t, 4, "check", "--read-data"); !strings.Contains(out, `page "Vellmark": its links are not those of its text`) {
		t.Errorf("check --read-data: got\n%s", out)
	}
	if out, _ := run(t, 0, "check", "--repair"); !strings.Contains(out, "repaired") {
		t.Errorf("check --repair: got\n%s", out)
	}
	run(t, 0, "check", "--read-data")
	run(t, 0, "hop", claimOfBridges)
	loadWiki(t, s.URL)
	if got := lastLine(run(t, 0, "info", "--digest")); got != want {
		t.Errorf("digest after the same load: got %s, want %s", got, want)
	}
}
