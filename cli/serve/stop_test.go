package serve_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/cli/serve"
)

// stopped is a server that a test stops.
type stopped struct {
	address string
	stop    context.CancelFunc
	ended   chan error
}

func stoppable(t *testing.T, c serve.Config) *stopped {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.Engine, c.Search, c.Store = quick(t), index, "wiki.bridgehop"
	ctx, stop := context.WithCancel(t.Context())
	s := &stopped{l.Addr().String(), stop, make(chan error, 1)}
	server := serve.New(c)
	go func() { s.ended <- server.Serve(ctx, l) }()
	return s
}

// end waits for the end. With cut, connections may have to be cut to get there.
func (s *stopped) end(t *testing.T, cut bool) {
	t.Helper()
	select {
	case err := <-s.ended:
		if err != nil && !(cut && errors.Is(err, context.DeadlineExceeded)) {
			t.Error(err)
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("it didn't stop")
	}
	if c, err := net.Dial("tcp", s.address); err == nil {
		_ = c.Close()
		t.Error("it still takes connections")
	}
}

// A server that is stopped finishes what runs, of every kind, and waits for no connection that asks nothing.
func TestStopFinishes(t *testing.T) {
	s := stoppable(t, serve.Config{})
	silent, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	var sent, answered sync.WaitGroup
	ask := func(path, kind, body string, whole func(answer string) bool) {
		sent.Add(1)
		answered.Go(func() {
			method := http.MethodGet
			if body != "" {
				method = http.MethodPost
			}
			ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { sent.Done() }})
			req, err := http.NewRequestWithContext(ctx, method, "http://"+s.address+path, strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Content-Type", kind)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return
			}
			defer res.Body.Close()
			if b, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusOK || !whole(string(b)) {
				t.Errorf("%s: status %d, %v, cut off: %.200s", path, res.StatusCode, err, b)
			}
		})
	}
	ends := func(with string) func(string) bool {
		return func(answer string) bool { return strings.HasSuffix(strings.TrimSpace(answer), with) }
	}
	claim := "claim=" + url.QueryEscape(carvel)
	for range 4 {
		ask("/verify?explain=1&"+claim, "", "", ends("</html>"))
		ask("/api/v1/hop", "application/json", asked, ends("}"))
		ask("/api/v1/verify", "application/json", asked, ends("}"))
		ask("/api/v1/verify/stages?"+claim, "", "", func(answer string) bool { return strings.Contains(answer, "event: verdict") })
	}
	sent.Wait()
	s.stop()
	s.end(t, false)
	answered.Wait()
}

// A client that takes no answer holds up the end for no longer than it may.
func TestStopLeavesWhoDoesNotRead(t *testing.T) {
	s := stoppable(t, serve.Config{Time: time.Second})
	c, err := net.Dial("tcp", s.address)
	if err == nil {
		err = c.(*net.TCPConn).SetReadBuffer(1 << 10)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 200 { // whose answers fill what is kept for a connection
		if _, err := fmt.Fprint(c, "GET /browse?title=Vellmark HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(100 * time.Millisecond) // the first are being answered
	s.stop()
	s.end(t, true)
}

// The connection of a long answer is not used again: the server may have been stopped since the answer began.
func TestLongAnswersCloseConnections(t *testing.T) {
	s := start(t, serve.Config{})
	stages, err := http.Get(s.URL + "/api/v1/verify/stages?claim=" + url.QueryEscape(carvel))
	if err != nil {
		t.Fatal(err)
	}
	defer stages.Body.Close()
	if !stages.Close {
		t.Error("the connection is kept")
	}
}
