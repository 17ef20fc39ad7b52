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

// noAnswer is the error of an answer that did not come in time. The driver's errors don't distinguish this case.
type noAnswer time.Duration

func (e noAnswer) Error() string { return fmt.Sprintf("no answer in %v", time.Duration(e)) }
func (e noAnswer) Unwrap() error { return context.DeadlineExceeded }

// within returns a context for calls that must be answered within limit; late converts their errors.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, noAnswer(limit))
}

// late returns noAnswer for an error under a context whose time is over. The driver's error has no more information,
// and may look like an interrupt by the user.
func late(bounded context.Context, err error) error {
	var quiet noAnswer
	if err != nil && errors.As(context.Cause(bounded), &quiet) {
		return quiet
	}
	return err
}

// explain turns an error of the driver into one that says what to do; none contains the password.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if e := ctx.Err(); e != nil {
		return e
	}
	var limit *driver.TransactionExecutionLimit
	if errors.As(err, &limit) {
		err = limit.Errors[len(limit.Errors)-1]
	}
	var refused *driver.Neo4jError
	var lost *driver.ConnectivityError
	var why string
	switch {
	case errors.As(err, &refused):
		return s.explainServer(refused)
	case errors.As(err, new(noAnswer)):
		why = err.Error()
	case old(err):
		why = fmt.Sprintf("the server is too old: Neo4j %d.%d or newer is needed", oldest[0], oldest[1])
	case errors.As(err, &lost):
		why = "can't be reached: " + lost.Inner.Error()
	case driver.IsUsageError(err):
		why = "can't be reached: " + err.Error()
	default: // ours
		return err
	}
	return &unusable{s.addr.String() + ": " + strings.ReplaceAll(why, "\n", " "), err}
}

// old reports whether an error of the driver means that the server is too old: it lacks the protocol or a feature. The
// driver has no type for these errors.
func old(err error) bool {
	text := err.Error()
	return strings.Contains(text, "feature not supported") ||
		strings.Contains(text, "did not accept any of the requested Bolt versions")
}

// explainQuery is explain for a user's query, whose conflicts are no ErrClash.
func (s *Store) explainQuery(ctx context.Context, err error) error {
	var n *driver.Neo4jError
	if ctx.Err() == nil && errors.As(err, &n) && strings.Contains(n.Code, ".Schema.") {
		return refused(n)
	}
	return s.explain(ctx, err)
}

// refusals are the server's codes that a user can do something about.
var refusals = map[string]string{
	"Neo.ClientError.Security.Unauthorized":            ErrPassword.Error(),
	"Neo.ClientError.Security.AuthenticationRateLimit": "too many wrong passwords; the server takes none for a while",
	"Neo.ClientError.Security.CredentialsExpired":      "the password must be changed on the server first",
	"Neo.ClientError.Security.Forbidden":               "the user may not do this",
	"Neo.ClientError.Database.DatabaseNotFound":        "there is no such database on the server",
	"Neo.TransientError.General.DatabaseUnavailable":   "the database is not available",
	"Neo.TransientError.Transaction.DeadlockDetected": "another process writes to the database; when it has ended, " +
		"run the same command again to resume",
}

// explainServer is explain for an error of the server.
func (s *Store) explainServer(n *driver.Neo4jError) error {
	has := func(part string) bool { return strings.Contains(n.Code, part) }
	switch why := refusals[n.Code]; {
	case why != "":
		return &unusable{fmt.Sprintf("%s: %s (%s)", s.addr, why, n.Code), n}
	case has(".Schema."): // its message names node, label and property, or the constraint
		return fmt.Errorf("%s: %w: %s", s.addr, ErrClash, n.Msg)
	case has("Statement.AccessMode"):
		return fmt.Errorf("%w (%s)", ErrReadOnlyQuery, n.Msg)
	case has("TransactionTimedOut"):
		return fmt.Errorf("the server ended the query after %s (BRIDGEHOP_NEO4J_TIMEOUT)", s.opts.Timeout)
	case has("OutOfMemory"):
		return fmt.Errorf("the server ended the query, which needs more memory than it has (%s); more memory is "+
			"BRIDGEHOP_NEO4J_HEAP=2g for `bridgehop neo4j up`, or a query that returns less", n.Code)
	case has("Neo.TransientError."):
		return &unusable{fmt.Sprintf("%s: %s", s.addr, n.Msg), n}
	}
	return refused(n)
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
