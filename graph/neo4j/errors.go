package neo4j

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

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

// explain turns an error of the driver into one that says what to do. Other errors are returned unchanged. The driver's messages contain no
// password.
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
		return &unusable{fmt.Sprintf("%s: the server is too old: Neo4j %d.%d or newer is needed", at, oldest[0], oldest[1]), err}
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

// old reports whether an error of the driver means that the server is too old: it lacks the protocol or a feature. The driver has no type
// for these errors.
func old(err error) bool {
	text := err.Error()
	return strings.Contains(text, "feature not supported") || strings.Contains(text, "did not accept any of the requested Bolt versions")
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
