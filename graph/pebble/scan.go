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

// eachCurrent yields the current record of every page, by id.
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

// eachBody yields every page's newest body, in the order of places. The body is valid until yield returns.
func (s *Store) eachBody(ctx context.Context, yield func(graph.PageID, []byte) error) error {
	garbage, err := s.db.NewIter(&pebble.IterOptions{LowerBound: []byte{keyGarbage}, UpperBound: []byte{keyGarbage + 1}})
	if err != nil {
		return fmt.Errorf("read store: %w", err)
	}
	more := garbage.First()
	err = iterate(s.db, []byte{keyBody}, []byte{keyBody + 1}, func(k, body []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, 17)); err != nil {
			return false, err
		}
		for more && bytes.Compare(garbage.Key()[1:], k[1:]) < 0 {
			more = garbage.Next()
		}
		if more && bytes.Equal(garbage.Key()[1:], k[1:]) {
			return true, nil
		}
		return true, yield(graph.PageID(binary.BigEndian.Uint64(k[9:])), body)
	})
	return errors.Join(err, garbage.Error(), garbage.Close())
}

// Scatter calls yield for every page, with its index in the order of All, in the order of places: so each block of the store is read once,
// while All looks every page up. Load returns the page; it may be called later and by any goroutine. An error of yield ends
// Scatter and is returned.
func (s *Store) Scatter(ctx context.Context, yield func(place int, load func() (*graph.Page, error)) error) error {
	return s.read(ctx, func(v *view) error {
		return iterate(v.snap, []byte{keyBody}, []byte{keyBody + 1}, func(k, body []byte) (bool, error) {
			if err := errors.Join(ctx.Err(), keyLength(k, 17)); err != nil {
				return false, err
			}
			i, ok := v.places.index(graph.PageID(binary.BigEndian.Uint64(k[9:])))
			if !ok || v.places.head(i).at != place(binary.BigEndian.Uint64(k[1:])) {
				return true, nil // was replaced or is not finished
			}
			b := bytes.Clone(body)
			return true, yield(i, func() (*graph.Page, error) { return decodePage(b) })
		})
	})
}

func keyLength(k []byte, length int) error {
	if len(k) != length {
		return fmt.Errorf("key %q: %w", k, errRecord)
	}
	return nil
}
