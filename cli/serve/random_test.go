package serve_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/cli/serve"
)

// Requests made at random are answered without a panic and without a status of 500 or above. BRIDGEHOP_FUZZ=10m makes them for so long.
func TestRandomRequestsVerified(t *testing.T) {
	long, most := 2*time.Second, 400
	if s := os.Getenv("BRIDGEHOP_FUZZ"); s != "" {
		var err error
		if long, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
		most = 1 << 30
	}
	s := serve.New(serve.Config{Engine: engine, Search: index, Store: "wiki.bridgehop"})
	seed := uint64(time.Now().UnixNano())
	r := &requests{rand.New(rand.NewPCG(seed, 0))}
	codes, done := map[int]int{}, 0
	for end := time.Now().Add(long); done < most && time.Now().Before(end); done++ {
		req, what := r.next()
		out := httptest.NewRecorder()
		s.ServeHTTP(out, req.WithContext(t.Context()))
		codes[out.Code]++
		if out.Code >= 500 {
			t.Errorf("seed %d: %s: status %d: %.300s", seed, what, out.Code, out.Body)
		}
	}
	t.Logf("seed %d: %d requests, by status: %v", seed, done, codes)
}

type requests struct{ *rand.Rand }

func pick[T any](r *requests, of ...T) T { return of[r.IntN(len(of))] }

// text is words of the wiki, marks of query languages and bytes of all kinds.
func (r *requests) text() string {
	var b strings.Builder
	for range r.IntN(8) {
		b.WriteString(pick(r, "Skarn Point Light", "Étienne Carvel", "Vellmark", "granite", "the", "1871", "3,114 m", "born before", "?", "*", "~", "~2", "^", "+", "-", `"`, "/", "(", "a|b", ":",
			"title:", "table:", ">", "<script>", "\\", "'", "\x00", "\xff", "\u202e", "𝔘", "%", "&", "=", "\n", "{", "[", "null", strings.Repeat("a", r.IntN(300)), strings.Repeat("Marrow ", r.IntN(20_000)>>r.IntN(15)), string(rune(r.IntN(0x11_0000)))))
		if r.IntN(2) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func (r *requests) number() string {
	return pick(r, "0", "1", "3", "-1", "100", "99999999999999999999", "1e3", "NaN", "", "x", "0x1")
}

func (r *requests) next() (*http.Request, string) {
	q := url.Values{}
	for _, name := range []string{"claim", "title", "from", "to", "q", "k", "max_hops", "lit", "explain"} {
		switch r.IntN(3) {
		case 0:
			q.Set(name, r.text())
		case 1:
			q.Set(name, r.number())
		}
	}
	path := pick(r, "/", "/verify", "/search", "/browse", "/random", "/paths", "/shapes", "/docs", "/openapi.json", "/metrics", "/mcp", "/../../etc/passwd", "/api/v1/"+url.PathEscape(r.text()),
		"/api/v1/verify", "/api/v1/hop", "/api/v1/page", "/api/v1/paths", "/api/v1/search", "/api/v1/search", "/api/v1/info", "/api/v1/verify/stages")
	method := pick(r, "GET", "GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS")
	body := r.body()
	req := httptest.NewRequest(method, path+"?"+q.Encode(), strings.NewReader(body))
	req.Host = "localhost"
	req.Header.Set("Content-Type", pick(r, "application/json", "application/json", "application/x-ndjson", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"))
	req.Header.Set("Accept", pick(r, "*/*", "application/json", "text/event-stream", "application/json, text/event-stream", "x"))
	return req, method + " " + req.URL.String() + " " + body
}

func (r *requests) body() string {
	value := pick[any](r, r.text(), nil, 7, true, []string{r.text()}, map[string]any{"a": r.text()})
	b, err := json.Marshal(map[string]any{"claim": value, pick(r, "explain", "id", "x"): pick[any](r, true, 1, r.text())})
	if err != nil {
		return err.Error()
	}
	rpc, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{
		"name":      pick(r, "verify_claim", "find_chains", "search_pages", "read_page", "link_paths", "read_cypher", "x"),
		"arguments": map[string]any{pick(r, "claim", "query", "title", "from"): value, "to": r.text(), "most": pick(r, -1, 0, 2, 1<<30)}}})
	return pick(r, string(b), string(b), string(b)+"\n"+string(b), string(b[:r.IntN(len(b))]), r.text(), string(rpc), "")
}
