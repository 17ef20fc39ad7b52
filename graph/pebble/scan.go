package pebble

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2"
)

// get copies the newest value of key; nil where there is none.
func (s *Store) get(key []byte) ([]byte, error) { return get(s.db, key) }

// eachCurrent yields what Put knows of every page, by id.
func (s *Store) eachCurrent(ctx context.Context, yield func(graph.PageID, current) error) error {
	return iterate(s.db, []byte{keyCurrent}, []byte{keyCurrent + 1}, func(k, v []byte) (bool, error) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		c, err := decodeCurrent(v)
		if err != nil || len(k) != 9 {
			return false, errors.Join(err, keyLength(k, 9))
		}
		return true, yield(graph.PageID(binary.BigEndian.Uint64(k[1:])), c)
	})
}

// eachBody yields every page's newest body, by id. The body is valid until yield returns.
func (s *Store) eachBody(ctx context.Context, yield func(graph.PageID, current, []byte) error) error {
	bodies, err := newBodies(s.db)
	if err != nil {
		return err
	}
	err = s.eachCurrent(ctx, func(id graph.PageID, c current) error {
		body, err := bodies.at(id, c.gen)
		if err != nil {
			return err
		}
		return yield(id, c, body)
	})
	return errors.Join(err, bodies.close())
}

func keyLength(k []byte, n int) error {
	if len(k) != n {
		return fmt.Errorf("key %q: %w", k, errCorrupt)
	}
	return nil
}

// bodies reads bodies in the order of ids, most of them by stepping on.
type bodies struct {
	it *pebble.Iterator
	ok bool
}

func newBodies(r pebble.Reader) (*bodies, error) {
	it, err := r.NewIter(&pebble.IterOptions{LowerBound: []byte{keyBody}, UpperBound: []byte{keyBody + 1}})
	if err != nil {
		return nil, fmt.Errorf("read store: %w", err)
	}
	return &bodies{it: it, ok: it.First()}, nil
}

// at returns the body of one generation; a page without it is damaged.
func (b *bodies) at(id graph.PageID, gen uint32) ([]byte, error) {
	key := bodyKey(keyBody, id, gen)
	for step := 0; b.ok && bytes.Compare(b.it.Key(), key) < 0; step++ {
		if step < 4 {
			b.ok = b.it.Next()
		} else {
			b.ok = b.it.SeekGE(key)
		}
	}
	if err := b.it.Error(); err != nil {
		return nil, fmt.Errorf("read store: %w", err)
	}
	if !b.ok || !bytes.Equal(b.it.Key(), key) {
		return nil, fmt.Errorf("page %v without its body: %w", id, errCorrupt)
	}
	return b.it.Value(), nil
}

func (b *bodies) close() error { return b.it.Close() }
