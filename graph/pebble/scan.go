package pebble

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

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

// eachBody yields every page's newest body, in the order of places. The body is valid until yield returns.
func (s *Store) eachBody(ctx context.Context, yield func(graph.PageID, []byte) error) error {
	for _, kind := range [...][2]byte{{keyBody1, keyGarbage1}, {keyBody, keyGarbage}} {
		if err := s.eachBodyOf(ctx, kind[0], kind[1], yield); err != nil {
			return err
		}
	}
	return nil
}

// eachBodyOf yields the bodies of one kind that are not garbage.
func (s *Store) eachBodyOf(ctx context.Context, kind, garbage byte, yield func(graph.PageID, []byte) error) error {
	old := &ascent{r: s.db, kind: garbage}
	idAt := 1
	if kind == keyBody {
		idAt = 9
	}
	var key []byte
	err := iterate(s.db, []byte{kind}, []byte{kind + 1}, func(k, body []byte) (bool, error) {
		if err := errors.Join(ctx.Err(), keyLength(k, idAt+8, idAt+12)); err != nil {
			return false, err
		}
		key = append(append(key[:0], garbage), k[1:]...)
		gone, err := old.get(key)
		if err != nil || gone != nil {
			return true, err
		}
		return true, yield(graph.PageID(binary.BigEndian.Uint64(k[idAt:])), body)
	})
	return errors.Join(err, old.close())
}

func keyLength(k []byte, lengths ...int) error {
	if !slices.Contains(lengths, len(k)) {
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
