package serve_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bridgehop/bridgehop/cli/serve"
)

func TestSearch(t *testing.T) {
	s := start(t, serve.Config{})
	plain := httptest.NewServer(serve.New(serve.Config{Engine: engine, Store: "wiki.bridgehop"}))
	t.Cleanup(plain.Close)
	for _, test := range []struct {
		root, query, want, not string
	}{
		{s.URL, `granite`, "The <mark>granite</mark> tower was designed by", "No page"},
		{s.URL, `granite`, `href="/browse?lit=sentence_2&amp;title=Skarn&#43;Point&#43;Light#sentence_2"`, ""},
		{s.URL, `+granite -title:skarn`, "<mark>granite</mark>", "Skarn Point Light"},
		{s.URL, `skarm`, "differ by one letter", ""},
		{s.URL, `xyzzy`, "No page matches", "article"},
		{s.URL, `"open`, "unterminated quote", "article"},
		{s.URL, `tower`, "More pages", ""},
		{s.URL, `script alert`, "&lt;<mark>script</mark>&gt;", "<script>alert"},
		{s.URL, `"><script>alert(1)</script>`, "&gt;&lt;script&gt;", "<script>alert"},
		{plain.URL, `granite tower`, "Skarn Point Light", "<mark>"},
		{plain.URL, `granite tower`, "no search index", "<mark>"},
	} {
		code, page, _ := get(t, test.root+"/search?q="+url.QueryEscape(test.query))
		if code != 200 || !strings.Contains(page, test.want) || test.not != "" && strings.Contains(page, test.not) {
			t.Errorf("%s: status %d, want %q and not %q:\n%s", test.query, code, test.want, test.not, page)
		}
	}
}

func TestSearchAPI(t *testing.T) {
	s := start(t, serve.Config{})
	code, out, _ := get(t, s.URL+"/api/v1/search?k=1&q="+url.QueryEscape(`+title:skarn "granite tower"`))
	for _, want := range []string{`"total":2`, `"title":"Skarn Point Light"`, `"id":"Skarn Point Light_sentence_2"`, `"matches":[[4,11],[12,17]]`} {
		if code != 200 || !strings.Contains(out, want) {
			t.Errorf("status %d, want %s in %s", code, want, out)
		}
	}
	plain := httptest.NewServer(serve.New(serve.Config{Engine: engine, Store: "wiki.bridgehop"}))
	t.Cleanup(plain.Close)
	for _, root := range []string{s.URL, plain.URL} {
		_, first, _ := get(t, root+"/api/v1/search?k=2&q=tower")
		_, second, _ := get(t, root+"/api/v1/search?k=2&q=tower&from=2")
		if second == first || !strings.Contains(second, `"title"`) {
			t.Errorf("%s, then %s", first, second)
		}
	}
}

// Every way in has the limits of a query, with a search index and without one.
func TestSearchLimits(t *testing.T) {
	bare := httptest.NewServer(serve.New(serve.Config{Engine: engine}))
	defer bare.Close()
	for _, server := range []*httptest.Server{start(t, serve.Config{}), bare} {
		long := strings.Repeat("(*", 1001)
		if code, body, _ := get(t, server.URL+"/api/v1/search?q="+url.QueryEscape(long)); code != 422 {
			t.Errorf("API: status %d: %s", code, body)
		}
		if _, page, _ := get(t, server.URL+"/search?q="+url.QueryEscape(long)); !strings.Contains(page, "more than 2000 characters") {
			t.Errorf("page: %s", page)
		}
		res, err := session(t, server.URL).CallTool(t.Context(), &mcp.CallToolParams{Name: "search_pages", Arguments: map[string]any{"query": long}})
		if err != nil || !res.IsError {
			t.Errorf("tool: %v, %v", res, err)
		}
	}
	s := start(t, serve.Config{})
	for _, query := range []string{"marrow^0", "marrow^NaN", "marrow^Inf", "marrow^9e307", strings.Repeat("*+", 900)} {
		if code, body, _ := get(t, s.URL+"/api/v1/search?q="+url.QueryEscape(query)); code != 422 {
			t.Errorf("%.20s: status %d: %s", query, code, body)
		}
	}
}
