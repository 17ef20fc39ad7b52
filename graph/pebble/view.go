package pebble

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"

	"github.com/bridgehop/bridgehop/graph"
)

// errClosed: the store was closed.
var errClosed = errors.New("store is closed")

// view is the store in the state of one Finish. It stays readable until its last reader releases it.
type view struct {
	s        *Store
	snap     *pebble.Snapshot
	gen      uint32 // 0 if nothing was ever finished
	bodies   place  // the first place that was put later
	identity string
	stats    graph.Stats
	digest   uint64
	trails   trails
	refs     atomic.Int64
}

func (s *Store) newView(f finished) (*view, error) {
	v := &view{s: s, gen: f.Generation, bodies: f.Bodies, identity: f.Identity, stats: f.Stats, digest: f.Digest}
	err := s.fail.do(func() error {
		v.snap = s.db.NewSnapshot()
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.refs.Store(1)
	s.views.Add(1)
	return v, nil
}

// acquire returns the newest view. The caller must release it.
func (s *Store) acquire() (*view, error) {
	for {
		v := s.view.Load()
		if v == nil {
			return nil, errClosed
		}
		if n := v.refs.Load(); n > 0 && v.refs.CompareAndSwap(n, n+1) {
			return v, nil
		}
	}
}

func (v *view) release() {
	if v.refs.Add(-1) == 0 {
		_ = v.s.fail.try(v.snap.Close) // fails only after a failure that the writer got
		v.s.views.Done()
	}
}

// find reads the record of key, and reports whether there is one.
func find(r pebble.Reader, key []byte, what string, rec fields) (bool, error) {
	return use(r, key, func(b []byte) error { return decode(what, b, rec) })
}

// use calls do with the value of key, which do must not retain, and reports whether there is one.
func use(r pebble.Reader, key []byte, do func([]byte) error) (bool, error) {
	b, c, err := r.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read store: %w", asDamage(err))
	}
	err = do(b)
	return true, errors.Join(err, c.Close())
}

// iterate yields the records between two keys until yield returns false or an error.
func iterate(r pebble.Reader, lower, upper []byte, yield func(k, v []byte) (bool, error)) (err error) {
	it, err := r.NewIter(&pebble.IterOptions{LowerBound: lower, UpperBound: upper})
	if err != nil {
		return fmt.Errorf("read store: %w", asDamage(err))
	}
	defer func() { // also when pebble panics, see failure.caught
		if cerr := it.Close(); err == nil {
			err = cerr
		}
	}()
	for ok := it.First(); ok; ok = it.Next() {
		more, err := yield(it.Key(), it.Value())
		if err != nil || !more {
			return err
		}
	}
	return asDamage(it.Error())
}

// get copies the newest value of key; nil where there is none.
func (s *Store) get(key []byte) (out []byte, err error) {
	_, err = use(s.db, key, func(b []byte) error {
		out = append(make([]byte, 0, len(b)), b...)
		return nil
	})
	return out, err
}

// eachCurrent yields the current record of every page, by id.
func (s *Store) eachCurrent(ctx context.Context, yield func(graph.PageID, current) error) error {
	return iterate(s.db, []byte{keyCurrent}, []byte{keyCurrent + 1}, func(k, v []byte) (bool, error) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		var c current
		if err := errors.Join(keyLength(k, 9), decode("page record", v, &c)); err != nil {
			return false, err
		}
		return true, yield(graph.PageID(binary.BigEndian.Uint64(k[1:])), c)
	})
}

// bodyOf is the place of a page's body.
type bodyOf struct {
	id graph.PageID
	at place
}

// eachBody yields the bodies of pages, which are ordered by id, each with its page's index, in the order of places. A
// body is valid until yield returns. Bodies at other places were replaced, or are not finished.
func eachBody(ctx context.Context, r pebble.Reader, pages []bodyOf, yield func(i int, body []byte) error) error {
	return iterate(r, []byte{keyBody}, []byte{keyBody + 1}, func(k, body []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 17)); err != nil {
			return false, err
		}
		id := graph.PageID(binary.BigEndian.Uint64(k[9:]))
		i, ok := slices.BinarySearchFunc(pages, id, func(p bodyOf, id graph.PageID) int { return cmp.Compare(p.id, id) })
		if !ok || pages[i].at != place(binary.BigEndian.Uint64(k[1:])) {
			return true, nil
		}
		return true, yield(i, body)
	})
}

func keyLength(k []byte, length int) error {
	if len(k) != length {
		return fmt.Errorf("key %q: %w", k, errRecord)
	}
	return nil
}
