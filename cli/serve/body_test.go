package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

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
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "POST /api/v1/hop HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")
	if b, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(b), "HTTP/1.1 400") {
		t.Errorf("a malformed chunk: got %v, %.300s, want status 400", err, b)
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
