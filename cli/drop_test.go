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
