package neo4j

import (
	"context"
	"errors"
	"fmt"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// noAnswer is the error of an answer that did not come in time. The driver's errors don't distinguish this case.
type noAnswer struct{ limit time.Duration }

func (e *noAnswer) Error() string { return fmt.Sprintf("no answer in %v", e.limit) }
func (e *noAnswer) Unwrap() error { return context.DeadlineExceeded }

// within returns a context for calls that must be answered within limit; late converts their errors.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &noAnswer{limit})
}

// late returns noAnswer for an error under a context of within or of a watch whose time is over. The driver's error has no more
// information, and may look like an interrupt by the user.
func late(bounded context.Context, err error) error {
	var quiet *noAnswer
	if err != nil && errors.As(context.Cause(bounded), &quiet) {
		return quiet
	}
	return err
}

// mayPass reports whether the same call may be tried again after an error. It may not after a late answer: the server may still be
// working on it, and the caller has waited long enough.
func mayPass(err error) bool {
	var quiet *noAnswer
	return !errors.As(err, &quiet) && driver.IsRetryable(err)
}

// watch limits the time of each call of a transaction, not of the whole. The driver keeps the context of BEGIN and uses it when the
// transaction ends, maybe an hour later; if it has expired, the connection is lost. So the context has no deadline for BEGIN,
// and a timer that runs only during calls cancels it.
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
