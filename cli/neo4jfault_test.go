package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

// killedAt runs a command line against a server that is killed when the client sends its n-th piece, starts the
// server again, and runs the same command line once more. The first run must exit with 5 and say why in a line.
func killedAt(t *testing.T, s *servertest.Server, n int, args ...string) {
	t.Helper()
	_, database, _ := strings.Cut(s.URL[strings.Index(s.URL, "@"):], "/")
	p := s.Proxy(t)
	killed := make(chan bool, 1)
	var sent atomic.Int64
	p.Lose = func([]byte) bool {
		if sent.Add(1) == int64(n) {
			if err := s.Control.Kill(t.Context()); err != nil {
				t.Error(err)
			}
			killed <- true
		}
		return false
	}
	before := runtime.NumGoroutine()
	// bolt, since the neo4j scheme asks the server for its address and then goes around the proxy
	through := append(args, "--store", "bolt://neo4j@"+p.Addr()+"/"+database)
	_, stderr := run(t, 5, through...)
	select {
	case <-killed:
	default:
		t.Fatalf("%v ended before the server was killed", args)
	}
	p.Stop()
	if strings.Count(strings.TrimSpace(stderr), "\n") > 1 || !strings.Contains(stderr, "can't be reached") || strings.Contains(stderr, s.Password) {
		t.Errorf("%v with the server killed: got %q, want a line or two that say it can't be reached", args, stderr)
	}
	for deadline := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("goroutines left: got %d, want %d\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
	last, err := s.Control.Last()
	if err != nil {
		t.Fatal(err)
	}
	s.Control.Bolt, s.Control.HTTP = last.Bolt, last.HTTP
	if _, err := s.Control.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, 0, append(args, "--store", s.URL)...)
}

// The server is killed in the middle of a file of claims: what was answered is kept, the same command goes on, and
// the answers and the recorded graph are those of a run that nothing broke off.
func TestServerKilledInMidClaims(t *testing.T) {
	s := onServer(t)
	if s.Control == nil {
		t.Skip("the server of BRIDGEHOP_NEO4J is not ours to kill; leave the variable out to run this test")
	}
	loadWiki(t, s.URL)
	claims := filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl")
	for _, c := range []struct {
		name string
		at   int
		args []string
	}{
		{"hop", 12, []string{"hop", "--quiet", "--claims", claims}},
		{"verify --record", 60, []string{"verify", "--quiet", "--model", tinyModel(t), "--record", "--claims", claims}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.args[0] == "verify" && !hasRuntime(t) {
				t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
			}
			out := filepath.Join(t.TempDir(), "out.jsonl")
			killedAt(t, s, c.at, append(c.args, "--out", out)...)
			const recorded = `MATCH (c:Claim) OPTIONAL MATCH (c)-[h:HAS_CHAIN|GOLD]->(x:Chain) OPTIONAL MATCH (x)-[s:STEP|CITES]->(e)
RETURN count(DISTINCT c) AS claims, count(DISTINCT c.key) AS keys, count(DISTINCT x) AS chains, count(DISTINCT s) AS steps`
			resumed := s.Cypher(t, recorded)
			whole := filepath.Join(t.TempDir(), "whole.jsonl")
			run(t, 0, append(c.args, "--out", whole, "--store", s.URL)...)
			if got, want := read(t, out), read(t, whole); got != want {
				t.Errorf("answers differ: got %d lines, want %d", strings.Count(got, "\n"), strings.Count(want, "\n"))
			}
			again := s.Cypher(t, recorded)
			for name, want := range again[0] {
				if got := resumed[0][name]; got != want {
					t.Errorf("recorded %s: got %v after the resume, want %v", name, got, want)
				}
			}
			if c.args[0] == "verify" && again[0]["claims"] != int64(158) {
				t.Errorf("recorded claims: got %v, want 158", again[0]["claims"])
			}
		})
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Two data sets may number their claims alike: both are kept.
func TestRecordedSetsDoNotMeet(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	loadWiki(t, s.URL)
	for _, set := range []string{"one", "two", "one"} {
		dir := filepath.Join(t.TempDir(), set)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "claims.jsonl")
		if err := os.WriteFile(file, []byte(`{"id": 1, "claim": "Skarn Point Light is tower number `+set+`."}`+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, 0, "verify", "--quiet", "--record", "--claims", file, "--out", filepath.Join(dir, "out.jsonl"))
	}
	out, _ := run(t, 0, "cypher", "--json", "MATCH (r:Run)-[:RECORDED]->(:Claim {id: '1'}) RETURN r.claims AS set, count(*) AS claims ORDER BY set")
	if want := "{\"claims\":1,\"set\":\"one/claims.jsonl\"}\n{\"claims\":1,\"set\":\"two/claims.jsonl\"}\n"; out != want {
		t.Errorf("recorded: got\n%swant\n%s", out, want)
	}
}
