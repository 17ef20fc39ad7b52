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
	bodies := newBodies(s.db)
	err := s.eachCurrent(ctx, func(id graph.PageID, c current) error {
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

// ascent reads records of one kind whose keys are asked for in ascending order, most of them by stepping on: a
// look-up costs no search of its own, however many records there are.
type ascent struct {
	r    pebble.Reader
	kind byte
	it   *pebble.Iterator
	ok   bool
}

// nearby is how many records an ascent steps over before it searches.
const nearby = 8

// get returns the value of key, nil where there is none. It is valid until the next call.
func (a *ascent) get(key []byte) ([]byte, error) {
	if a.it == nil {
		it, err := a.r.NewIter(&pebble.IterOptions{LowerBound: []byte{a.kind}, UpperBound: []byte{a.kind + 1}})
		if err != nil {
			return nil, fmt.Errorf("read store: %w", err)
		}
		a.it, a.ok = it, it.SeekGE(key)
	}
	for step := 0; a.ok && bytes.Compare(a.it.Key(), key) < 0; step++ {
		if step < nearby {
			a.ok = a.it.Next()
		} else {
			a.ok = a.it.SeekGE(key)
		}
	}
	if err := a.it.Error(); err != nil {
		return nil, fmt.Errorf("read store: %w", err)
	}
	if !a.ok || !bytes.Equal(a.it.Key(), key) {
		return nil, nil
	}
	v, err := a.it.ValueAndErr()
	if err != nil {
		return nil, fmt.Errorf("read store: %w", err)
	}
	if v == nil {
		v = []byte{}
	}
	return v, nil
}

func (a *ascent) close() error {
	if a.it == nil {
		return nil
	}
	return a.it.Close()
}

// bodies reads bodies in the order of ids.
type bodies struct{ ascent }

func newBodies(r pebble.Reader) *bodies { return &bodies{ascent{r: r, kind: keyBody}} }

// at returns the body of one generation; a page without it is damaged.
func (b *bodies) at(id graph.PageID, gen uint32) ([]byte, error) {
	body, err := b.get(bodyKey(keyBody, id, gen))
	if err == nil && body == nil {
		err = fmt.Errorf("page %v without its body: %w", id, errCorrupt)
	}
	return body, err
}
