package serve_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/testdata/wiki"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const (
	carvel = "The engineer who designed Skarn Point Light was born in Saint-Évrard."
	evil   = `<script>alert(1)</script>`
)

// engine is open on the shipped wiki and one page made of markup, and index on its search index; both are in folder.
var (
	folder string
	engine *bridgehop.Engine
	index  *search.Index
)

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "bridgehop-serve-")
	if folder = dir; err == nil {
		engine, err = open(dir)
	}
	if err == nil {
		index, err = search.Open(context.Background(), filepath.Join(dir, "search"), engine.Store())
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
	_ = errors.Join(index.Close(), engine.Close())
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
	sources, err := loader.Open([]string{filepath.Join(dir, wiki.Pages)}, loader.Input{Format: "feverous", Redirects: filepath.Join(dir, wiki.Redirects)})
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "wiki.bridgehop")
	s, err := pebble.Create(path)
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
	if err == nil {
		err = search.Build(ctx, filepath.Join(dir, "search"), s, nil)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return bridgehop.Open(ctx, path, bridgehop.Options{Device: "cpu"})
}

// evilPage is made of what must not reach a browser as it is.
func evilPage() *graph.Page {
	link := graph.Hyperlink{Anchor: `"onmouseover="alert(2)`, Target: "javascript:alert(3)"}
	return &graph.Page{Title: evil, Sentences: []graph.Sentence{{Text: evil + ` was built in 1850 "onmouseover="alert(2) </svg><svg onload=alert(4)>.`, Links: []graph.Hyperlink{link}}},
		Tables: []graph.Table{{Caption: evil, Rows: [][]graph.Cell{{{Text: evil, RowSpan: 1, ColumnSpan: 1 << 30, Links: []graph.Hyperlink{link}}}}}}}
}

// quick returns an engine for tests that aren't about verdicts: its model opens at once, and knows no word.
func quick(t *testing.T) *bridgehop.Engine {
	t.Helper()
	tiny := filepath.Join("..", "..", "verify", "onnx", "testdata", "tiny")
	e, err := bridgehop.Open(t.Context(), filepath.Join(folder, "wiki.bridgehop"), bridgehop.Options{Device: "cpu", Model: tiny})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// start serves until the test ends, by engine unless c names another.
func start(t *testing.T, c serve.Config) *httptest.Server {
	t.Helper()
	if c.Engine == nil {
		c.Engine = engine
	}
	c.Search, c.Store, c.Version = index, "wiki.bridgehop", "test"
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

// A question is answered. A fragment has no probabilities that mean anything.
func TestVerifyQuestion(t *testing.T) {
	s := start(t, serve.Config{})
	_, page, _ := get(t, s.URL+"/verify?claim="+url.QueryEscape("Where was the engineer who designed Skarn Point Light born?"))
	for _, want := range []string{`<span class="label">Saint-Évrard</span>`, "bridgehop ask --store wiki.bridgehop &#39;Where was", "<svg", "<mark>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s for a question: %s", want, page)
		}
	}
	if _, page, _ = get(t, s.URL+"/verify?claim="+url.QueryEscape("Xyzzy plugh?")); !strings.Contains(page, `<span class="label">no answer</span>`) {
		t.Errorf("a question of no known word: %s", page)
	}
	_, page, _ = get(t, s.URL+"/verify?claim="+url.QueryEscape("The engineer of Skarn Point Light"))
	if !strings.Contains(page, "This is not a statement") || strings.Contains(page, "<meter") {
		t.Errorf("a fragment is shown as a claim: %s", page)
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
		"/browse?title=x&lit=" + url.QueryEscape(`"><script>`)} {
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
	if _, page, _ := get(t, s.URL+"/paths?from="+url.QueryEscape("Étienne Carvel")+"&to=Vellmark"); strings.Count(page, `<div class="drawing"`) != 5 {
		t.Errorf("%d paths drawn, want 5", strings.Count(page, `<div class="drawing"`))
	}
	if _, page, _ := get(t, s.URL+"/shapes"); strings.Count(page, "<svg") != 4 {
		t.Errorf("%d shapes drawn, want 4", strings.Count(page, "<svg"))
	}
}

// The first page offers claims, and pages are compressed for who takes that.
func TestHome(t *testing.T) {
	s := start(t, serve.Config{})
	if _, page, _ := get(t, s.URL+"/verify?claim=+"); strings.Contains(page, "How it was found") || !strings.Contains(page, "Or pick one") {
		t.Errorf("an empty claim was verified: %s", page)
	}
	if _, page, _ := get(t, s.URL); strings.Count(page, `<li><a href="/verify?claim=`) != 3 {
		t.Errorf("there are not three claims of the store's own: %s", page)
	}
	_, page, header := get(t, s.URL+"/browse?title=Vellmark", "Accept-Encoding", "gzip")
	if header.Get("Content-Encoding") != "gzip" || strings.Contains(page, "Vellmark") {
		t.Errorf("not compressed: %v", header)
	}
}

// The claims of the store's own describe pages instead of naming them, and the best chain has more than one page.
func TestExamplesNeedPages(t *testing.T) {
	_, page, _ := get(t, start(t, serve.Config{}).URL)
	several := 0
	for _, m := range regexp.MustCompile(`<li><a href="/verify[^"]*">([^<]*)</a>`).FindAllStringSubmatch(page, -1) {
		claim := html.UnescapeString(m[1])
		found, err := engine.Chains(t.Context(), claim)
		if err != nil || len(found.Chains) == 0 {
			t.Fatalf("%s: %v", claim, err)
		}
		t.Logf("%s: %v pages", claim, len(found.Chains[0].Steps))
		if len(found.Chains[0].Steps) > 1 {
			several++
		}
	}
	if several < 3 {
		t.Errorf("%d claims of several pages, want 3", several)
	}
}

// Pages are listed by letter, without accents, and one is opened by chance.
func TestTitlesByLetter(t *testing.T) {
	s := start(t, serve.Config{})
	if _, page, _ := get(t, s.URL+"/browse"); !strings.Contains(page, `<a href="/browse?letter=E">E</a>`) || !strings.Contains(page, `href="/browse?letter=%23"`) {
		t.Errorf("no letters: %s", page)
	}
	_, page, _ := get(t, s.URL+"/browse?letter=E")
	if !strings.Contains(page, ">Étienne Carvel</a>") || strings.Contains(page, ">Vellmark</a>") {
		t.Errorf("titles under E: %s", page)
	}
	if _, page, _ := get(t, s.URL+"/browse?letter=E&from=-1"); !strings.Contains(page, ">Étienne Carvel</a>") {
		t.Errorf("titles under E from -1: %s", page)
	}
	code, _, header := get(t, s.URL+"/random")
	if code, _, _ := get(t, s.URL+header.Get("Location")); code != 200 || !strings.HasPrefix(header.Get("Location"), "/browse?title=") {
		t.Errorf("a page of chance: %v, then status %d", header, code)
	}
	if code != 303 {
		t.Errorf("a page of chance: status %d", code)
	}
}

// The bridge page is marked where its evidence stands, and all pages of a stage can be seen.
func TestBridgeIsMarked(t *testing.T) {
	s := start(t, serve.Config{})
	_, page, _ := get(t, s.URL+"/verify?claim="+url.QueryEscape(carvel))
	if !regexp.MustCompile(`>Étienne Carvel</a> <span class="soft bridgenote">`).MatchString(page) || strings.Count(page, "bridgenote") != 1 {
		t.Errorf("the bridge page is not marked, or others are: %s", page)
	}
	if !regexp.MustCompile(`<summary>and \d+ more</summary>\s*<span class="titles"><a href="/browse`).MatchString(page) {
		t.Error("the other pages of a stage can't be seen")
	}
}

// The page shows the other chains, and how their pages were reached.
func TestOtherChains(t *testing.T) {
	s := start(t, serve.Config{})
	_, page, _ := get(t, s.URL+"/verify?claim="+url.QueryEscape(carvel))
	for _, want := range []string{"the verdict rests on it", "<li>Skarn Point Light: seed; named by", "hop --explain"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestHealth(t *testing.T) {
	s := start(t, serve.Config{})
	get(t, s.URL+"/browse")
	for path, want := range map[string]string{"/healthz": "ok", "/readyz": "ready", "/metrics": `bridgehop_requests_total{code="200",what="/browse"} 1`, "/openapi.json": `"/api/v1/verify"`, "/docs": "/api/v1/verify/stages"} {
		if code, out, _ := get(t, s.URL+path); code != 200 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %.200s", path, code, out)
		}
	}
}

// An address that the server doesn't have is answered in the frame of its pages, and under /api as the API answers.
func TestNotFound(t *testing.T) {
	s := start(t, serve.Config{})
	code, page, header := get(t, s.URL+"/nowhere<b>")
	if code != 404 || !strings.Contains(page, `<nav aria-label="Main">`) || !strings.Contains(page, "/nowhere&lt;b&gt;") {
		t.Errorf("/nowhere: got %d, %v, %s", code, header, page)
	}
	code, page, header = get(t, s.URL+"/api/v1/nowhere")
	var problem struct{ Status int }
	if err := json.Unmarshal([]byte(page), &problem); err != nil || code != 404 || problem.Status != 404 ||
		header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("/api/v1/nowhere: got %d, %v, %s, %v", code, header, page, err)
	}
}
