package serve_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bridgehop/bridgehop/cli/serve"
)

// What is not UTF-8 is refused with its place, and a body that is no body of HTTP is the client's fault.
func TestInputsAreChecked(t *testing.T) {
	s := start(t, serve.Config{})
	for _, test := range []struct{ path, body, want string }{
		{"hop", "{\"claim\":\n \"Caf\xe9 \u00e9\"}", "line 2, byte 6"},
		{"hop", "\xff", "line 1, byte 1"},
		{"page?title=Caf%e9", "", "parameter title is not UTF-8: line 1, byte 4"},
		{"verify/stages?claim=Caf%e9+is", "", "parameter claim"},
	} {
		code, out, _ := get(t, s.URL+"/api/v1/"+test.path)
		if test.body != "" {
			code, out, _ = post(t, s.URL+"/api/v1/"+test.path, test.body)
		}
		if code != 400 || !strings.Contains(out, test.want) {
			t.Errorf("%s %q: status %d, %s, want 400 and %q", test.path, test.body, code, out, test.want)
		}
	}
	for _, path := range []string{"hop", "verify/batch"} {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", path)
		if b, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(b), "HTTP/1.1 400") {
			t.Errorf("%s: a malformed chunk: got %v, %.300s, want status 400", path, err, b)
		}
		_ = c.Close()
	}
}

// A packed batch is bounded by what it is unpacked, is unpacked once, and is answered.
func TestPackedBatch(t *testing.T) {
	s := start(t, serve.Config{})
	pack := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, test := range map[string]struct {
		body, want string
		code       int
	}{
		"one claim":      {pack(batch(1)), `"predicted_label":"SUPPORTS"`, 200},
		"a mark":         {pack("\ufeff" + batch(1)), `"predicted_label":"SUPPORTS"`, 200},
		"a plain mark":   {"\ufeff" + batch(1), `"predicted_label":"SUPPORTS"`, 200},
		"large":          {pack(strings.Repeat(batch(1), 300_000)), "16777216", 413},
		"plain, large":   {strings.Repeat(" ", 17<<20), "16777216", 413},
		"packed twice":   {pack(pack(batch(1))), "not a file of claims", 400},
		"cut":            {pack(batch(9))[:40], "the body can't be read", 400},
		"packed by zstd": {"\x28\xb5\x2f\xfd" + batch(1), "not valid UTF-8", 200},
	} {
		code, out, _ := post(t, s.URL+"/api/v1/verify/batch", test.body, "Content-Type", "application/x-ndjson")
		if code != test.code || !strings.Contains(out, test.want) {
			t.Errorf("%s: status %d, %.300s, want %d and %q", name, code, out, test.code, test.want)
		}
	}
}

// Batches whose last byte is held back, or whose answers nobody reads, keep no claim waiting.
func TestStalledBatchesKeepNoPlace(t *testing.T) {
	s := start(t, serve.Config{Verdicts: 4, Time: 30 * time.Second})
	body := batch(10_000)
	stall := func(i int) {
		t.Helper()
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		held := i % 2 // of the body
		go fmt.Fprintf(c, "POST /api/v1/verify/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n%s",
			len(body), body[held:])
	}
	for i, code := 0, 0; code != http.StatusTooManyRequests; i++ { // until those that stall are inside
		stall(i)
		code, _, _ = post(t, s.URL+"/api/v1/verify/batch", batch(1), "Content-Type", "application/x-ndjson")
	}
	for range 3 {
		if code, out, _ := post(t, s.URL+"/api/v1/verify", asked); code != 200 {
			t.Errorf("a claim beside them: status %d, %.300s", code, out)
		}
	}
}

// A tool whose arguments are not UTF-8 answers with an error and their place, over HTTP and over standard input alike.
func TestArgumentsAreUTF8(t *testing.T) {
	const call = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "read_page", "arguments": {"title": "Caf` + "\xe9" + `"}}}` + "\n"
	const want = "the input is not UTF-8: line 1, byte 15"
	_, out, _ := post(t, start(t, serve.Config{}).URL+"/mcp", call, "Accept", "application/json, text/event-stream")
	if !strings.Contains(out, want) {
		t.Errorf("over HTTP: got %.500s, want %q", out, want)
	}
	const initialize = `{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}` +
		"\n" + `{"jsonrpc": "2.0", "method": "notifications/initialized"}` + "\n"
	tools := serve.New(serve.Config{Engine: engine, Store: "wiki.bridgehop"}).Tools()
	in, write := io.Pipe()
	reading, answers := io.Pipe()
	go func() { _, _ = io.WriteString(write, initialize+call) }()
	go func() { _ = tools.Run(t.Context(), &mcp.IOTransport{Reader: in, Writer: answers}) }()
	lines := bufio.NewScanner(reading)
	for lines.Scan() && !strings.Contains(lines.Text(), `"id":1`) {
	}
	if _ = write.Close(); !strings.Contains(lines.Text(), want) {
		t.Errorf("over standard input: got %.500s, want %q", lines.Text(), want)
	}
}
