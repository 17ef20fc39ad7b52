package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// onServer gives a test the server, with the password where the command line looks for it, and removes
// the indexes in the user's cache afterwards.
func onServer(t *testing.T) *servertest.Server {
	t.Helper()
	s := servertest.Start(t)
	s.Clear(t)
	t.Setenv("BRIDGEHOP_NEO4J_PASSWORD", s.Password)
	t.Setenv("BRIDGEHOP_STORE", s.URL)
	t.Cleanup(func() {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range s.Cypher(t, "MATCH (w:Wiki) RETURN w.id AS id") {
			for _, index := range []string{"text", "search", "pushed"} {
				if err := os.RemoveAll(filepath.Join(cache, "bridgehop", index, r["id"].(string))); err != nil {
					t.Error(err)
				}
			}
		}
	})
	return s
}

// run runs a command line, which must exit with this code, and returns what it printed.
func run(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := cli.Run(context.Background(), args, strings.NewReader(""), &out, &errs); got != code {
		t.Fatalf("bridgehop %s: got exit code %d, want %d\n%s", strings.Join(args, " "), got, code, errs.String())
	}
	return out.String(), errs.String()
}

func loadWiki(t *testing.T, store string) {
	t.Helper()
	wiki := filepath.Join(repoRoot(t), "testdata", "wiki")
	run(t, 0, "load", "--quiet", "--store", store, "--redirects", filepath.Join(wiki, "redirects.tsv"), filepath.Join(wiki, "pages.jsonl"))
}

// What the commands print doesn't depend on the backend, to the byte.
func TestBackendsPrintTheSame(t *testing.T) {
	s := onServer(t)
	dir := filepath.Join(t.TempDir(), "wiki.bridgehop")
	loadWiki(t, s.URL)
	loadWiki(t, dir)
	run(t, 0, "index", "--quiet", "--search", "--store", s.URL)
	run(t, 0, "index", "--quiet", "--search", "--store", dir)
	claim := "The engineer who designed Skarn Point Light was born in Saint-Évrard."
	commands := [][]string{
		{"page", "Marrow"}, {"page", "--json", "Skarn Point Light"}, {"page", "--json", "River Marrow"},
		{"paths", "Étienne Carvel", "Skarn Point Light"}, {"paths", "--json", "--max-hops", "4", "-k", "20", "Étienne Carvel", "Vellmark"},
		{"hop", claim}, {"hop", "--json", claim},
		{"search", "--json", "+title:light granite"}, {"search", "grannite~"},
	}
	if hasRuntime(t) {
		commands = append(commands, []string{"verify", claim})
	}
	for _, c := range commands {
		got, _ := run(t, 0, append(c, "--store", s.URL)...)
		want, _ := run(t, 0, append(c, "--store", dir)...)
		if got != want || got == "" {
			t.Errorf("%q on Neo4j printed\n%s\nwant what it prints on the embedded store:\n%s", c, got, want)
		}
	}
	if got, want := lastLine(run(t, 0, "info", "--digest", "--store", s.URL)), lastLine(run(t, 0, "info", "--digest", "--store", dir)); got != want {
		t.Errorf("digest: got %s, want %s", got, want)
	}
	sameAnswers(t, s.URL, dir, "hop")
	if hasRuntime(t) {
		sameAnswers(t, s.URL, dir, "verify")
	}
}

// sameAnswers compares the answers to all shipped claims.
func sameAnswers(t *testing.T, a, b, command string) {
	t.Helper()
	var files [2]string
	for i, store := range []string{a, b} {
		out := filepath.Join(t.TempDir(), "out.jsonl")
		args := []string{command, "--quiet", "--store", store, "--claims", filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl"), "--out", out}
		if command == "verify" {
			args = append(args, "--model", tinyModel(t))
		}
		run(t, 0, args...)
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = string(text)
	}
	if files[0] != files[1] || strings.Count(files[0], "\n") < 158 {
		t.Errorf("%s --claims: %d and %d bytes differ", command, len(files[0]), len(files[1]))
	}
}

func lastLine(stdout, _ string) string {
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	return lines[len(lines)-1]
}

func TestIndexIsRebuilt(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	claim := "The engineer who designed Skarn Point Light was born in Saint-Évrard."
	before, _ := run(t, 0, "hop", "--json", claim)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	id := s.Cypher(t, "MATCH (w:Wiki) RETURN w.id AS id")[0]["id"].(string)
	if err := os.RemoveAll(filepath.Join(cache, "bridgehop", "text", id)); err != nil {
		t.Fatal(err)
	}
	if _, stderr := run(t, 1, "hop", claim); !strings.Contains(stderr, "bridgehop index") {
		t.Errorf("without an index: got %q, want a hint at bridgehop index", stderr)
	}
	run(t, 0, "index", "--quiet")
	if after, _ := run(t, 0, "hop", "--json", claim); after != before {
		t.Errorf("with a new index: got\n%s\nwant\n%s", after, before)
	}
}

func TestCypherReadsOnly(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	_, stderr := run(t, 1, "cypher", "CREATE (:Note)")
	if !strings.Contains(stderr, "does more than read the graph") || !strings.Contains(stderr, "--write") {
		t.Errorf("a query that writes: got %q, want that it was refused and --write", stderr)
	}
	run(t, 0, "cypher", "--write", "CREATE (:Note)")
	if out, _ := run(t, 0, "cypher", "--json", "MATCH (n:Note) RETURN count(n) AS n"); out != "{\"n\":1}\n" {
		t.Errorf("notes: got %s", out)
	}
	out, _ := run(t, 0, "cypher", "--param", "title=Skarn Point Light", "--param", "n=1", "MATCH p = (:Page {title: $title})-[:LINKS_TO]->(q) RETURN p ORDER BY q.title LIMIT $n")
	if want := "p\nSkarn Point Light -[Dunmarrow]-> Dunmarrow\n"; !strings.HasPrefix(out, "p\nSkarn Point Light -[") || strings.Count(out, "\n") != 2 {
		t.Errorf("path: got %q, want like %q", out, want)
	}
	if out, stderr := run(t, 0, "cypher", "MATCH (n:Pagee) RETURN n"); out != "" || !strings.Contains(stderr, "no rows: ") || !strings.Contains(stderr, "Pagee") {
		t.Errorf("a label that no node has: got %q, %q", out, stderr)
	}
	if _, stderr := run(t, 0, "cypher", "MATCH (n:Page {title: 'no such page'}) RETURN n"); stderr != "" {
		t.Errorf("a title that no page has: got %q", stderr)
	}
	if _, stderr := run(t, 1, "cypher", "MATCH (n"); !strings.Contains(stderr, "Syntax") {
		t.Errorf("bad query: got %q", stderr)
	}
	run(t, 2, "cypher", "--store", t.TempDir(), "--param", "x", "RETURN 1")
}

func TestServerErrors(t *testing.T) {
	s := onServer(t)
	host := strings.SplitAfterN(s.URL, "@", 2)[1]
	host = strings.SplitN(host, "/", 2)[0]
	for _, c := range []struct {
		name, store, password string
		code                  int
		want                  string
	}{
		{"wrong password", s.URL, "not-the-password", 5, "wrong user or password"},
		{"wrong database", "neo4j://neo4j@" + host + "/nowhere", s.Password, 5, "no such database"},
		{"nobody there", "neo4j://neo4j@127.0.0.1:1/neo4j", s.Password, 5, "can't be reached"},
		{"password in the address", "neo4j://neo4j:pa55word@" + host + "/neo4j", "", 2, "BRIDGEHOP_NEO4J_PASSWORD"},
		{"no store", s.URL, s.Password, 4, "no store here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("BRIDGEHOP_NEO4J_PASSWORD", c.password)
			_, stderr := run(t, c.code, "info", "--store", c.store)
			if !strings.Contains(stderr, c.want) {
				t.Errorf("got %q, want %q in it", stderr, c.want)
			}
			for _, secret := range []string{"not-the-password", "pa55word", s.Password} {
				if strings.Contains(stderr, secret) {
					t.Errorf("the password is in %q", stderr)
				}
			}
		})
	}
}

func TestRecordTwice(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	loadWiki(t, s.URL)
	const graph = `MATCH (c:Claim) OPTIONAL MATCH (c)-[h:HAS_CHAIN|GOLD]->(x:Chain) OPTIONAL MATCH (x)-[s:STEP|CITES]->(e)
RETURN count(DISTINCT c) AS claims, count(DISTINCT x) AS chains, count(DISTINCT s) AS steps, collect(DISTINCT elementId(x)) AS ids, collect(DISTINCT elementId(s)) AS links`
	record := func() {
		run(t, 0, "verify", "--quiet", "--model", tinyModel(t), "--record", "--restart", "--claims", filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl"), "--out", filepath.Join(t.TempDir(), "out.jsonl"))
	}
	record()
	first, _ := run(t, 0, "cypher", "--json", graph)
	record()
	if again, _ := run(t, 0, "cypher", "--json", graph); again != first {
		t.Errorf("recorded again: got\n%.300s\nwant\n%.300s", again, first)
	}
	out, _ := run(t, 0, "cypher", "--json", "MATCH (c:Claim)-[:GOLD]->(:Chain)-[:CITES]->() RETURN count(DISTINCT c) AS n")
	if out != "{\"n\":158}\n" {
		t.Errorf("claims with gold evidence: got %s, want 158", out)
	}
}

// Answers that were not recorded are not taken for recorded ones.
func TestRecordAfterwards(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	loadWiki(t, s.URL)
	dir := t.TempDir()
	claims := filepath.Join(dir, "claims.jsonl")
	if err := os.WriteFile(claims, []byte(`{"id":1,"claim":"Skarn Point Light was designed by Étienne Carvel."}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	verify := []string{"verify", "--quiet", "--claims", claims, "--out", filepath.Join(dir, "out.jsonl")}
	run(t, 0, verify...)
	if _, stderr := run(t, 1, append(verify, "--record")...); !strings.Contains(stderr, "another setting") {
		t.Errorf("--record over answers without it: got %q, want that they were made with another setting", stderr)
	}
	run(t, 0, append(verify, "--record", "--restart")...)
	if out, _ := run(t, 0, "cypher", "--json", "MATCH (c:Claim) RETURN count(c) AS n"); out != "{\"n\":1}\n" {
		t.Errorf("recorded claims: got %s, want 1", out)
	}
}

// The demo goes where --store says, on a server too.
func TestDemoOnServer(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	t.Chdir(t.TempDir())
	if got, _ := run(t, 0, "demo", "--quiet", "--store", s.URL); !strings.HasPrefix(got, "loaded 101 pages") {
		t.Errorf("got %.100q, want the pages loaded", got)
	}
	if made, err := os.ReadDir("."); err != nil || len(made) > 0 {
		t.Errorf("here: got %v, %v, want nothing", made, err)
	}
}

// A citation keeps the text that was read when another file replaces its page, and load counts it.
func TestCitationsOfReplacedPages(t *testing.T) {
	s := onServer(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	first := write("a.jsonl", `{"title": "Ola", "text": "Ola is a mountain. It rises above the Tarn."}`+"\n"+`{"title": "Tarn", "text": "Tarn is a river."}`+"\n")
	other := write("b.jsonl", `{"title": "Ola", "text": "Ola is a hill."}`+"\n")
	if _, progress := run(t, 0, "load", "--json", "--format", "passages", first); !strings.Contains(progress, `"push"`) {
		t.Errorf("progress: got %s, want lines of the push", progress)
	}
	run(t, 0, "hop", "--quiet", "--record", "Ola is a mountain that rises above the Tarn.")
	const cited = `MATCH (x:Chain)-[c:CITES]->(e) RETURN x.id AS chain, c.text AS text, c.score AS score ORDER BY chain, text`
	before, _ := run(t, 0, "cypher", "--json", cited)
	if !strings.Contains(before, "Ola is a mountain.") {
		t.Fatalf("citations: got %s", before)
	}
	run(t, 1, "load", "--quiet", "--keep", "--format", "passages", other)
	if same, _ := run(t, 0, "cypher", "--json", cited); same != before {
		t.Errorf("citations after --keep: got\n%s\nwant\n%s", same, before)
	}
	out, _ := run(t, 0, "load", "--json", "--format", "passages", other)
	differ := s.Cypher(t, "MATCH (:Chain)-[c:CITES]->(e) WHERE c.text <> coalesce(e.text, e.caption, '') RETURN count(c) AS n")[0]["n"]
	if !strings.Contains(out, `"replaced_from":[{"file":"`) || differ == int64(0) || !strings.Contains(out, fmt.Sprintf(`"citations_changed":%d,`, differ)) {
		t.Errorf("load: got %s, want what it replaced, and %d citations", out, differ)
	}
	if after, _ := run(t, 0, "cypher", "--json", cited); after != before {
		t.Errorf("citations: got\n%s\nwant\n%s", after, before)
	}
	gone := s.Cypher(t, "MATCH (:Chain)-[c:CITES]->(p:Page) WHERE c.text CONTAINS 'rises' RETURN p.title AS title")
	if len(gone) == 0 || gone[0]["title"] != "Ola" {
		t.Errorf("citations of a sentence that is gone: got %v, want ones of its page", gone)
	}
}
