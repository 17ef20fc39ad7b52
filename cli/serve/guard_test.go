package serve_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/bridgehop/bridgehop/cli/serve"
)

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
		{[]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		{[]string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors"}, 403},
		{[]string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "cors"}, 200},
		{[]string{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate"}, 200},
	} {
		for _, path := range []string{"/", "/mcp", "/api/v1/info"} {
			code, _, _ := get(t, s.URL+path, test.header...)
			if (test.want == 200) == (code == 421 || code == 403) || test.want != 200 && code != test.want {
				t.Errorf("%s with %v: status %d, want %d", path, test.header, code, test.want)
			}
		}
	}
}

// A page of another site may link to the first page, and to no other.
func TestLinksOfStrangers(t *testing.T) {
	s := start(t, serve.Config{})
	for path, want := range map[string]int{"/": 200, "/search?q=light": 403, "/verify?claim=x": 403, "/api/v1/info": 403} {
		if code, _, _ := get(t, s.URL+path, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"); code != want {
			t.Errorf("%s: status %d, want %d", path, code, want)
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
	if code, _, _ := get(t, s.URL+"/api/v1/info", "Authorization", "bearer secret"); code != 200 {
		t.Errorf("with the scheme in lower case: status %d", code)
	}
	if code, _, _ := get(t, s.URL+"/api/v1/info", "Authorization", "secret"); code != 401 {
		t.Errorf("without a scheme: status %d", code)
	}
	code, page, h := get(t, s.URL+"/", "Accept", "text/html")
	if code != 401 || h.Get("WWW-Authenticate") != "Bearer" || !strings.Contains(page, "proxy") || strings.Contains(page, "wiki.bridgehop") {
		t.Errorf("a browser: status %d, %v, %s", code, h, page)
	}
	if code, _, _ := get(t, s.URL+"/healthz"); code != 200 {
		t.Errorf("a watcher: status %d", code)
	}
}

// A proxy that asks people for a password and sends the token for them, as docs/howto.md configures one, serves the page.
func TestBehindProxy(t *testing.T) {
	s := start(t, serve.Config{Token: "secret"})
	target, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer secret")
	}})
	defer proxy.Close()
	for _, path := range []string{"/", "/app.css", "/search?q=granite", "/api/v1/page?title=Vellmark"} {
		code, _, _ := get(t, proxy.URL+path, "Host", "wiki.example", "Origin", "https://wiki.example", "Authorization", "Basic YWRhOmFkYQ==")
		if code != 200 {
			t.Errorf("%s: status %d", path, code)
		}
	}
	if code, _, _ := get(t, proxy.URL+"/", "Host", "wiki.example", "Origin", "https://evil.example"); code != 403 {
		t.Errorf("of another site: status %d", code)
	}
}

// Over the limit requests are refused for a while; within it none is.
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
