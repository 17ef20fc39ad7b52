package neo4j

import (
	"context"
	"errors"
	"sync"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// params are the parameters of a query.
type params = map[string]any

// tries is how often a query is sent when it meets transient errors.
const tries = 4

func (s *Store) session(ctx context.Context, mode driver.AccessMode) driver.SessionWithContext {
	return s.driver.NewSession(ctx, driver.SessionConfig{AccessMode: mode, DatabaseName: s.addr.Database})
}

// query reads in one round trip: a transaction of the server's own, tried again on transient errors.
func (s *Store) query(ctx context.Context, text string, p params) ([]*driver.Record, error) {
	wait := 100 * time.Millisecond
	for try := 1; ; try++ {
		rows, err := s.queryOnce(ctx, text, p)
		if err == nil || try == tries || ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || !driver.IsRetryable(err) {
			return rows, s.explain(ctx, err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
			wait *= 3
		}
	}
}

func (s *Store) queryOnce(ctx context.Context, text string, p params) ([]*driver.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	session := s.session(ctx, driver.AccessModeRead)
	defer session.Close(ctx)
	res, err := session.Run(ctx, text, p)
	if err != nil {
		return nil, err
	}
	return res.Collect(ctx)
}

// command runs what can't be part of a transaction with data: constraints and indexes.
func (s *Store) command(ctx context.Context, text string) error {
	bounded, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	session := s.session(bounded, driver.AccessModeWrite)
	defer session.Close(bounded)
	res, err := session.Run(bounded, text, nil)
	if err == nil {
		_, err = res.Consume(bounded)
	}
	return s.explain(ctx, err)
}

// tx is one transaction.
type tx struct {
	s   *Store
	ctx context.Context
	tx  driver.ExplicitTransaction
}

// run collects what a query of the transaction returns.
func (t *tx) run(text string, p params) ([]*driver.Record, error) {
	ctx, cancel := context.WithTimeout(t.ctx, t.s.opts.Timeout)
	defer cancel()
	res, err := t.tx.Run(ctx, text, p)
	if err != nil {
		return nil, err
	}
	return res.Collect(ctx)
}

// do runs a query for what it changes.
func (t *tx) do(text string, p params) error {
	_, err := t.run(text, p)
	return err
}

// mostRows is how many rows go with one query.
const mostRows = 10000

// each runs a query on rows, and not at all without any.
func (t *tx) each(text string, rows []any) error {
	for len(rows) > 0 {
		n := min(len(rows), mostRows)
		if err := t.do(text, params{"rows": rows[:n]}); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// update writes in one transaction, which is tried again as a whole on transient errors: f must begin anew
// each time. It is not the driver's ExecuteWrite, whose BEGIN waits for a silent server as long as that one's own
// hint says (two minutes) and not Options.Timeout.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var alone sync.Mutex
	return s.updateInTurn(ctx, &alone, f)
}

// updateInTurn is update for transactions under way at once that make relationships: their commits take turns. A commit
// locks the relationships beside each new one, and two at once deadlock although they have no node in common.
func (s *Store) updateInTurn(ctx context.Context, turn *sync.Mutex, f func(*tx) error) error {
	session := s.session(ctx, driver.AccessModeWrite)
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = session.Close(closing) // what it did is known by now
	}()
	wait, end := 100*time.Millisecond, time.Now().Add(s.opts.Retry)
	for {
		again, err := s.inTurn(ctx, session, turn, f)
		if !again || ctx.Err() != nil || time.Now().After(end) {
			return s.explain(ctx, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			wait *= 2
		}
	}
}

// inTurn tries once, and tells whether it may be tried again: not when the answer to a commit is lost, since what it
// wrote may be there.
func (s *Store) inTurn(ctx context.Context, session driver.SessionWithContext, turn *sync.Mutex, f func(*tx) error) (again bool, err error) {
	beginning, done := context.WithTimeout(ctx, s.opts.Timeout)
	x, err := session.BeginTransaction(beginning)
	done()
	if err != nil {
		return driver.IsRetryable(err), err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = x.Close(closing) // rolls back what was not committed
	}()
	if err := f(&tx{s: s, ctx: ctx, tx: x}); err != nil {
		return driver.IsRetryable(err), err
	}
	turn.Lock()
	defer turn.Unlock()
	if err := ctx.Err(); err != nil {
		return false, err
	}
	// A commit under way is waited for, whatever else fails meanwhile: the next Finish must not begin before it is done.
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.opts.Timeout)
	defer cancel()
	err = x.Commit(bounded)
	var refused *driver.Neo4jError
	return errors.As(err, &refused) && driver.IsRetryable(err), err
}

// str, num and flag read a column; the zero value where it is null.
func str(r *driver.Record, column string) string { return get[string](r, column) }
func num(r *driver.Record, column string) int64  { return get[int64](r, column) }
func flag(r *driver.Record, column string) bool  { return get[bool](r, column) }

func get[T any](r *driver.Record, column string) T {
	v, _ := r.Get(column)
	t, _ := v.(T)
	return t
}

// list reads a column of lists.
func list(r *driver.Record, column string) []any { return get[[]any](r, column) }

func text(v any) string {
	s, _ := v.(string)
	return s
}
