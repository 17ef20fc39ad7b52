package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// policy lets a page load its own style sheet, script and pictures, and nothing else from anywhere.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// cookie holds the token for a browser that has signed in.
const cookie = "bridgehop_token"

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
		if !s.ready.Load() || long[r.URL.Path] {
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
			http.Error(out, "this server is for "+loopbackNames+" only", http.StatusMisdirectedRequest)
		case !sameOrigin(r):
			http.Error(out, "requests of other sites are refused; open http://"+r.Host+"/ first", http.StatusForbidden)
		case !s.admits(r):
			s.refuse(out, r)
		default:
			ctx, cancel := context.WithTimeout(r.Context(), s.Time)
			defer cancel()
			r = r.WithContext(ctx)
			s.takenWithin(out, s.Time)
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

// takenWithin gives whoever asked half the time of a request to take the answer, once it is there at the latest.
func (s *Server) takenWithin(w http.ResponseWriter, there time.Duration) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(there + s.Time/2)) // tests write to memory
}

const loopbackNames = "localhost, 127.0.0.1 and [::1]"

// knowsHost refuses a name that another site has pointed at this machine (DNS rebinding). With a token any name will do: the other
// site doesn't have it.
func (s *Server) knowsHost(host string) bool {
	if s.Token != "" {
		return true
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return IsLoopback(strings.Trim(host, "[]"))
}

// IsLoopback reports whether a host is this machine by its name or address.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// sameOrigin refuses what a page of another site sends. It may link to the first page, and to the form for the token, which that leads to.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && (r.URL.Path == "/" || r.URL.Path == "/login")
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// long are the paths whose answers take long. A server that stops meanwhile can't say so in them, and closes their connections, which
// a client must not use for its next request.
var long = map[string]bool{"/api/v1/verify/batch": true, "/api/v1/verify/stages": true}

// open are the paths that need no token.
var open = map[string]bool{"/healthz": true, "/login": true, "/app.css": true, "/app.js": true}

func (s *Server) admits(r *http.Request) bool {
	return s.Token == "" || open[r.URL.Path] || s.isToken(bearer(r)) || s.isToken(cookieOf(r))
}

// bearer returns the token that a program shows. The name of the scheme may be in any case (RFC 9110, section 11.1).
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func (s *Server) isToken(shown string) bool {
	return subtle.ConstantTimeCompare([]byte(shown), []byte(s.Token)) == 1
}

func cookieOf(r *http.Request) string {
	if c, err := r.Cookie(cookie); err == nil {
		return c.Value
	}
	return ""
}

// refuse sends a person to the form for the token, and tells a program.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Redirect(w, r, "/login", http.StatusSeeOther)
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	http.Error(w, "a bearer token is needed", http.StatusUnauthorized)
}

// login keeps the token that was typed in a cookie.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	if !s.isToken(r.PostFormValue("token")) {
		w.WriteHeader(http.StatusUnauthorized)
		s.render(w, "login", base{Title: "Sign in", Problem: "That is not the token."})
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || strings.HasPrefix(s.PublicURL, "https://")})
	http.Redirect(w, r, "/", http.StatusSeeOther)
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

// Flush sends what was written so far.
func (r *recorder) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() }
