package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

// refusals are the errors of requests, each with its status and what a page says of it, in which {} is the error's
// text.
var refusals = []struct {
	err    error
	status int
	words  string
}{
	{hop.ErrEmptyClaim, http.StatusBadRequest, "The claim is empty: type a sentence."},
	{hop.ErrLongClaim, http.StatusBadRequest, "The claim is too long: one sentence is enough."},
	{verify.ErrLongClaim, http.StatusBadRequest, "The claim is too long: one sentence is enough."},
	{bridgehop.ErrNoPage, http.StatusNotFound, "There is no such page: {}. Search finds titles by their words."},
	{search.ErrLimit, http.StatusUnprocessableEntity, "The search can't be read: {}."},
	{search.ErrQuery, http.StatusBadRequest, "The search can't be read: {}."},
	{errNoWords, http.StatusBadRequest, "The search can't be read: {}."},
	{errBusy, http.StatusTooManyRequests, "Too many people ask at once. Try again in a second."},
	{context.Canceled, http.StatusServiceUnavailable, "The request was cancelled."}, // whoever asked is gone
}

// refused returns the status of an error, the line that programs get and the line that a person gets. An error that is
// not the fault of who asked is logged.
func (s *Server) refused(err error) (status int, detail, words string) {
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return r.status, err.Error(), strings.Replace(r.words, "{}", err.Error(), 1)
		}
	}
	s.Log.Error("request failed", "err", err)
	if why, ok := unavailable(err); ok {
		if errors.Is(err, graph.ErrDamaged) {
			s.damaged.Store(&why)
		}
		return http.StatusServiceUnavailable, why, "This can't be answered now: " + why + "."
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return http.StatusServiceUnavailable, "the request took longer than " + s.Time.String(), "This took too long."
	}
	return http.StatusInternalServerError, "the request failed; the server's log says why",
		"Something went wrong here: " + err.Error() + "."
}

// problem returns what a page says of an error.
func (s *Server) problem(err error) string {
	_, _, words := s.refused(err)
	return words
}

// apiError returns an error as the API answers it.
func (s *Server) apiError(err error) error {
	status, detail, _ := s.refused(err)
	out := huma.NewError(status, detail)
	if status == http.StatusTooManyRequests {
		return huma.ErrorWithHeaders(out, http.Header{"Retry-After": {"1"}})
	}
	return out
}

// sendProblem answers a program where no operation of the API does.
func sendProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	problem := huma.ErrorModel{Title: http.StatusText(status), Status: status, Detail: detail}
	_ = json.NewEncoder(w).Encode(problem) // whoever asked may be gone
}

// unavailable reports whether the store or the model can't be used, and what mends it.
func unavailable(err error) (why string, ok bool) {
	hint, ok := console.Unavailable(err)
	return strings.TrimSuffix(err.Error()+"; "+hint, "; "), ok
}

// remedied adds to an error of the store or the model what mends it.
func remedied(err error) error {
	if why, ok := unavailable(err); ok {
		return errors.New(why)
	}
	return err
}

// errFault is the answer to a request that met a fault of this program.
var errFault = errors.New("the request met a fault of bridgehop; the server's log says where")

// fault logs and counts a panic, with the stack of the goroutine that is ending.
func (s *Server) fault(what string, p any) {
	s.metrics.AddFloat(panics, 1)
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
				sendProblem(w, http.StatusInternalServerError, errFault.Error())
				return
			}
			http.Error(w, errFault.Error(), http.StatusInternalServerError)
		}()
		next.ServeHTTP(out, r)
	})
}

// checkedCall refuses arguments that are not UTF-8, and answers a panic of a tool or resource with an error. The SDK
// calls these in goroutines of its own, where a panic would end the process.
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
