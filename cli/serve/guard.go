package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// policy lets a page load its own style sheet, script and pictures, and nothing else from anywhere.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard checks who asks before anything is done, bounds the request's time, and names it in the log and in the answer.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()[:16]
		h := w.Header()
		h.Set("X-Request-Id", id)
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		if !s.ready.Load() || r.URL.Path == stagesPath { // stages take long: the server may be stopping since
			h.Set("Connection", "close")
		}
		start := time.Now()
		out := &recorder{ResponseWriter: w}
		defer func() {
			out.code = cmp.Or(out.code, http.StatusOK)
			s.metrics.request(r, out.code, time.Since(start))
			s.Log.Info("request", "id", id, "method", r.Method, "path", r.URL.Path, "code", out.code, "took",
				time.Since(start).Round(time.Microsecond))
		}()
		switch {
		case !s.knowsHost(r.Host):
			http.Error(out, "this server is for localhost, 127.0.0.1 and [::1] only", http.StatusMisdirectedRequest)
		case !sameOrigin(r):
			http.Error(out, "requests of other sites are refused; open http://"+r.Host+"/ first", http.StatusForbidden)
		case !s.admits(r):
			h.Set("WWW-Authenticate", "Bearer")
			http.Error(out, "a bearer token is needed: Authorization: Bearer TOKEN. Browsers send it through a proxy "+
				"(docs/howto.md).", http.StatusUnauthorized)
		default:
			ctx, cancel := context.WithTimeout(r.Context(), s.Time)
			defer cancel()
			r = r.WithContext(ctx)
			// whoever asked has half the time of a request to take the answer, once it is there at the latest
			_ = http.NewResponseController(out).SetWriteDeadline(start.Add(s.Time + s.Time/2)) // tests write to memory
			if r.ContentLength == 0 {
				readNoMore(out)
			}
			if !strings.HasPrefix(r.URL.Path, "/api/") { // which bounds its bodies itself
				r.Body = http.MaxBytesReader(out, r.Body, maxBody)
			}
			next.ServeHTTP(out, r)
		}
	})
}

// knowsHost refuses a name that another site has pointed at this machine (DNS rebinding). With a token any name will
// do: the other site doesn't have it.
func (s *Server) knowsHost(host string) bool {
	if s.Token != "" {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return isLoopback(strings.Trim(host, "[]"))
}

// isLoopback reports whether a host is this machine by its name or address.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// sameOrigin refuses what a page of another site sends. It may link to the first page.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.URL.Path == "/"
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// admits reports whether a request may be answered: all may where there is no token, and whoever watches the server
// needs none. The name of the scheme may be in any case (RFC 9110, section 11.1).
func (s *Server) admits(r *http.Request) bool {
	if s.Token == "" || r.URL.Path == "/healthz" {
		return true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	same := subtle.ConstantTimeCompare([]byte(strings.TrimSpace(token)), []byte(s.Token)) == 1
	return same && strings.EqualFold(scheme, "Bearer")
}

// recorder remembers the status code of an answer, 0 as long as nothing is sent.
type recorder struct {
	http.ResponseWriter
	code int
}

func (r *recorder) WriteHeader(code int) {
	r.code = code
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.code = cmp.Or(r.code, http.StatusOK)
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController flush.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// errBusy is returned when as many requests wait as may, and to one that waited too long.
var errBusy = errors.New("too many requests at once; try again in a second")

// gate lets some requests run at once, lets some more wait in line, and refuses the rest.
type gate struct {
	running chan struct{}
	inside  atomic.Int64
	most    int64
}

func newGate(running, most int) *gate {
	return &gate{running: make(chan struct{}, running), most: int64(most)}
}

// through waits for a turn and does something in it.
func through[T any](ctx context.Context, g *gate, do func() (T, error)) (out T, err error) {
	defer g.inside.Add(-1)
	if g.inside.Add(1) > g.most {
		return out, errBusy
	}
	select {
	case g.running <- struct{}{}:
		defer func() { <-g.running }()
		return do()
	case <-ctx.Done():
		return out, errBusy
	}
}

// checkInput refuses a request whose body can't be read, or whose body or parameters are not UTF-8: JSON's decoder
// would replace letters.
func checkInput(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(c huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(c)
		b, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1)) // what is longer is refused after this
		r.Body = io.NopCloser(bytes.NewReader(b))
		readNoMore(w)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			_ = huma.WriteErr(a, c, http.StatusRequestTimeout, "the body did not arrive in time") // as below
			return
		}
		if err != nil {
			err = fmt.Errorf("the body can't be read: %w", err)
		}
		err = errors.Join(err, checkUTF8("the body", b))
		for name, values := range r.URL.Query() {
			for _, v := range values {
				err = errors.Join(err, checkUTF8("parameter "+name, []byte(v)))
			}
		}
		if err != nil {
			_ = huma.WriteErr(a, c, http.StatusBadRequest, err.Error()) // whoever asked may be gone
			return
		}
		next(c)
	}
}

// readNoMore ends the time in which a request must arrive, once it has: when this time ended, net/http would end its
// context.
func readNoMore(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // tests write to memory
}

// checkUTF8 returns an error with the place of the first byte that is not UTF-8.
func checkUTF8(what string, b []byte) error {
	if utf8.Valid(b) {
		return nil
	}
	_, at, _ := transform.Bytes(encoding.UTF8Validator, b)
	return fmt.Errorf("%s is not UTF-8: line %d, byte %d", what, bytes.Count(b[:at], []byte("\n"))+1,
		at-bytes.LastIndexByte(b[:at], '\n'))
}
