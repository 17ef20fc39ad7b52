// Package serve answers claims over HTTP: a page for people, an API for programs, and tools for agents, over one store
// and one engine.
package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"expvar"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/hop"
)

// Config is what a Server needs.
type Config struct {
	Engine  *bridgehop.Engine
	Search  *search.Index // of the engine's store; nil where there is none
	Cypher  querier       // runs the queries of agents; nil where they may run none
	Store   string        // as the command line names it
	Version string
	Token   string // who asks must show it; empty on loopback
	Log     *slog.Logger

	// Limits; zero values mean the defaults.
	Hops, Verdicts int           // requests that may wait or run at once: 128 for pages and chains, 32 for verdicts
	Time           time.Duration // of one request: two minutes
}

// querier is a store that answers queries in Cypher.
type querier interface {
	Cypher(ctx context.Context, query string, params map[string]any, write bool) iter.Seq2[graph.Record, error]
}

// farewell is how long a server that is to end still takes requests.
const farewell = 300 * time.Millisecond

// maxBody is how many bytes a request may have.
const maxBody = 64 << 10

// Server answers claims. It may serve many requests at once.
type Server struct {
	Config
	hops, verdicts *gate
	metrics        *metrics
	handler        http.Handler
	folder         os.FileInfo              // of the store when it was opened; nil if it is on a server
	damaged        atomic.Pointer[string]   // what the store is, once a request has found damage
	own            atomic.Pointer[[]string] // claims of the store's own; nil until they are chosen
	listed         atomic.Pointer[[]string] // titles; nil until they are read
	ready          atomic.Bool              // to take requests
}

// New returns a Server over an open engine, which the caller closes after it.
func New(c Config) *Server {
	s := &Server{Config: c, metrics: &metrics{}}
	s.metrics.AddFloat(panics, 0)
	if s.Log == nil {
		s.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	s.Hops, s.Verdicts, s.Time = cmp.Or(s.Hops, 128), cmp.Or(s.Verdicts, 32), cmp.Or(s.Time, 2*time.Minute)
	cores := runtime.GOMAXPROCS(0)
	s.hops, s.verdicts = newGate(2*cores, s.Hops), newGate(cores, s.Verdicts)
	mux, pages := http.NewServeMux(), http.NewServeMux()
	s.pages(pages)
	mux.Handle("/", gzhttp.GzipHandler(s.recovered(pages))) // a much-linked page's is large
	s.api(mux)
	tools := s.Tools()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return tools },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody}))
	s.health(mux)
	s.handler = s.guard(s.recovered(mux))
	s.folder, _ = os.Stat(s.Store) // nil for a store on a server
	s.ready.Store(true)
	return s
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers what comes over a listener until ctx ends; then it takes no more and finishes what runs.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	var fresh sync.Map // connections that have sent no request yet
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
		ConnState: func(c net.Conn, state http.ConnState) {
			if fresh.Delete(c); state == http.StateNew {
				fresh.Store(c, nil)
			}
		},
	}
	h.RegisterOnShutdown(func() { // Shutdown waits five seconds for a connection without a request
		fresh.Range(func(c, _ any) bool { _ = c.(net.Conn).SetReadDeadline(time.Now().Add(farewell)); return true })
	})
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.ready.Store(false)
	time.Sleep(farewell) // kept connections are closed by their next answer, not under a request
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*s.Time)
	defer cancel()
	if err := h.Shutdown(late); err != nil {
		return errors.Join(err, h.Close())
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// answer verifies a claim, explains the verdict if asked to, and counts what its stages took. The caller has passed the
// gate of verdicts.
func (s *Server) answer(ctx context.Context, claim string, explain bool,
	report func(hop.Stage)) (*bridgehop.Answer, *record.Blame, error) {
	a, err := s.Engine.Verify(ctx, claim, report)
	if err != nil {
		return nil, nil, err
	}
	for stage, long := range map[string]time.Duration{"seed": a.Found.Took.Seed, "hop": a.Found.Took.Hop,
		"verdict": a.Took} {
		s.metrics.took("bridgehop_stage_seconds", fmt.Sprintf("{stage=%q}", stage), long)
	}
	if !explain {
		return a, nil, nil
	}
	why, err := record.NewBlame(ctx, a)
	return a, why, err
}

// unready returns why requests should not come here; empty if they may.
func (s *Server) unready(ctx context.Context) string {
	if !s.ready.Load() {
		return "stopping"
	}
	if now, err := os.Stat(s.Store); s.folder != nil && (err != nil || !os.SameFile(s.folder, now)) {
		return "the folder " + s.Store +
			" was replaced or removed; start the server again to answer from what is there now"
	}
	if why := s.damaged.Load(); why != nil {
		return *why
	}
	if _, err := s.Engine.Store().Lookup(ctx, []string{"ready"}); err != nil {
		return remedied(err).Error()
	}
	return ""
}

// health tells who watches the server how it is.
func (s *Server) health(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if why := s.unready(r.Context()); why != "" {
			http.Error(w, why, http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ready\n")
	})
	mux.Handle("GET /metrics", s.metrics)
}

// metrics are what Prometheus reads at /metrics: values by name and labels, as they are printed.
type metrics struct{ expvar.Map }

const panics = "bridgehop_panics_total"

// took counts how long something took, under labels such as {stage="hop"}.
func (m *metrics) took(name, labels string, long time.Duration) {
	m.AddFloat(name+"_sum"+labels, long.Seconds())
	m.AddFloat(name+"_count"+labels, 1)
}

// request counts a request under the pattern that matched, so that no caller can make up names.
func (m *metrics) request(r *http.Request, code int, long time.Duration) {
	_, what, ok := strings.Cut(r.Pattern, " ")
	if !ok {
		what = "other"
	}
	m.AddFloat(fmt.Sprintf("bridgehop_requests_total{code=%q,what=%q}", fmt.Sprint(code), what), 1)
	m.took("bridgehop_request_seconds", fmt.Sprintf("{what=%q}", what), long)
}

// ServeHTTP prints the metrics in Prometheus's text format.
func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	var out bytes.Buffer // a client may take its time
	m.Do(func(series expvar.KeyValue) { fmt.Fprintf(&out, "%s %s\n", series.Key, series.Value) })
	_, _ = w.Write(out.Bytes())
}
