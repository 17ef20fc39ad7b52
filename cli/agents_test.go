package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Agents over a Neo4j store get the answers that they get over a folder, by both transports; Cypher reads, and only if a flag allows it.
func TestAgentsOverNeo4j(t *testing.T) {
	s := onServer(t)
	t.Setenv("BRIDGEHOP_NEO4J_TIMEOUT", "5s")
	dir := t.TempDir()
	store, bridgehop := filepath.Join(dir, "wiki.bridgehop"), killable(t, dir)
	for _, where := range []string{s.URL, store} {
		loadWiki(t, where)
		run(t, 0, "index", "--quiet", "--search", "--store", where)
	}
	stdio := func(args ...string) *mcp.ClientSession {
		return connect(t, &mcp.CommandTransport{Command: exec.Command(bridgehop, append([]string{"mcp"}, args...)...)})
	}
	folder := stdio("--store", store)
	for name, c := range map[string]*mcp.ClientSession{
		"stdio": stdio("--store", s.URL, "--cypher"),
		"http":  connect(t, &mcp.StreamableClientTransport{Endpoint: serving(t, bridgehop, "--store", s.URL, "--cypher") + "mcp"}),
	} {
		t.Run(name, func(t *testing.T) {
			sameTools(t, c, folder)
			cypherReads(t, c)
			before := fmt.Sprint(s.Cypher(t, "MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS keys"))
			cypherRefuses(t, c)
			if after := fmt.Sprint(s.Cypher(t, "MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS keys")); after != before {
				t.Errorf("the store was %s and is %s", before, after)
			}
		})
	}
	if _, err := stdio("--store", s.URL).CallTool(t.Context(), query("RETURN 1")); err == nil {
		t.Error("Cypher ran without --cypher")
	}
	if _, errs := run(t, 2, "mcp", "--cypher", "--store", store); !strings.Contains(errs, "--cypher needs a store on a Neo4j server") {
		t.Errorf("--cypher over a folder: %s", errs)
	}
}

// A server whose Neo4j ends says so, and answers again when it is back.
func TestServeWithoutNeo4j(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	root := serving(t, killable(t, t.TempDir()), "--store", s.URL)
	page := func() (int, string) {
		res, err := http.Get(root + "api/v1/page?title=Vellmark")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(b)
	}
	if code, out := page(); code != http.StatusOK {
		t.Fatalf("status %d: %s", code, out)
	}
	s.Restart(t, false, func() {
		if code, out := page(); code != http.StatusServiceUnavailable || !strings.Contains(out, "check that the server is running") {
			t.Errorf("without Neo4j: status %d: %s", code, out)
		}
	})
	if code, out := page(); code != http.StatusOK {
		t.Errorf("with Neo4j again: status %d: %s", code, out)
	}
}

func connect(t *testing.T, by mcp.Transport) *mcp.ClientSession {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), by, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// serving starts a server and returns its address. When the test ends, the server is stopped and must exit with 0.
func serving(t *testing.T, bridgehop string, args ...string) string {
	t.Helper()
	c := exec.Command(bridgehop, append([]string{"serve", "--json", "--addr", "127.0.0.1:0"}, args...)...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("serve: %v: %s", err, errs.String())
		}
	})
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var at struct{ Address string }
	if err == nil {
		err = json.Unmarshal(line, &at)
	}
	if err != nil {
		t.Fatalf("serve: %v: %s", err, errs.String())
	}
	return at.Address
}

func query(text string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "read_cypher", Arguments: map[string]any{"query": text}}
}

// sameTools compares the answers of two servers.
func sameTools(t *testing.T, got, want *mcp.ClientSession) {
	t.Helper()
	calls := map[string]map[string]any{
		"find_chains":  {"claim": claimOfBridges},
		"search_pages": {"query": "+title:light \"granite tower\""},
		"read_page":    {"title": "Skarn Point Light"},
		"link_paths":   {"from": "Étienne Carvel", "to": "Vellmark"},
	}
	if hasRuntime(t) {
		calls["verify_claim"] = map[string]any{"claim": claimOfBridges}
	}
	for name, args := range calls {
		var answers []string
		for _, c := range []*mcp.ClientSession{got, want} {
			res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
			if err != nil || res.IsError {
				t.Fatalf("%s: %v, %v", name, err, res)
			}
			b, err := json.Marshal(res)
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, string(b))
		}
		if answers[0] != answers[1] || !strings.Contains(answers[0], "Skarn") && !strings.Contains(answers[0], "Vellmark") {
			t.Errorf("%s: got %s, want %s", name, answers[0], answers[1])
		}
	}
}

func cypherReads(t *testing.T, c *mcp.ClientSession) {
	t.Helper()
	for text, want := range map[string]string{
		"MATCH (p:Page {title: 'Étienne Carvel'})-[:LINKS_TO]->(q:Page) RETURN q.title AS title ORDER BY title LIMIT 1": `{"rows":[{"title":`,
		"MATCH p = (:Page {title: 'Étienne Carvel'})-[:LINKS_TO]->(:Page {title: 'Vellmark'}) RETURN p LIMIT 1":         `{"rows":[{"p":"Étienne Carvel -[`,
		"RETURN {x: 0.0 / 0.0} AS m, null AS n": `{"rows":[{"m":{"x":"NaN"},"n":null}]}`,
		"UNWIND range(1, 2000) AS i RETURN i":   `"note":"There are more rows than these 1000.`,
	} {
		res, err := c.CallTool(t.Context(), query(text))
		if err != nil || res.IsError {
			t.Errorf("%s: %v, %v", text, err, res)
			continue
		}
		if b, err := json.Marshal(res.StructuredContent); err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: got %.300s, want %s", text, b, want)
		}
	}
}

// cypherRefuses asks for what an agent may not do. The last query would run for days.
func cypherRefuses(t *testing.T, c *mcp.ClientSession) {
	t.Helper()
	for text, want := range map[string]string{
		"CREATE (:Page {title: 'theirs'})":                      "read",
		"MATCH (n) SET n.x = 1":                                 "read",
		"MATCH (n) DETACH DELETE n":                             "read",
		"MERGE (n:Page {title: 'theirs'}) RETURN n":             "read",
		"CREATE INDEX theirs FOR (n:Page) ON (n.x)":             "read",
		"LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l":      "LoadCSV",
		"load /* */ csv FROM 'http://127.0.0.1/' AS l RETURN l": "LoadCSV",
		"CALL dbms.listConfig()":                                "dbms.listConfig",
		"CALL `dbms`.`listConfig`()":                            "dbms.listConfig",
		"TERMINATE TRANSACTIONS 'neo4j-transaction-1'":          "read",
		"RETURN": "",
		"":       "",
		"UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN max(a * b)": "BRIDGEHOP_NEO4J_TIMEOUT",
	} {
		res, err := c.CallTool(t.Context(), query(text))
		if err != nil || !res.IsError {
			t.Errorf("%q was not refused: %v, %v", text, err, res)
			continue
		}
		if told := res.Content[0].(*mcp.TextContent).Text; !strings.Contains(told, want) {
			t.Errorf("%q: got %q, want it to name %q", text, told, want)
		}
	}
}
