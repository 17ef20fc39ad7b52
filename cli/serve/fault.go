package serve

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// errFault is the answer to a request that met a fault of this program.
var errFault = errors.New("the request met a fault of bridgehop; the server's log says where")

// fault logs and counts a panic, with the stack of the goroutine that is ending.
func (s *Server) fault(what string, p any) {
	s.metrics.panics.Inc()
	s.Log.Error("panic", "what", what, "err", p, "stack", string(debug.Stack()))
}

// recovered answers a panic of next with status 500, and cuts the connection if a part of the answer has been sent.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &recorder{ResponseWriter: w}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p != http.ErrAbortHandler { //nolint:errorlint // net/http compares so
				s.fault(r.Method+" "+r.URL.Path, p)
			}
			if out.code != 0 {
				panic(http.ErrAbortHandler)
			}
			if strings.HasPrefix(r.URL.Path, "/api/") {
				w.Header().Set("Content-Type", "application/problem+json")
				w.WriteHeader(http.StatusInternalServerError)
				_, _ = w.Write([]byte(`{"title":"Internal Server Error","status":500,"detail":"` + errFault.Error() + `"}` + "\n"))
				return
			}
			http.Error(w, errFault.Error(), http.StatusInternalServerError)
		}()
		next.ServeHTTP(out, r)
	})
}

// checkedCall refuses arguments that are not UTF-8, and answers a panic of a tool or resource with an error. The SDK calls
// these in goroutines of its own, where a panic would end the process.
func (s *Server) checkedCall(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.fault(method, p)
				res, err = nil, errFault
			}
		}()
		if p, ok := r.GetParams().(*mcp.CallToolParamsRaw); ok {
			if err := checkUTF8("the input", p.Arguments); err != nil {
				return nil, err
			}
		}
		return next(ctx, method, r)
	}
}
