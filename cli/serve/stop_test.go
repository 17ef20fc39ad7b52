package serve_test

import (
	"bufio"
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
	c.Engine, c.Search, c.Store = engine, index, "wiki.bridgehop"
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

// batch is n claims.
func batch(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id": %d, "claim": "%s"}`+"\n", i, carvel)
	}
	return b.String()
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
		ask("/api/v1/verify/batch", "application/x-ndjson", batch(10), func(answer string) bool { return strings.Count(answer, `"predicted_label":"SUPPORTS"`) == 10 })
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
	body := batch(100_000)
	if _, err := fmt.Fprintf(c, "POST /api/v1/verify/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
	s.stop()
	s.end(t, true)
}

// Of a batch that takes longer than a server may wait, each claim that is left is answered by an error.
func TestStopEndsLongBatch(t *testing.T) {
	s := stoppable(t, serve.Config{Time: 2 * time.Second})
	const n = 5000
	res, err := http.Post("http://"+s.address+"/api/v1/verify/batch", "application/x-ndjson", strings.NewReader(batch(n)))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines, left := 0, 0
	for l := bufio.NewScanner(res.Body); l.Scan(); lines++ {
		s.stop()
		if !strings.HasPrefix(l.Text(), fmt.Sprintf(`{"id":%d,`, lines)) {
			t.Fatalf("line %d is %.200s", lines, l.Text())
		}
		if strings.Contains(l.Text(), "send this claim again") {
			left++
		}
	}
	if lines != n || left == 0 || left == n {
		t.Errorf("%d lines, %d of them for claims that are left, want %d and some", lines, left, n)
	}
	s.end(t, false)
}

// The connection of a long answer is not used again: the server may have been stopped since the answer began.
func TestLongAnswersCloseConnections(t *testing.T) {
	s := start(t, serve.Config{})
	batch, err := http.Post(s.URL+"/api/v1/verify/batch", "application/x-ndjson", strings.NewReader(batch(1)))
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Body.Close()
	stages, err := http.Get(s.URL + "/api/v1/verify/stages?claim=" + url.QueryEscape(carvel))
	if err != nil {
		t.Fatal(err)
	}
	defer stages.Body.Close()
	if !batch.Close || !stages.Close {
		t.Errorf("batch closes: %v, stages: %v, want both", batch.Close, stages.Close)
	}
}
