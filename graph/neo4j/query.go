package neo4j

import (
	"context"
	"slices"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

type (
	// params are the parameters of a query.
	params = map[string]any
	record = *driver.Record
	// row has the values of a node or relationship in the order of its columns. A list takes fewer bytes on the network
	// than a map, which repeats its keys.
	row = []any
)

func (s *Store) session(ctx context.Context, mode driver.AccessMode) driver.SessionWithContext {
	return s.driver.NewSession(ctx, driver.SessionConfig{AccessMode: mode, DatabaseName: s.addr.Database,
		BookmarkManager: s.bookmarks})
}

// tries is the number of attempts of a query with transient errors.
const tries = 5

// query reads in one round trip: a transaction of the server's own, tried again on transient errors.
func (s *Store) query(ctx context.Context, text string, p params) ([]record, error) {
	wait := 100 * time.Millisecond
	for try := 1; ; try++ {
		rows, err := s.queryOnce(ctx, text, p)
		if try == tries || ctx.Err() != nil || !driver.IsRetryable(err) {
			return rows, s.explain(ctx, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
			wait *= 2
		}
	}
}

func (s *Store) queryOnce(ctx context.Context, text string, p params) ([]record, error) {
	bounded, cancel := within(ctx, s.opts.Timeout)
	defer cancel()
	session := s.session(bounded, driver.AccessModeRead)
	defer session.Close(bounded)
	res, err := session.Run(bounded, text, p)
	rows, err := driver.CollectWithContext(bounded, res, err)
	return rows, late(bounded, err)
}

// tx is one transaction.
type tx struct {
	tx    driver.ManagedTransaction
	ctx   context.Context
	timer *time.Timer // ends ctx
	limit time.Duration
}

// forever is a deadline: the driver heeds the end of a context only if it has one.
const forever = 1 << 62

// update calls f in a transaction, again in a new one after transient errors, but not if the answer to a commit was
// lost, because the commit may have succeeded. Options.Timeout limits the time of each call of the transaction, not of
// the whole. If ctx ends during a commit, update waits for it: what comes next must not begin before it is done.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	bounded, end := context.WithTimeout(context.WithoutCancel(ctx), forever)
	defer end()
	bounded, cut := context.WithCancelCause(bounded)
	t := &tx{ctx: bounded, limit: s.opts.Timeout}
	t.timer = time.AfterFunc(t.limit, func() { cut(noAnswer(t.limit)) })
	defer t.timer.Stop()
	interrupt := func() { cut(ctx.Err()) }
	heeded := context.AfterFunc(ctx, interrupt)
	defer func() { heeded() }()
	session := s.session(bounded, driver.AccessModeWrite)
	defer session.Close(bounded)
	_, err := session.ExecuteWrite(bounded, func(x driver.ManagedTransaction) (any, error) {
		heeded()
		heeded = context.AfterFunc(ctx, interrupt)
		t.tx = x
		if err := f(t); err != nil {
			return nil, err
		}
		t.timer.Reset(t.limit) // of the commit
		if !heeded() {
			return nil, ctx.Err()
		}
		return nil, nil
	})
	return s.explain(ctx, late(bounded, err))
}

// command runs a query that can't be part of a transaction with data: on constraints and indexes.
func (s *Store) command(ctx context.Context, text string) error {
	return s.update(ctx, func(t *tx) error { return t.do(text, nil) })
}

// run collects what a query of the transaction returns.
func (t *tx) run(text string, p params) ([]record, error) {
	t.timer.Reset(t.limit)
	res, err := t.tx.Run(t.ctx, text, p)
	return driver.CollectWithContext(t.ctx, res, err)
}

// do runs a query for what it changes.
func (t *tx) do(text string, p params) error {
	_, err := t.run(text, p)
	return err
}

// mostRows is the largest number of rows in the parameters of a query.
const mostRows = 10000

// write runs queries on each of their rows, r, and not at all without any.
func (t *tx) write(all []write) error {
	for _, w := range all {
		for some := range slices.Chunk(w.rows, mostRows) {
			if err := t.do("UNWIND $rows AS r "+w.query, params{"rows": some}); err != nil {
				return err
			}
		}
	}
	return nil
}

// str, num, flag and list return the value of a column; the zero value if it is null.
func str(r record, column string) string { return get[string](r, column) }
func num(r record, column string) int64  { return get[int64](r, column) }
func flag(r record, column string) bool  { return get[bool](r, column) }
func list(r record, column string) []any { return get[[]any](r, column) }

func get[T any](r record, column string) T {
	v, _ := r.Get(column)
	return as[T](v)
}

// as returns a value that the driver gave, the zero value if it is of another type.
func as[T any](v any) T {
	t, _ := v.(T)
	return t
}
