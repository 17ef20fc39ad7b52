package neo4j

import (
	"context"
	"errors"
	"fmt"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// silence is an answer that did not come in time. The driver's errors of that don't tell it from others.
type silence struct{ limit time.Duration }

func (e *silence) Error() string { return fmt.Sprintf("no answer in %v", e.limit) }
func (e *silence) Unwrap() error { return context.DeadlineExceeded }

// within is a context for calls that must have their answer in this time; late then says so of their errors.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &silence{limit})
}

// late puts silence in the place of an error under a context of within, or of a watch, whose time is over. The driver's
// own says no more, and may be that of a user who interrupts.
func late(bounded context.Context, err error) error {
	var quiet *silence
	if err != nil && errors.As(context.Cause(bounded), &quiet) {
		return quiet
	}
	return err
}

// mayPass tells errors after which the same may be tried again. An answer that was late is not asked for again: the
// server may still be at work on it, and whoever waits has waited long enough.
func mayPass(err error) bool {
	var quiet *silence
	return !errors.As(err, &quiet) && driver.IsRetryable(err)
}

// watch bounds each call of a transaction, and not the whole. The driver keeps the context that BEGIN is given, and gives
// the connection back under it when the transaction ends, be it an hour later: one with a deadline for BEGIN, or one that
// is cancelled after it, would cost the connection. So a timer cuts this one off, and runs only while a call does.
type watch struct {
	ctx   context.Context
	limit time.Duration
	timer *time.Timer
	end   context.CancelFunc
}

// forever is the deadline of a watch's context: the driver doesn't heed a context that has none.
const forever = 1 << 62

func newWatch(ctx context.Context, limit time.Duration) *watch {
	ctx, end := context.WithTimeout(ctx, forever)
	ctx, cut := context.WithCancelCause(ctx)
	return &watch{ctx: ctx, limit: limit, end: end, timer: time.AfterFunc(limit, func() { cut(&silence{limit}) })}
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
