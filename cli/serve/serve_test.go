package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/testdata/wiki"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	carvel = "The engineer who designed Skarn Point Light was born in Saint-Évrard."
	evil   = `<script>alert(1)</script>`
)

// engine is open on the shipped wiki and one page made of markup.
var engine *bridgehop.Engine

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "bridgehop-serve-")
	if err == nil {
		engine, err = open(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if _, err := onnx.FindLibrary(); err != nil && os.Getenv("CI") == "" {
		fmt.Fprintln(os.Stderr, "no ONNX Runtime, so no verdicts: `bridgehop setup` fetches it")
		if err := flag.Set("test.skip", "Verif|Browser|Agents|Stages|Stop"); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	_ = engine.Close()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func open(dir string) (*bridgehop.Engine, error) {
	for _, name := range []string{wiki.Pages, wiki.Redirects} {
		b, err := wiki.Files.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	sources, err := loader.Open([]string{filepath.Join(dir, wiki.Pages)}, loader.Input{Format: loader.FEVEROUS, Redirects: filepath.Join(dir, wiki.Redirects)})
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "wiki.bridgehop")
	s, err := pebble.Create(path, nil)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	_, err = loader.Load(ctx, s, sources, loader.Options{})
	if err == nil {
		_, err = s.Put(ctx, &graph.Batch{Load: "evil", Pages: []*graph.Page{evilPage()}})
	}
	if err == nil {
		err = s.Finish(ctx)
	}
	if err == nil {
		err = text.Build(ctx, filepath.Join(path, "text"), s, text.Options{})
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return bridgehop.Open(ctx, path, bridgehop.WithDevice("cpu"))
}

// evilPage is made of what must not reach a browser as it is.
func evilPage() *graph.Page {
	link := graph.Hyperlink{Anchor: `"onmouseover="alert(2)`, Target: "javascript:alert(3)"}
	return &graph.Page{Title: evil, Sentences: []graph.Sentence{{Text: evil + ` was built in 1850 "onmouseover="alert(2) </svg><svg onload=alert(4)>.`, Links: []graph.Hyperlink{link}}},
		Tables: []graph.Table{{Caption: evil, Rows: [][]graph.Cell{{{Text: evil, RowSpan: 1, ColumnSpan: 1 << 30, Links: []graph.Hyperlink{link}}}}}}}
}

// start serves until the test ends.
func start(t *testing.T, c serve.Config) *httptest.Server {
	t.Helper()
	c.Engine, c.Store, c.Version = engine, "wiki.bridgehop", "test"
	s := httptest.NewServer(serve.New(c))
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, address string, header ...string) (int, string, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return send(t, req, header...)
}

func post(t *testing.T, address, body string, header ...string) (int, string, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return send(t, req, append([]string{"Content-Type", "application/json"}, header...)...)
}

func send(t *testing.T, req *http.Request, header ...string) (int, string, http.Header) {
	t.Helper()
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
		req.Header.Set(header[i], header[i+1])
	}
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b), res.Header
}

func TestVerifyPage(t *testing.T) {
	s := start(t, serve.Config{})
	code, page, header := get(t, s.URL+"/verify?claim="+url.QueryEscape(carvel))
	if code != 200 || !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Fatalf("status %d, headers %v", code, header)
	}
	for _, want := range []string{"SUPPORTS", "<svg", "bridge entity", "Étienne Carvel", "<mark>", "MATCH (p0:Page {title:", "bridgehop verify --store wiki.bridgehop &#39;The engineer"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if stages, verdict := strings.Index(page, "Seeds:"), strings.Index(page, `class="verdict`); stages < 0 || verdict < stages {
		t.Errorf("seeds at %d, the verdict at %d", stages, verdict)
	}
}

func TestVerifyCalculates(t *testing.T) {
	s := start(t, serve.Config{})
	_, page, _ := get(t, s.URL+"/verify?claim="+url.QueryEscape("Étienne Carvel was born before Maud Carvel."))
	if !strings.Contains(page, "the claim says before: SUPPORTS") {
		t.Errorf("no calculation on the page")
	}
}

func TestVerifyExplains(t *testing.T) {
	s := start(t, serve.Config{})
	_, page, _ := get(t, s.URL+"/verify?explain=1&claim="+url.QueryEscape(carvel))
	if !strings.Contains(page, "What each page was worth") || !strings.Contains(page, "without it:") {
		t.Error("no explanation")
	}
}

// Whatever a page, a claim or a title is made of, the browser gets text.
func TestMarkupIsEscaped(t *testing.T) {
	s := start(t, serve.Config{})
	for _, path := range []string{"/browse?title=" + url.QueryEscape(evil), "/verify?claim=" + url.QueryEscape(evil+" was built in 1850."), "/paths?from=" + url.QueryEscape(evil) + "&to=" + url.QueryEscape(evil),
		"/shapes?claim=" + url.QueryEscape(evil+" was built in 1850."), "/browse?title=x&lit=" + url.QueryEscape(`"><script>`)} {
		_, page, _ := get(t, s.URL+path)
		for _, bad := range []string{"<script>alert", "<svg onload", `"onmouseover="alert`, `href="javascript:`} {
			if strings.Contains(page, bad) {
				t.Errorf("%s holds %s", path, bad)
			}
		}
	}
}

func TestBrowse(t *testing.T) {
	s := start(t, serve.Config{})
	_, page, _ := get(t, s.URL+"/browse?title=Skarn+Point+Light&lit=sentence_2,cell_0_2_1")
	for _, want := range []string{`<span id="sentence_2" class="lit"><mark>`, `id="cell_0_2_1" class="lit"`, `<a href="/browse?title=%C3%89tienne`, "Linked from"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if _, page, _ := get(t, s.URL+"/browse?title=No+such+page"); !strings.Contains(page, "There is no such page") {
		t.Error("nothing said of a title that no page has")
	}
}

func TestPathsAndShapes(t *testing.T) {
	s := start(t, serve.Config{})
	if _, page, _ := get(t, s.URL+"/paths?from="+url.QueryEscape("Étienne Carvel")+"&to=Vellmark"); strings.Count(page, "<svg") != 5 {
		t.Errorf("%d paths drawn, want 5", strings.Count(page, "<svg"))
	}
	if _, page, _ := get(t, s.URL+"/shapes"); strings.Count(page, "<svg") != 4 {
		t.Errorf("%d shapes drawn, want 4", strings.Count(page, "<svg"))
	}
	if _, page, _ := get(t, s.URL+"/shapes?claim="+url.QueryEscape(carvel)); !strings.Contains(page, "score ") {
		t.Error("no chain of any shape")
	}
}

func TestStrangersAreRefused(t *testing.T) {
	s := start(t, serve.Config{})
	for _, test := range []struct {
		header []string
		want   int
	}{
		{nil, 200},
		{[]string{"Host", "localhost:80"}, 200},
		{[]string{"Host", "[::1]:8080"}, 200},
		{[]string{"Host", "evil.example"}, 421},
		{[]string{"Host", "127.0.0.1.evil.example:80"}, 421},
		{[]string{"Origin", "https://evil.example"}, 403},
		{[]string{"Origin", "null"}, 403},
		{[]string{"Origin", s.URL}, 200},
	} {
		for _, path := range []string{"/", "/mcp", "/api/v1/info"} {
			code, _, _ := get(t, s.URL+path, test.header...)
			if (test.want == 200) == (code == 421 || code == 403) || test.want != 200 && code != test.want {
				t.Errorf("%s with %v: status %d, want %d", path, test.header, code, test.want)
			}
		}
	}
}

func TestToken(t *testing.T) {
	s := start(t, serve.Config{Token: "secret"})
	if code, _, _ := get(t, s.URL+"/api/v1/info"); code != 401 {
		t.Errorf("without the token: status %d", code)
	}
	if code, _, _ := get(t, s.URL+"/api/v1/info", "Authorization", "Bearer wrong"); code != 401 {
		t.Errorf("with a wrong one: status %d", code)
	}
	if code, _, _ := get(t, s.URL+"/api/v1/info", "Authorization", "Bearer secret", "Host", "any.example"); code != 200 {
		t.Errorf("with it: status %d", code)
	}
	if code, _, h := get(t, s.URL+"/", "Accept", "text/html"); code != 303 || h.Get("Location") != "/login" {
		t.Errorf("a person: status %d to %s", code, h.Get("Location"))
	}
	code, _, h := post(t, s.URL+"/login", "token=secret", "Content-Type", "application/x-www-form-urlencoded")
	if code != 303 || !strings.Contains(h.Get("Set-Cookie"), "HttpOnly; SameSite=Strict") {
		t.Fatalf("signing in: status %d, cookie %s", code, h.Get("Set-Cookie"))
	}
	if code, _, _ := get(t, s.URL+"/", "Cookie", strings.Split(h.Get("Set-Cookie"), ";")[0]); code != 200 {
		t.Errorf("signed in: status %d", code)
	}
	if code, page, _ := post(t, s.URL+"/login", "token=wrong", "Content-Type", "application/x-www-form-urlencoded"); code != 401 || !strings.Contains(page, "not the token") {
		t.Errorf("with a wrong token: status %d", code)
	}
}

func TestVerifyAPI(t *testing.T) {
	s := start(t, serve.Config{})
	body, _ := json.Marshal(map[string]any{"claim": carvel, "explain": true})
	code, out, h := post(t, s.URL+"/api/v1/verify", string(body))
	var v struct {
		Label    string `json:"predicted_label"`
		Evidence []struct{ ID, Text string }
		Explain  *struct{ Pages []any }
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != 200 || v.Label != "SUPPORTS" || len(v.Evidence) == 0 || v.Explain == nil || h.Get("X-Request-Id") == "" {
		t.Errorf("status %d, %v: %.300s", code, err, out)
	}
}

func TestAPIErrors(t *testing.T) {
	s := start(t, serve.Config{})
	for _, test := range []struct {
		path, body string
		want       int
	}{
		{"hop", `{"claim": ""}`, 422},
		{"hop", `{"claim": " "}`, 400},
		{"hop", `{"claim": "` + strings.Repeat("a ", 1500) + `"}`, 422},
		{"hop", `{`, 400},
		{"hop", `{"claim": "` + strings.Repeat("a", 70<<10) + `"}`, 413},
		{"page?title=No+such+page", "", 404},
		{"paths?from=Vellmark&to=No+such+page", "", 404},
		{"search?q=%3F", "", 400},
		{"search?q=granite+tower&k=0", "", 422},
	} {
		code, out, h := get(t, s.URL+"/api/v1/"+test.path)
		if test.body != "" {
			code, out, h = post(t, s.URL+"/api/v1/"+test.path, test.body)
		}
		if code != test.want || h.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.40s: status %d, want %d; %s: %.200s", test.path, test.body, code, test.want, h.Get("Content-Type"), out)
		}
	}
}

func TestVerifyBatch(t *testing.T) {
	s := start(t, serve.Config{})
	in := `{"id": 7, "claim": "` + carvel + `"}` + "\nnot json\n" + `{"id": "b", "claim": "What is a lighthouse?"}` + "\n"
	code, out, _ := post(t, s.URL+"/api/v1/verify/batch", in, "Content-Type", "application/x-ndjson")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 200 || len(lines) != 3 || !strings.Contains(lines[0], `"id":7`) || !strings.Contains(lines[0], "SUPPORTS") || !strings.Contains(lines[1], "request:2") || !strings.Contains(lines[2], "question") {
		t.Errorf("status %d:\n%s", code, out)
	}
}

func TestStages(t *testing.T) {
	s := start(t, serve.Config{})
	res, err := http.Get(s.URL + "/api/v1/verify/stages?claim=" + url.QueryEscape(carvel))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var events []string
	for l := bufio.NewScanner(res.Body); l.Scan(); {
		if name, ok := strings.CutPrefix(l.Text(), "event: "); ok {
			events = append(events, name)
		}
	}
	if got := strings.Join(events, " "); got != "stage stage stage stage verdict" {
		t.Errorf("events %q", got)
	}
}

// Over the limit requests are told to come again; within it none is.
func TestLimits(t *testing.T) {
	s := start(t, serve.Config{Hops: 8})
	ask := func(n int) map[int]int {
		var mu sync.Mutex
		codes := map[int]int{}
		var all sync.WaitGroup
		for range n {
			all.Go(func() {
				res, err := http.Post(s.URL+"/api/v1/hop", "application/json", strings.NewReader(`{"claim": "`+carvel+`"}`))
				if err != nil {
					t.Error(err)
					return
				}
				res.Body.Close()
				if res.StatusCode == http.StatusTooManyRequests && res.Header.Get("Retry-After") == "" {
					t.Error("429 without Retry-After")
				}
				mu.Lock()
				defer mu.Unlock()
				codes[res.StatusCode]++
			})
		}
		all.Wait()
		return codes
	}
	if codes := ask(8); codes[200] != 8 {
		t.Errorf("within the limit: %v", codes)
	}
	if codes := ask(200); codes[200]+codes[429] != 200 || codes[429] == 0 {
		t.Errorf("over it: %v", codes)
	}
}

// A server that is told to stop finishes what runs.
func TestStopFinishes(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := serve.New(serve.Config{Engine: engine, Store: "wiki.bridgehop"})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	res, err := http.Get("http://" + l.Addr().String() + "/verify?explain=1&claim=" + url.QueryEscape(carvel))
	if err != nil {
		t.Fatal(err)
	}
	stop()
	page, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(page)), "</html>") {
		t.Errorf("the answer was cut off: %v", err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it didn't stop")
	}
}

func TestHealth(t *testing.T) {
	s := start(t, serve.Config{})
	get(t, s.URL+"/browse")
	for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/metrics": `bridgehop_requests_total{code="200",what="/browse"} 1`, "/openapi.json": `"/api/v1/verify"`, "/docs": "/api/v1/verify/batch"} {
		if code, out, _ := get(t, s.URL+path); code != 200 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %.200s", path, code, out)
		}
	}
}
