package pebble

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
)

// Mark returns the mark of a source.
func (s *Store) Mark(ctx context.Context, source string) (m graph.Mark, err error) {
	if err := errors.Join(ctx.Err(), s.fail.failed()); err != nil {
		return m, err
	}
	v, err := s.acquire() // keeps the store open meanwhile
	if err != nil {
		return m, err
	}
	defer v.release()
	defer s.fail.caught(&err)
	_, err = readState(s.db, stringKey(keyMark, source), &m)
	return m, err
}

// Marks returns the marks of all sources by name.
func (s *Store) Marks(ctx context.Context) (out map[string]graph.Mark, err error) {
	v, err := s.acquire() // keeps the store open meanwhile
	if err != nil {
		return nil, err
	}
	defer v.release()
	defer s.fail.caught(&err)
	out = map[string]graph.Mark{}
	err = iterate(s.db, []byte{keyMark}, []byte{keyMark + 1}, func(k, b []byte) (bool, error) {
		var m graph.Mark
		if err := json.Unmarshal(b, &m); err != nil {
			return false, fmt.Errorf("read mark of %s: %w", k[1:], err)
		}
		out[string(k[1:])] = m
		return true, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Readable returns an error that wraps graph.ErrUnfinished if no load was ever finished. A store opened by OpenReader is readable.
func (s *Store) Readable(context.Context) error {
	v, err := s.acquire()
	if err != nil {
		return err
	}
	defer v.release()
	if v.gen == 0 {
		return unfinishedAs(s.dir)
	}
	return nil
}
