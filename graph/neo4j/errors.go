package neo4j

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph"
)

// ErrReadOnlyQuery: a query writes, or reaches outside the graph, and was to read only.
var ErrReadOnlyQuery = errors.New("the query does more than read the graph")

// ErrPassword: the server doesn't take user and password; it is a graph.ErrUnreachable too.
var ErrPassword = errors.New("wrong user or password")

// ErrClash: a constraint, an index or another node in the database conflicts with a write.
var ErrClash = errors.New("other data in the database is in conflict with the store")

// unusable is a server or database that can't be worked with, and why; it is a graph.ErrUnreachable.
type unusable struct {
	why   string
	cause error
}

func (e *unusable) Error() string { return e.why }
func (e *unusable) Unwrap() error { return e.cause }
func (e *unusable) Is(target error) bool {
	return target == graph.ErrUnreachable || (target == ErrPassword && strings.Contains(e.why, ErrPassword.Error()))
}

// refusals are the server's codes that a user can do something about.
var refusals = []struct{ code, why string }{
	{"Neo.ClientError.Security.Unauthorized", ErrPassword.Error()},
	{"Neo.ClientError.Security.AuthenticationRateLimit", "too many wrong passwords; the server takes none for a while"},
	{"Neo.ClientError.Security.CredentialsExpired", "the password must be changed on the server first"},
	{"Neo.ClientError.Security.Forbidden", "the user may not do this"},
	{"Neo.ClientError.Database.DatabaseNotFound", "there is no such database on the server"},
	{"Neo.TransientError.General.DatabaseUnavailable", "the database is not available"},
	{"Neo.TransientError.Transaction.DeadlockDetected",
		"another process writes to the database; when it has ended, run the same command again to resume"},
}

// explain turns an error of the driver into one that says what to do. Other errors are returned unchanged. The driver's
// messages contain no password.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if e := ctx.Err(); e != nil {
		return e
	}
	var n *driver.Neo4jError
	if errors.As(err, &n) {
		return s.explainServer(n)
	}
	var u *unusable
	if errors.As(err, &u) || errors.Is(err, errOurs) {
		return err
	}
	at := s.addr.String()
	if old(err) {
		return &unusable{fmt.Sprintf("%s: the server is too old: Neo4j %d.%d or newer is needed", at,
			oldest[0], oldest[1]), err}
	}
	var quiet *noAnswer
	if errors.As(err, &quiet) {
		return &unusable{fmt.Sprintf("%s: %s", at, quiet), err}
	}
	return &unusable{fmt.Sprintf("%s: can't be reached: %s", at, cause(err)), err}
}

// explainQuery is explain for a user's query, whose conflicts are no ErrClash.
func (s *Store) explainQuery(ctx context.Context, err error) error {
	var n *driver.Neo4jError
	if ctx.Err() == nil && errors.As(err, &n) && strings.Contains(n.Code, ".Schema.") {
		return refused(n)
	}
	return s.explain(ctx, err)
}

// position matches the place of an error of a query in the server's message, which also repeats the query.
var position = regexp.MustCompile(`(?s)^(.*?) \(line (\d+), column (\d+) \(offset: \d+\)\).*$`)

// refused returns the error of a query, with its place as query:LINE:COLUMN if the server has it.
func refused(n *driver.Neo4jError) error {
	if m := position.FindStringSubmatch(n.Msg); m != nil {
		return fmt.Errorf("query:%s:%s: %s (%s)", m[2], m[3], m[1], n.Code)
	}
	return fmt.Errorf("the server refused the query: %s (%s)", n.Msg, n.Code)
}

// old reports whether an error of the driver means that the server is too old: it lacks the protocol or a feature. The
// driver has no type for these errors.
func old(err error) bool {
	text := err.Error()
	return strings.Contains(text, "feature not supported") ||
		strings.Contains(text, "did not accept any of the requested Bolt versions")
}

func (s *Store) explainServer(n *driver.Neo4jError) error {
	for _, r := range refusals {
		if n.Code == r.code {
			return &unusable{fmt.Sprintf("%s: %s (%s)", s.addr, r.why, n.Code), n}
		}
	}
	if strings.Contains(n.Code, ".Schema.") { // its message names node, label and property, or the constraint
		return fmt.Errorf("%s: %w: %s", s.addr, ErrClash, n.Msg)
	}
	if n.Code == "Neo.ClientError.Statement.AccessMode" {
		return fmt.Errorf("%w (%s)", ErrReadOnlyQuery, n.Msg)
	}
	if strings.Contains(n.Code, "TransactionTimedOut") {
		return fmt.Errorf("the server ended the query after %s (BRIDGEHOP_NEO4J_TIMEOUT)", s.opts.Timeout)
	}
	if strings.Contains(n.Code, "OutOfMemory") {
		return fmt.Errorf("the server ended the query, which needs more memory than it has (%s); more memory is "+
			"BRIDGEHOP_NEO4J_HEAP=2g for `bridgehop neo4j up`, or a query that returns less", n.Code)
	}
	if strings.HasPrefix(n.Code, "Neo.TransientError.") {
		return &unusable{fmt.Sprintf("%s: %s", s.addr, n.Msg), n}
	}
	return refused(n)
}

// cause returns the innermost text of a driver's error.
func cause(err error) string {
	var c *driver.ConnectivityError
	if errors.As(err, &c) {
		err = c.Inner
	}
	return strings.ReplaceAll(err.Error(), "\n", " ")
}

// errOurs marks errors that explain returns unchanged because they don't come from the server or the connection.
var errOurs = errors.New("")

// ours marks err; nil stays nil.
func ours(err error) error {
	if err == nil {
		return nil
	}
	return &own{err}
}

type own struct{ error }

func (e *own) Unwrap() []error { return []error{e.error, errOurs} }

// noAnswer is the error of an answer that did not come in time. The driver's errors don't distinguish this case.
type noAnswer struct{ limit time.Duration }

func (e *noAnswer) Error() string { return fmt.Sprintf("no answer in %v", e.limit) }
func (e *noAnswer) Unwrap() error { return context.DeadlineExceeded }

// within returns a context for calls that must be answered within limit; late converts their errors.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &noAnswer{limit})
}

// late returns noAnswer for an error under a context of within or of a watch whose time is over. The driver's error has
// no more information, and may look like an interrupt by the user.
func late(bounded context.Context, err error) error {
	var quiet *noAnswer
	if err != nil && errors.As(context.Cause(bounded), &quiet) {
		return quiet
	}
	return err
}

// mayPass reports whether the same call may be tried again after an error. It may not after a late answer: the server
// may still be working on it, and the caller has waited long enough.
func mayPass(err error) bool {
	var quiet *noAnswer
	return !errors.As(err, &quiet) && driver.IsRetryable(err)
}

// watch limits the time of each call of a transaction, not of the whole. The driver keeps the context of BEGIN and uses
// it when the transaction ends, maybe an hour later; if it has expired, the connection is lost. So the context has no
// deadline for BEGIN, and a timer that runs only during calls cancels it.
type watch struct {
	ctx   context.Context
	limit time.Duration
	timer *time.Timer
	end   context.CancelFunc
}

// forever is the deadline of a watch's context: the driver ignores a context without one.
const forever = 1 << 62

func newWatch(ctx context.Context, limit time.Duration) *watch {
	ctx, end := context.WithTimeout(ctx, forever)
	ctx, cut := context.WithCancelCause(ctx)
	return &watch{ctx: ctx, limit: limit, end: end, timer: time.AfterFunc(limit, func() { cut(&noAnswer{limit}) })}
}

// on starts the time of a call; off, when the call is over, stops it.
func (w *watch) on() (off func() bool) {
	w.timer.Reset(w.limit)
	return w.timer.Stop
}

func (w *watch) begin(session driver.SessionWithContext) (driver.ExplicitTransaction, error) {
	defer w.on()()
	x, err := session.BeginTransaction(w.ctx)
	return x, late(w.ctx, err)
}
