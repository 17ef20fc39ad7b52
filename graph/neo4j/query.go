package neo4j

import (
	"context"
	"errors"
	"slices"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// params are the parameters of a query.
type params = map[string]any

// tries is the number of attempts of a query with transient errors.
const tries = 5

func (s *Store) session(ctx context.Context, mode driver.AccessMode) driver.SessionWithContext {
	return s.driver.NewSession(ctx, driver.SessionConfig{AccessMode: mode, DatabaseName: s.addr.Database,
		BookmarkManager: s.bookmarks})
}

// retry does it again while its errors may pass: Options.Retry from the first one on, and no more often than most, when
// that isn't 0.
func (s *Store) retry(ctx context.Context, most int, do func() (again bool, err error)) error {
	var end time.Time
	wait := 100 * time.Millisecond
	for try := 1; ; try++ {
		again, err := do()
		if try == 1 {
			end = time.Now().Add(s.opts.Retry)
		}
		if !again || try == most || ctx.Err() != nil || time.Now().Add(wait).After(end) {
			return s.explain(ctx, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			wait = min(2*wait, time.Second)
		}
	}
}

// query reads in one round trip: a transaction of the server's own, tried again on transient errors.
func (s *Store) query(ctx context.Context, text string, p params) ([]*driver.Record, error) {
	return s.queryWithin(ctx, s.opts.Timeout, text, p)
}

// queryWithin is query with another time limit than Options.Timeout.
func (s *Store) queryWithin(ctx context.Context, limit time.Duration, text string, p params) ([]record, error) {
	var rows []record
	err := s.retry(ctx, tries, func() (again bool, err error) {
		rows, err = s.queryOnce(ctx, limit, text, p)
		return mayPass(err), err
	})
	return rows, err
}

func (s *Store) queryOnce(ctx context.Context, limit time.Duration, text string, p params) ([]*driver.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	bounded, cancel := within(ctx, limit)
	defer cancel()
	session := s.session(bounded, driver.AccessModeRead)
	defer session.Close(bounded)
	res, err := session.Run(bounded, text, p)
	if err != nil {
		return nil, late(bounded, err)
	}
	rows, err := res.Collect(bounded)
	return rows, late(bounded, err)
}

// command runs what can't be part of a transaction with data: constraints and indexes.
func (s *Store) command(ctx context.Context, text string) error {
	bounded, cancel := within(ctx, s.opts.Timeout)
	defer cancel()
	session := s.session(bounded, driver.AccessModeWrite)
	defer session.Close(bounded)
	_, err := consume(bounded, session, text, nil)
	return s.explain(ctx, late(bounded, err))
}

// tx is one transaction.
type tx struct {
	s     *Store
	watch *watch
	tx    driver.ExplicitTransaction
}

// run collects what a query of the transaction returns.
func (t *tx) run(text string, p params) ([]*driver.Record, error) {
	defer t.watch.on()()
	res, err := t.tx.Run(t.watch.ctx, text, p)
	if err != nil {
		return nil, late(t.watch.ctx, err)
	}
	rows, err := res.Collect(t.watch.ctx)
	return rows, late(t.watch.ctx, err)
}

// do runs a query for what it changes.
func (t *tx) do(text string, p params) error {
	_, err := t.run(text, p)
	return err
}

// write runs queries on their rows.
func (t *tx) write(all []write) error {
	for _, w := range all {
		if err := t.each(w.query, w.rows); err != nil {
			return err
		}
	}
	return nil
}

// mostRows is the largest number of rows in the parameters of a query.
const mostRows = 10000

// each runs a query on each of rows, r, and not at all without any.
func (t *tx) each(text string, rows []any) error {
	for some := range slices.Chunk(rows, mostRows) {
		if err := t.do("UNWIND $rows AS r "+text, params{"rows": some}); err != nil {
			return err
		}
	}
	return nil
}

// update calls f in a transaction, again in a new one after transient errors. It does not use the driver's
// ExecuteWrite, whose BEGIN waits for a server without an answer as long as the server's own hint says (two minutes)
// and not Options.Timeout.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	session := s.session(ctx, driver.AccessModeWrite)
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = session.Close(closing) // what it did is known by now
	}()
	return s.retry(ctx, 0, func() (again bool, err error) { return s.updateOnce(ctx, session, f) })
}

// updateOnce tries once, and reports whether another try is allowed. It is not if the answer to a commit was lost,
// because the commit may have succeeded.
func (s *Store) updateOnce(
	ctx context.Context, session driver.SessionWithContext, f func(*tx) error,
) (again bool, err error) {
	w := newWatch(ctx, s.opts.Timeout)
	defer w.end() // last, since the connection is given back under it
	x, err := w.begin(session)
	if err != nil {
		return mayPass(err), err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = x.Close(closing) // rolls back what was not committed
	}()
	if err := f(&tx{s: s, watch: w, tx: x}); err != nil {
		return mayPass(err), err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	// Wait for a running commit even if ctx ends: what comes next must not begin before it is done.
	bounded, cancel := within(context.WithoutCancel(ctx), s.opts.Timeout)
	defer cancel()
	defer w.on()()
	err = late(bounded, x.Commit(bounded))
	var refused *driver.Neo4jError
	return errors.As(err, &refused) && driver.IsRetryable(err), err
}

// str, num and flag return the value of a column; the zero value if it is null.
func str(r *driver.Record, column string) string { return get[string](r, column) }
func num(r *driver.Record, column string) int64  { return get[int64](r, column) }
func flag(r *driver.Record, column string) bool  { return get[bool](r, column) }

func get[T any](r *driver.Record, column string) T {
	v, _ := r.Get(column)
	return as[T](v)
}

// as returns a value that the driver gave, the zero value if it is of another type.
func as[T any](v any) T {
	t, _ := v.(T)
	return t
}

// list reads a column of lists.
func list(r *driver.Record, column string) []any { return get[[]any](r, column) }
