package serve_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
)

// logged is a log that several goroutines write and a test reads.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// broken is a part of the server that panics.
type broken struct{}

func (broken) Cypher(context.Context, string, map[string]any, bool) iter.Seq2[graph.Record, error] {
	return func(func(graph.Record, error) bool) { panic("broken") }
}

// An agent may ask for as many elements as a number holds.
func TestReadPageManyElements(t *testing.T) {
	e := longPage(t)
	s := httptest.NewServer(serve.New(serve.Config{Engine: e}))
	defer s.Close()
	c := session(t, s.URL)
	res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_page", Arguments: map[string]any{"title": "Long page", "from": 2000, "most": int64(math.MaxInt64 - 1023)}})
	if err != nil || res.IsError || !strings.Contains(res.Content[0].(*mcp.TextContent).Text, "Sentence 2999.") {
		t.Errorf("got %v, %v", res, err)
	}
}

// longPage is a wiki whose one page has more sentences than anyone reads at once.
func longPage(t *testing.T) *bridgehop.Engine {
	t.Helper()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "long.bridgehop")
	p := &graph.Page{Title: "Long page"}
	for i := range 3000 {
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: fmt.Sprintf("Sentence %d.", i)})
	}
	s, err := pebble.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Put(ctx, &graph.Batch{Load: "long", Pages: []*graph.Page{p}}); err == nil {
		err = s.Finish(ctx)
	}
	if err == nil {
		err = text.Build(ctx, filepath.Join(path, "text"), s, text.Options{})
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	e, err := bridgehop.Open(ctx, path, bridgehop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// A panic is an answer with an error, is logged with its place and counted, and the server goes on.
func TestFaults(t *testing.T) {
	log := &logged{}
	s := httptest.NewServer(serve.New(serve.Config{Store: "wiki.bridgehop", Cypher: broken{}, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelError}))}))
	defer s.Close()
	c := session(t, s.URL)
	if res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_cypher", Arguments: map[string]any{"query": "RETURN 1"}}); err == nil && !res.IsError {
		t.Errorf("a tool that panics answers %v", res)
	}
	if res, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "bridgehop://element/Oslo_title"}); err == nil {
		t.Errorf("a resource that panics answers %v", res)
	}
	for _, path := range []string{"/api/v1/page?title=Oslo", "/browse?title=Oslo"} { // there is no engine
		if code, body, _ := get(t, s.URL+path); code != 500 || !strings.Contains(body, "fault of bridgehop") {
			t.Errorf("%s: status %d: %s", path, code, body)
		}
	}
	if n := strings.Count(log.String(), "fault_test.go"); n == 0 {
		t.Errorf("the log has no stack: %s", log)
	}
	_, metrics, _ := get(t, s.URL+"/metrics")
	for _, want := range []string{"bridgehop_panics_total 4", `bridgehop_requests_total{code="500",what="/api/v1/page"} 1`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

// session is that of an agent over HTTP.
func session(t *testing.T, address string) *mcp.ClientSession {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: address + "/mcp"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
