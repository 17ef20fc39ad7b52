package serve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	text "github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// The SDK's own client calls every tool, in memory and over HTTP.
func TestAgents(t *testing.T) {
	t.Run("http", func(t *testing.T) {
		tools(t, &mcp.StreamableClientTransport{Endpoint: start(t, serve.Config{}).URL + "/mcp"})
	})
	t.Run("stdio", func(t *testing.T) {
		ours, theirs := mcp.NewInMemoryTransports()
		server := serve.New(serve.Config{Engine: engine, Store: "wiki.bridgehop"}).Tools()
		go func() { _ = server.Run(t.Context(), ours) }()
		tools(t, theirs)
	})
}

func tools(t *testing.T, transport mcp.Transport) {
	ctx := t.Context()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	listed, err := c.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		if !tool.Annotations.ReadOnlyHint || tool.OutputSchema == nil {
			t.Errorf("%s: annotations %v, output schema %v", tool.Name, tool.Annotations, tool.OutputSchema)
		}
	}
	for name, test := range map[string]struct {
		args map[string]any
		want string
	}{
		"verify_claim": {map[string]any{"claim": carvel}, " certainty)\n"},
		"find_chains":  {map[string]any{"claim": carvel, "most": 2}, "Étienne Carvel"},
		"ask_question": {map[string]any{"question": "Where was the engineer who designed Skarn Point Light born?"}, "Saint-Évrard"},
		"search_pages": {map[string]any{"query": "granite tower"}, "Skarn Point Light"},
		"read_page":    {map[string]any{"title": "Skarn Point Light"}, "The granite tower was designed by Étienne Carvel"},
		"link_paths":   {map[string]any{"from": "Étienne Carvel", "to": "Vellmark"}, "Étienne Carvel -[Vellmark]-> Vellmark"},
	} {
		res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: test.args})
		if err != nil || res.IsError || res.StructuredContent == nil || !strings.Contains(res.Content[0].(*mcp.TextContent).Text, test.want) {
			t.Errorf("%s: %v, %v", name, err, res)
		}
	}
	answersAsTyped(t, c)
	res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "read_page", Arguments: map[string]any{"title": "No such page"}})
	if err != nil || !res.IsError {
		t.Errorf("a title that no page has: %v, %v", err, res)
	}
	resource(t, c)
}

// The text of ask_question is what ask prints: a cell stands behind its headers.
func answersAsTyped(t *testing.T, c *mcp.ClientSession) {
	const question = "How tall is Skarn Point Light?"
	res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask_question", Arguments: map[string]any{"question": question, "most": 3}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := engine.Ask(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	record.NewAsked(&claims.Claim{Text: question}, a, 3).Print(&text.Text{W: &b}, a)
	if got := res.Content[0].(*mcp.TextContent).Text; got != b.String() || !strings.Contains(got, "] Tower height, Skarn Point Light: 34 m") {
		t.Errorf("got %q, want %q", got, b.String())
	}
}

// Evidence is a resource that can be read by its address.
func resource(t *testing.T, c *mcp.ClientSession) {
	res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "verify_claim", Arguments: map[string]any{"claim": carvel}})
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Chain struct {
			Evidence []struct{ URI, Text string }
		}
	}
	b, _ := json.Marshal(res.StructuredContent)
	if err := json.Unmarshal(b, &v); err != nil || len(v.Chain.Evidence) == 0 {
		t.Fatalf("%v: %s", err, b)
	}
	for _, e := range v.Chain.Evidence {
		read, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: e.URI})
		if err != nil || read.Contents[0].Text != e.Text {
			t.Errorf("%s: %v", e.URI, err)
		}
	}
	if _, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "bridgehop://element/Nowhere_sentence_1"}); err == nil {
		t.Error("a page that isn't there was read")
	}
}
