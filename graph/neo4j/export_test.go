package neo4j_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// shape counts nodes by label and relationships by type and ends: the graph that Cypher sees.
func shape(t *testing.T, s *servertest.Server) []string {
	t.Helper()
	var out []string
	for _, r := range s.Cypher(t, "MATCH (n) WHERE NOT n:Source RETURN [l IN labels(n) WHERE NOT l STARTS WITH 'Bridgehop'][0] AS label, count(*) AS n, count(n.text) AS texts, count(n.headers) AS headers, sum(coalesce(n.linksIn, 0)) AS ins") {
		out = append(out, fmt.Sprint(r["label"], " ", r["n"], " ", r["texts"], " ", r["headers"], " ", r["ins"]))
	}
	for _, r := range s.Cypher(t, `MATCH (a)-[r]->(b) RETURN [l IN labels(a) WHERE NOT l STARTS WITH 'Bridgehop'][0] AS a, type(r) AS r, [l IN labels(b) WHERE NOT l STARTS WITH 'Bridgehop'][0] AS b, count(*) AS n, count(r.anchors) AS lists,
		sum(size(coalesce(r.anchors, []))) AS anchors, sum(size(coalesce(r.anchor, ''))) AS letters`) {
		out = append(out, fmt.Sprint(r["a"], "-", r["r"], "-", r["b"], " ", r["n"], " ", r["lists"], " ", r["anchors"], " ", r["letters"]))
	}
	slices.Sort(out)
	return out
}

// Both ways into Neo4j, over the network and by bulk import, give the same graph.
func TestExportIsImported(t *testing.T) {
	s := servertest.Start(t)
	ctx := context.Background()
	wiki, dir := oddWiki(t), t.TempDir()
	if _, err := wiki.Put(ctx, &graph.Batch{Load: "2", Pages: graphtest.Wiki(700, 25)}); err != nil {
		t.Fatal(err)
	}
	if err := wiki.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	s.Clear(t)
	store := openStore(t, s, neo4j.Options{Create: true})
	copyStore(t, store, wiki)
	want := shape(t, s)
	out, err := neo4j.Export(ctx, wiki, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.Command, "overwrite") {
		t.Errorf("the command overwrites what the database holds: %s", out.Command)
	}
	s.Restart(t, false, func() {
		args := strings.Fields(out.Command)[1:]
		if printed, err := admin(s, dir, args...); err == nil {
			t.Errorf("the database was overwritten:\n%s", printed)
		}
		printed, err := admin(s, dir, slices.Insert(args, 4, "--overwrite-destination=true")...)
		if err != nil {
			t.Fatalf("%v:\n%s", err, printed)
		}
	})
	runScript(t, s, out.Script)
	if diff := cmp.Diff(shape(t, s), want); diff != "" {
		t.Errorf("imported (-), loaded (+):\n%s", diff)
	}
	imported := openStore(t, s, neo4j.Options{})
	if got, want := digest(t, imported), digest(t, wiki); got != want {
		t.Errorf("digest: got %s, want %s", got, want)
	}
}

// runScript runs the statements of a file, which are one a line.
func runScript(t *testing.T, s *servertest.Server, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSuffix(strings.TrimSpace(line), ";"); line != "" && !strings.HasPrefix(line, "//") {
			s.Cypher(t, line)
		}
	}
	s.Cypher(t, "CALL db.awaitIndexes(300)")
}

func TestExportTwiceIsTheSame(t *testing.T) {
	wiki := oddWiki(t)
	var files [2]map[string]string
	for i := range files {
		dir := t.TempDir()
		if _, err := neo4j.Export(context.Background(), wiki, dir, nil); err != nil {
			t.Fatal(err)
		}
		files[i] = map[string]string{}
		names, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(names) < 10 {
			t.Fatalf("got files %v, error %v", names, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[i][filepath.Base(name)] = string(b)
		}
	}
	if diff := cmp.Diff(files[0], files[1]); diff != "" {
		t.Errorf("first (-), second (+):\n%s", diff)
	}
}

// admin runs neo4j-admin in dir on the home of a server that is not running, and returns what it printed.
func admin(s *servertest.Server, dir string, args ...string) ([]byte, error) {
	java := "java"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		java = filepath.Join(home, "bin", "java")
	}
	tool := []string{"-Xmx512m", "-cp", filepath.Join(s.Control.Lib, "*")}
	for _, part := range []string{"java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang"} {
		tool = append(tool, "--add-opens=java.base/"+part+"=ALL-UNNAMED")
	}
	home := filepath.Join(s.Control.Dir, "home")
	cmd := exec.Command(java, append(append(tool, "org.neo4j.cli.AdminTool"), args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NEO4J_HOME="+home, "NEO4J_CONF="+filepath.Join(home, "conf"))
	return cmd.CombinedOutput()
}
